"""Selecting cards in a real browser: the controls of Vinagames by tap, those of 4sac by letter."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from games.engine.rules import VINAGAMES
from tests.support.browser import open_table, say_ready, show
from tests.support.felt import drawn, full_table
from tests.support.hand import answered, state_of, wait_for_turn

OpenPage = Callable[..., Page]

CHECKED = "#hand input:checked"
Step = tuple[str, list[str]]


def steps(page: Page, button: str) -> list[Step]:
    """Return what a selecting button goes through, as the server wrote it."""
    text = page.locator(button).get_attribute("data-cycle") or ""
    parts = [step.split(":") for step in text.split(";") if step]
    return [(aim, cards.split()) for aim, cards in parts]


def selected(page: Page) -> list[str]:
    cards: list[str] = page.locator(CHECKED).evaluate_all("all => all.map(one => one.value)")
    return sorted(cards)


def press(page: Page, button: str) -> None:
    """Press a button of the bar, again if the table had only just changed and the page asked."""
    before = state_of(page)
    page.locator(button).click()
    if not answered(page, before):
        page.locator(button).click()
    page.wait_for_function("before => tusacState() !== before", arg=before)


def tap(page: Page, card: str) -> None:
    page.locator(f"#hand .held[data-card={card}]").first.locator("input").click(force=True)


def play_blindly(page: Page, turns: int = 200) -> bool:
    """Press Quick Select and the button that it is for, so many turns; False when the deal is over before."""
    for _ in range(turns):
        if not wait_for_turn(page):
            return False
        page.locator("#quick-select").click()
        press(page, "#moves .is-aimed")
    return wait_for_turn(page)


def seated(page: Page, name: str, **choices: str) -> None:
    open_table(page, name, **choices)
    say_ready(page)
    if not wait_for_turn(page):
        next_deal(page)


def test_quick_select_and_its_button_pressed_blindly_play_a_deal_to_its_end(
    open_page: OpenPage,
) -> None:
    page = open_page("phone", login="lan")
    seated(page, "Blindly", seats="3")
    assert not play_blindly(page)


def test_the_controls_of_vinagames(open_page: OpenPage) -> None:
    page = open_page("phone", login="minh")
    seated(page, "By tap", seats="4")
    done: set[str] = set()
    for deal in range(6):
        while wait_for_turn(page):
            quick = steps(page, "#quick-select")
            if quick[0][0] == "discard":
                done |= discards_by_tap(page, quick)
            elif quick[0][0] == "meld" and quick[0][1]:
                melds_by_tap(page, quick[0][1])
                done.add("meld")
            else:
                press(page, f"#move-{quick[-1][0]}")
            if done >= {"meld", "discard", "warned"}:
                return
        assert deal < 5, done
        next_deal(page)


def next_deal(page: Page) -> None:
    """The next deal in which it comes to a turn of one's own; a bot may win before."""
    say_ready(page)
    page.wait_for_selector("#payout", state="detached")
    if not wait_for_turn(page):
        next_deal(page)


def discards_by_tap(page: Page, quick: list[Step]) -> set[str]:
    """Find Trash round its cycle, each discard by Quick Select, then another one by tap. What came up."""
    done = {"discard"}
    trash = steps(page, "#find-trash")
    for _aim, cards in trash:
        page.locator("#find-trash").click()
        assert selected(page) == sorted(cards)
    assert trash[-1][1] == []
    words = page.locator("#move-discard .move__words")
    for _aim, cards in quick:
        page.locator("#quick-select").click()
        assert selected(page) == cards
        label = page.locator("#hand .held:has(:checked)")
        warning = label.get_attribute("data-warning") or ""
        assert bool(warning) == (label.get_attribute("data-verdict") != "safe")
        expect(words).to_have_text("Discard!!!" if warning else "Discard")
        if warning:
            expect(page.locator("#move-discard .move__note")).to_have_text(warning)
            done.add("warned")
    of_its_kind = page.locator(f"#hand .held[data-card={quick[0][1][0]}] input").first
    was_first = of_its_kind.is_checked()  # else Quick Select chose another copy of it
    tap(page, quick[-1][1][0])
    tap(page, quick[0][1][0])  # another tap is another choice
    if len(quick) > 1 or was_first:
        assert selected(page) == quick[0][1]
    else:
        assert selected(page) == []
        tap(page, quick[0][1][0])
    press(page, "#move-discard")
    return done


def melds_by_tap(page: Page, cards: list[str]) -> None:
    """Cards that make no set are refused with the rule and stay selected; then the set is melded."""
    while page.locator(CHECKED).count():  # of two alike each is a box of its own
        page.locator(CHECKED).first.click(force=True)
    others = page.locator("#hand .held[data-trash]").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    wrong = [card for card in dict.fromkeys(others) if card not in cards][:2]
    if len(wrong) == 2:
        for card in wrong:
            tap(page, card)
        page.locator("#move-meld").click()
        if page.locator("#moves .is-asking").count():
            page.locator("#move-meld").click()
        expect(page.get_by_role("alert").filter(has=page.get_by_label("Rule: §2"))).to_be_visible()
        expect(page.locator("[aria-busy=true], .htmx-request")).to_have_count(0)
        assert selected(page) == sorted(wrong)
        for card in wrong:
            tap(page, card)
    for card in dict.fromkeys(cards):
        for one in range(cards.count(card)):
            page.locator(f"#hand .held[data-card={card}] input").nth(one).click(force=True)
    assert selected(page) == sorted(cards)
    press(page, "#move-meld")


LETTERS = {"K": "a", "G": "b", "M": "c", "R": "x", "C": "y", "N": "z"}
PAWNS = {"r": "e", "y": "s", "g": "n", "w": "w"}


def letter(card: str) -> str:
    return PAWNS[card[1]] if card[0] == "P" else LETTERS[card[0]]


def test_the_controls_of_4sac(open_page: OpenPage) -> None:
    page = open_page("desk", login="hoa")
    seated(page, "By letter", rules="4sac", seats="4")
    while steps(page, "#quick-select")[0][0] != "discard":
        if not play_blindly(page, turns=1):  # a bot won before there was a card to discard
            next_deal(page)
    cards = [cards[0] for _aim, cards in steps(page, "#quick-select")]
    first, other = cards[0], next(card for card in cards if letter(card) != letter(cards[0]))
    page.keyboard.press("Backspace")
    assert selected(page) == []
    page.keyboard.press(letter(first))
    assert [letter(card) for card in selected(page)] == [letter(first)]
    page.keyboard.press(letter(other))  # another letter is another choice
    assert [letter(card) for card in selected(page)] == [letter(other)]
    before, held = state_of(page), page.locator("#hand .held").count()
    page.keyboard.press("Enter")
    if not answered(page, before):
        page.keyboard.press("Enter")
    expect(page.locator("#hand .held")).to_have_count(held - 1)


def test_a_selection_outlives_what_the_others_play(open_page: OpenPage) -> None:
    page = open_page("desk", login="tuan")
    seated(page, "While waiting", seats="4")
    page.keyboard.press("Backspace")
    page.locator("#hand input").last.click(force=True)
    chosen = selected(page)
    assert len(chosen) == 1
    with page.expect_response(lambda answer: "shown=" in answer.url):
        page.evaluate("""() => {
          document.querySelector("[name=shown]").value = "another";
          htmx.trigger("#looker", "visibilitychange");
        }""")
    expect(page.locator(f"#hand .held[data-card={chosen[0]}] input:checked")).to_have_count(1)
    assert selected(page) == chosen


@pytest.mark.django_db
def test_what_is_unticked_after_a_refusal_stays_so_whatever_the_server_selects(
    chromium: Browser,
) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    table = full_table(VINAGAMES, 4, due="turn")
    show(page, drawn(table))
    part = drawn(
        table, part="#live"
    )  # with the selection of the server: the pair that may be melded
    page.route(
        "**/tables/1/**",
        lambda route: route.fulfill(
            status=409 if route.request.method == "POST" else 200,
            headers={"HX-Retarget": "#table", "Content-Type": "text/html"},
            body=part,
        ),
    )
    assert selected(page) == ["Rg", "Rg"]
    with page.expect_response(lambda answer: answer.status == 409):
        page.locator("#move-meld").click()
    expect(page.locator("[aria-busy=true], .htmx-request")).to_have_count(0)
    assert selected(page) == ["Rg", "Rg"]
    page.locator(CHECKED).first.click(force=True)
    page.locator(CHECKED).first.click(force=True)
    for _look in range(2):
        with page.expect_response(lambda answer: answer.status == 200):
            page.evaluate("htmx.trigger('#looker', 'look')")
        expect(page.locator(".htmx-request")).to_have_count(0)
        assert selected(page) == []
    page.close()


def test_without_scripts_the_same_buttons_select_and_play(open_page: OpenPage) -> None:
    page = open_page("phone", login="lan", javascript=False)
    open_table(page, "No scripts", seats="2")
    say_ready(page)
    played = 0
    for _ in range(60):
        if page.locator("#payout").count() or played > 4:
            break
        if not page.locator("#moves button[name=move]:not([aria-disabled])").count():
            page.reload()
            continue
        page.get_by_role("button", name="Quick Select").click()
        page.locator("#moves .is-aimed").click()
        page.wait_for_url(re.compile(r"/tables/\d+/$"))
        played += 1
    assert played

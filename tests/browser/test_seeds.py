"""The seeds of the shuffle in a real browser: drawn, bound and opened by the pages themselves."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games import queries
from games.models import Deal
from tests.support.browser import open_table, say_ready
from tests.support.running_site import RunningSite

OpenPage = Callable[..., Page]


def two_ready(first: Page, second: Page, name: str) -> int:
    """Two members at a table of their own; the first is ready. The table's number."""
    table = open_table(first, name, seats="2")
    second.goto("/")
    second.locator(f"#table-{table}").get_by_role("button", name="Sit here").click()
    expect(first.locator("#seats")).to_contain_text("Hoa")
    say_ready(first)
    expect(second.locator("#table")).to_contain_text("are waiting. Press")
    return table


def kept(site: RunningSite, table: int) -> list[bool]:
    """Return by seat, whether the server keeps the seed of a deal that is dealt."""
    with site.database():
        state = queries.load_state(Deal.objects.filter(table=table).latest("pk").pk)
        assert state.setup.stock and not state.setup.missing
        return [bool(bound and bound.kept) for bound in state.setup.bound]


def test_pages_open_their_own_seeds_without_a_second_press(
    open_page: OpenPage, site: RunningSite
) -> None:
    minh, hoa = open_page("desk", login="minh"), open_page("phone", login="hoa")
    table = two_ready(minh, hoa, "By themselves")
    say_ready(hoa)
    for page in (minh, hoa):
        expect(page.locator("#history")).to_contain_text("The cards are dealt")
    assert kept(site, table) == [False, False]


def test_a_page_that_is_loaded_again_opens_the_seed_that_it_had_drawn(
    open_page: OpenPage, site: RunningSite
) -> None:
    minh, hoa = open_page("desk", login="minh"), open_page("phone", login="hoa")
    table = two_ready(minh, hoa, "Loaded again")
    minh.goto("/")
    say_ready(hoa)
    expect(hoa.locator("#table")).to_contain_text("Waiting for: Minh")
    minh.goto(f"/tables/{table}/")
    for page in (minh, hoa):
        expect(page.locator("#history")).to_contain_text("The cards are dealt")
    assert kept(site, table) == [False, False]


def test_without_scripts_the_server_keeps_the_seed_and_the_page_says_so(
    open_page: OpenPage, site: RunningSite
) -> None:
    minh, hoa = open_page("desk", login="minh"), open_page("phone", login="hoa", javascript=False)
    table = open_table(minh, "One without", seats="2")
    hoa.goto("/")
    hoa.locator(f"#table-{table}").get_by_role("button", name="Sit here").click()
    expect(minh.locator("#seats")).to_contain_text("Hoa")
    say_ready(minh)
    hoa.goto(f"/tables/{table}/")
    say_ready(hoa)
    expect(minh.locator("#history")).to_contain_text("The cards are dealt")
    expect(minh.locator(".shuffle").first).to_contain_text(
        "the club's computer makes and keeps this number"
    )
    assert kept(site, table) == [False, True]


def test_a_press_in_the_middle_of_a_look_binds_the_seed_too(
    open_page: OpenPage, site: RunningSite
) -> None:
    """Between the swap and its end the form is as the server wrote it: empty."""
    page = open_page("desk", login="tuan")
    table = open_table(page, "In between", seats="2")
    page.evaluate("document.querySelector('[data-bind-seed]').value = ''")
    say_ready(page)
    expect(page.locator("#history")).to_contain_text("The cards are dealt")
    with site.database():
        state = queries.load_state(Deal.objects.filter(table=table).latest("pk").pk)
    own = next(
        seat for seat, player in enumerate(state.setup.players) if not player.startswith("bot")
    )
    bound = state.setup.bound[own]
    assert bound and not bound.kept


KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('tusac-seed-'))"


def test_a_seed_drawn_before_its_deal_opens_no_other_deal(
    open_page: OpenPage, site: RunningSite
) -> None:
    """Elsewhere Minh was bound to another seed; the one drawn here for "Play now" belongs to no deal yet."""
    minh, hoa = open_page("desk", login="minh"), open_page("phone", login="hoa")
    table = two_ready(minh, hoa, "Another browser")
    minh.goto("/")
    other = open_page("desk", login="minh")
    other.goto("/")
    drawn = other.evaluate(
        """() => {
            const form = document.querySelector("input[data-draw-seed]").form;
            document.addEventListener("submit", (event) => event.preventDefault());
            form.requestSubmit();
            return form.elements.commitment.value;
        }"""
    )
    assert other.evaluate(KEPT) == [f"tusac-seed-{drawn}"]
    say_ready(hoa)
    sent: list[str] = []
    other.on("request", lambda request: sent.append(request.url))
    other.goto(f"/tables/{table}/")
    expect(other.locator("#reveal")).to_be_attached()
    other.evaluate("() => new Promise((done) => setTimeout(done, 500))")
    assert not [url for url in sent if url.endswith("/reveal")]
    assert other.evaluate(KEPT) == [f"tusac-seed-{drawn}"]
    minh.goto(f"/tables/{table}/")
    expect(minh.locator("#history")).to_contain_text("The cards are dealt")
    assert kept(site, table) == [False, False]

"""Selecting cards of the own hand on a page without scripts, and what a refused selection is told."""

import re
from random import Random

import pytest

from games.engine.cards import CARD_NAMES
from games.engine.deal import legal_moves, to_move
from games.engine.hands.hand import trash_cards
from games.engine.moves import Discard
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sight import see
from games.engine.state import Phase
from games.log import stream_version
from tests.support.deals import turns
from tests.support.play_pages import browser, controls, dealt, hidden_fields, steps, table_with
from tests.support.table_page import HTMX, address, bots_play, page_of

pytestmark = pytest.mark.django_db


def selected(html):
    """The cards that are selected on a page, in its order."""
    return [
        field["value"]
        for field in controls(html)
        if field.get("name") == "cards" and field["checked"]
    ]


def aimed(html):
    """The button that the selection is for."""
    found = re.findall(
        r'class="move [^"]*is-aimed" id="move-[\w-]+"\s+name="move" value="([^"]+)"', html
    )
    return found[0] if found else ""


def press(client, deal, html, button):
    """The page after a press of Find Trash or Quick Select, with what is selected sent along."""
    value = next(field["value"] for field in controls(html) if field.get("id") == button)
    form = {**hidden_fields(html), "cards": selected(html), "select": value}
    answer = client.post(address(deal, "move"), form)
    assert answer.status_code == 200
    return answer.content.decode()


def a_turn(deal, player, phase, wanted):
    """The player's page at the first turn of this phase that is as wanted, with its state."""
    rng = Random(5)
    for state in turns(deal, rng.choice):
        if to_move(state)[0] == 0 and state.phase is phase and wanted(state):
            return state, page_of(player, deal)
    raise AssertionError("no such turn came up")


@pytest.mark.parametrize(("rules", "seats"), [(VINAGAMES, 2), (FOURSAC, 4)])
def test_pressing_quick_select_and_the_button_it_aims_at_plays_a_deal_to_its_end(an, rules, seats):
    table = table_with(an, rules=rules, seats=seats)
    client = browser(an)
    where = f"/tables/{table.pk}/"
    deal = table.deals.get(ended_at=None)
    client.post(where + "ready", {"deal": deal.pk})
    for _ in range(200):
        bots_play(deal)
        if deal.ended_at is not None:
            return
        html = press(client, deal, client.get(where).content.decode(), "quick-select")
        form = {**hidden_fields(html), "move": aimed(html), "cards": selected(html)}
        assert client.post(where + "move", form).status_code == 303
    raise AssertionError("the deal did not end")


def test_find_trash_pressed_again_and_again_selects_all_trash_the_safe_ones_and_none(an):
    def judged(state):
        verdict = see(state, 0).verdict
        return verdict is not None and len(verdict.worst) < len(verdict.discards)

    deal = dealt(an, seats=4)
    state, html = a_turn(deal, an, Phase.DISCARD, judged)
    client, seen = browser(an), []
    for _ in range(3):
        html = press(client, deal, html, "find-trash")
        seen.append(set(selected(html)))
    verdict = see(state, 0).verdict
    assert verdict is not None
    names = [{CARD_NAMES[card] for card in cards} for cards in (verdict.discards, verdict.worst)]
    assert seen == [*names, set()]
    assert verdict.discards == trash_cards(state.blocks[0])


def test_the_discard_button_warns_of_a_card_that_is_not_a_worst_one_and_of_no_other(an):
    def judged(state):
        verdict = see(state, 0).verdict
        return verdict is not None and len(verdict.worst) < len(verdict.discards)

    deal = dealt(an, seats=4)
    state, html = a_turn(deal, an, Phase.DISCARD, judged)
    client, warned = browser(an), {}
    for _aim, cards in steps(html):
        html = press(client, deal, html, "quick-select")
        assert selected(html) == cards
        button = html[html.index('id="move-discard"') :].partition("</button>")[0]
        warned[cards[0]] = ">Discard!!!</span>" in button
        assert ('move__note"></small>' not in button) == warned[cards[0]]
    verdict = see(state, 0).verdict
    assert verdict is not None
    assert warned == {CARD_NAMES[card]: card not in verdict.worst for card in verdict.discards}


def test_a_verdict_is_part_of_the_name_of_its_card(an):
    deal = dealt(an, seats=4)
    _state, html = a_turn(deal, an, Phase.DISCARD, lambda state: see(state, 0).verdict is not None)
    held = re.findall(r'<label class="held".*?</label>', html, re.DOTALL)
    judged = [label for label in held if "data-verdict" in label]
    assert judged
    for label in judged:
        safe = 'data-verdict="safe"' in label
        (name,) = re.findall(r'<input[^>]* aria-label="([^"]*)"', label)
        assert name.endswith(", safe to discard") == safe
        assert safe or "data-warning=" in label


def test_a_press_changes_nothing_and_a_stranger_may_press_it(an, binh):
    deal = dealt(an)
    bots_play(deal)
    before = stream_version(deal.stream)
    for who in (an, binh, None):
        for value in ("quick 1", "trash 0", "quick", "<b>"):
            answer = browser(who).post(address(deal, "move"), {"select": value}, headers=HTMX)
            assert answer.status_code == 200
    assert stream_version(deal.stream) == before
    assert browser(an).post("/tables/999/move", {"select": "quick 0"}).status_code == 404


def test_a_selection_that_makes_no_meld_says_why_and_stays_selected(an):
    deal = dealt(an, seats=4)
    state, html = a_turn(deal, an, Phase.TURN, lambda state: len(see(state, 0).hand) > 4)
    cards = [CARD_NAMES[card] for card in dict.fromkeys(see(state, 0).hand)][:4]
    form = {**hidden_fields(html), "move": "meld", "cards": cards}
    answer = browser(an).post(address(deal, "move"), form)
    said = answer.content.decode()
    assert answer.status_code == 422
    assert "Selected:" in said and 'aria-label="Rule: §2"' in said
    assert sorted(selected(said)) == sorted(cards)


def test_a_meld_of_nothing_asks_for_cards(an):
    deal = dealt(an, seats=4)
    _state, html = a_turn(
        deal, an, Phase.TURN, lambda state: state.active is not None and state.active.card > 3
    )
    answer = browser(an).post(address(deal, "move"), {**hidden_fields(html), "move": "meld"})
    assert answer.status_code == 422
    assert "Choose a set first, then press “Meld”." in answer.content.decode()


def test_every_button_that_is_not_legal_says_why_with_its_section(an, binh):
    rng = Random(2)
    for rules in (VINAGAMES, FOURSAC):
        deal = dealt(an, binh, rules=rules)
        for turn, _state in enumerate(turns(deal, rng.choice)):
            for player in (an, binh):
                for button in controls(page_of(player, deal)):
                    if button.get("name") == "move" and "aria-disabled" in button:
                        assert 'aria-label="Rule: §' in button["data-why"]
            if turn > 25:
                break


def test_the_twin_of_a_card_that_was_discarded_is_not_selected(an, binh):
    deal = dealt(an, binh)

    def twins(state):
        moves, hand = legal_moves(state, 0), see(state, 0).hand
        cards = [move.card for move in moves if isinstance(move, Discard)]
        return [CARD_NAMES[card] for card in cards if hand.count(card) > 1]

    state, html = a_turn(deal, an, Phase.DISCARD, twins)
    twin = twins(state)[0]
    form = {**hidden_fields(html), "cards": twin, "move": "discard"}
    answer = browser(an).post(address(deal, "move"), form, headers=HTMX)
    assert answer.status_code == 200
    assert f'value="{twin}"' in answer.content.decode()
    assert twin not in selected(answer.content.decode())


@pytest.mark.parametrize("cards", [[], ["Rr", "Cr"]])
def test_a_discard_of_no_card_or_of_several_is_told_the_phase_or_asks_for_one(an, cards):
    deal = dealt(an, seats=4)
    for phase, said in (
        (
            Phase.TURN,
            "You can&#x27;t discard now. Take the active card, draw another one, or pass.&nbsp;",
        ),
        (Phase.DISCARD, "Choose one card first, then press “Discard”."),
    ):
        _state, html = a_turn(deal, an, phase, lambda _state: True)
        form = {**hidden_fields(html), "move": "discard", "cards": cards}
        answer = browser(an).post(address(deal, "move"), form, headers=HTMX)
        assert answer.status_code == 422
        assert f">{said}<" in re.sub(r"\s*([<>])\s*", r"\1", answer.content.decode())

"""The pages of a disputed discard at a table with real cards: told by taps, judged, ruled on and appealed."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from games.models import Call, Player
from tests.support.cardboard import MR, Table
from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments.engine.real_cards.events import Lay

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=10)
    table.enter(table.seats[1])
    table.confirm(table.seats[0])
    return table


def address(table: Table, what: str = "discard") -> str:
    return table.page.replace("/result", f"/deals/{table.score().deal_id}/{what}")


def shown(who: Player, page: str, **asked: Any) -> str:
    return str(browser(who).get(page, asked, follow=True).content.decode())


def press(who: Player, page: str, act: str, **sent: Any) -> Any:
    return browser(who).post(page, {"act": act, "idempotency_key": str(uuid4()), **sent})


POSITION = {
    "seat": "0",
    "card": "Mr",
    "hand": list(MR.hand),
    "dead": list(MR.dead),
    "public": [f"{seat} {text}" for seat, sets in enumerate(MR.public) for text in sets],
}


def test_a_position_is_tapped_in_without_a_script(table):
    page = address(table)
    assert page in shown(table.seats[2], table.page)
    text = shown(table.seats[2], page)
    assert re.findall(r'name="seat" value="(\d)"><bdi>', text) == ["0", "2", "3"]
    held: dict[str, Any] = {"seat": "0"}
    for name, taps in (("hand", MR.hand), ("dead", MR.dead)):
        for tap in taps:
            text = shown(table.seats[2], page, **held, to=name)
            assert f'name="add" value="{tap}"' in text
            text = shown(table.seats[2], page, **held, to=name, add=tap)
            held[name] = re.findall(
                rf'type="hidden" name="{name}" value="(\w+)"',
                text.split('action="#telling"')[1].split("</form>")[0],
            )
    for seat, sets in enumerate(MR.public):
        for one in sets:
            asked = {**held, "to": str(seat), "kind": one.split()[0]}
            assert f'name="add" value="{one}"' in shown(table.seats[2], page, **asked)
            text = shown(table.seats[2], page, **asked, add=one)
            form = text.split('action="#telling"')[1].split("</form>")[0]
            held["public"] = re.findall(r'type="hidden" name="public" value="([^"]+)"', form)
    assert "The hand is complete." in text and held["public"] == POSITION["public"]
    text = shown(table.seats[2], page, **held, drop="dead 1")
    assert 'name="dead" value="Gw"' not in text and 'name="dead" value="Kr"' in text
    told = {**held, "card": "Mr", "revision": "1", "reason": "Mr was not the worst."}
    answer = press(table.seats[2], page, "dispute", **told)
    assert answer.status_code == 303
    text = shown(table.seats[0], page)
    assert "so there is a penalty." in text and "Mr was not the worst." in text
    assert "disputed" in shown(table.seats[0], table.page)


def test_a_referee_rules_and_a_seat_appeals(table, referee):
    table.dispute(table.seats[2])
    assert address(table, "ruling") in shown(referee, address(table))
    page = address(table, "ruling")
    assert 'name="penalty"' in shown(referee, page) and 'name="penalty"' not in shown(
        table.director, page
    )
    told = {"revision": "1", "section": "§10.3", "reason": "As computed."}
    assert press(referee, page, "rule", **told).status_code == 422
    assert press(referee, page, "rule", penalty="yes", **told).status_code == 303
    assert table.score().net == (-162, 162, 0, 0)
    assert press(referee, page, "rule", penalty="no", **told).status_code == 409
    text = shown(table.seats[0], address(table))
    assert "Ruled under §10.3: the penalty must be paid." in text and 'value="appeal"' in text
    answer = press(table.seats[0], address(table), "appeal", revision="2", reason="No.")
    assert answer.status_code == 303
    assert 'name="penalty"' not in shown(referee, page)
    assert 'name="penalty"' in shown(player("second", is_referee=True), page)


def test_the_page_says_who_can_rule_and_what_to_do_where_nobody_can(table):
    table.dispute(table.seats[2])
    for viewer in (table.seats[0], table.director):
        assert "No referee can rule on it now" in shown(viewer, address(table))
    playing = table.seats[1]
    Player.objects.filter(pk=playing.pk).update(is_referee=True)
    text = shown(Player.objects.get(pk=playing.pk), address(table))
    assert "You play in this tournament, so you can&#x27;t rule on its deals." in text
    assert "No referee can rule on it now" in text
    free = player("second", is_referee=True)
    assert f"Can rule on it: {free}." in shown(table.seats[0], address(table))
    assert 'id="who-rules"' not in shown(free, address(table, "ruling"))


def test_the_cards_are_in_a_line_for_each_colour(table):
    text = shown(table.seats[2], address(table), seat="0", to="hand")
    added = re.findall(r'name="add" value="(\w\w)"', text)
    assert [one[1] for one in added] == [colour for colour in "rygw" for _ in range(7)]


def test_another_seat_joins_the_dispute_with_its_own_words(table, referee):
    table.dispute(table.seats[2])
    page = address(table)
    assert 'value="join"' not in shown(table.seats[2], page)
    assert 'value="join"' in shown(table.seats[3], page)
    told = {"revision": "1", "reason": "<i>I paid</i>"}
    assert press(table.seats[3], page, "join", **told).status_code == 303
    text = shown(table.seats[0], page)
    assert "disputes it: Mr was not the worst." in text
    assert "disputes it: &lt;i&gt;I paid&lt;/i&gt;" in text
    assert 'value="join"' not in shown(table.seats[3], page)
    assert press(table.seats[3], page, "join", **told).status_code == 409
    ruled = {"revision": "1", "section": "§10.3", "reason": "As computed.", "penalty": "yes"}
    press(referee, address(table, "ruling"), "rule", **ruled)
    assert 'value="join"' not in shown(table.seats[1], page)
    assert press(table.seats[1], page, "join", **told).status_code == 409


def test_what_is_refused_says_why_and_keeps_what_was_told(table):
    told = {**POSITION, "dead": ["Rr"], "revision": "1", "reason": "No."}
    answer = press(table.seats[2], address(table), "dispute", **told)
    text = answer.content.decode()
    assert answer.status_code == 422 and "you entered 5 of red rook" in text
    assert 'name="hand" value="Gy"' in text
    told = {**POSITION, "card": "", "revision": "1", "reason": "No."}
    assert press(table.seats[2], address(table), "dispute", **told).status_code == 422
    stranger = player("stranger")
    told = {**POSITION, "revision": "1", "reason": "No."}
    assert press(stranger, address(table), "dispute", **told).status_code == 403
    assert browser(stranger).get(address(table, "ruling")).status_code == 403
    # A duty is used on its own page alone, which asks for the second factor.
    assert press(table.director, address(table), "dispute", **told).status_code == 403
    assert press(table.seats[2], address(table), "dance").status_code == 422
    nowhere = table.page.replace("/result", "/deals/999999/discard")
    assert browser(table.seats[2]).get(nowhere).status_code == 404


@pytest.mark.parametrize(
    "asked",
    [
        {"seat": "9", "to": "x", "add": "Qq", "drop": "hand 9999"},
        {"seat": "0", "to": "2", "kind": "khap", "add": "khap Rr Rr Rr", "drop": "x"},
        {"hand": ["Rr"] * 90, "public": ["0 pear", "7 pair Rr Rr", ""], "dead": [""], "card": "?"},
    ],
)
def test_nonsense_in_an_address_breaks_nothing(table, asked):
    assert browser(table.seats[0]).get(address(table), asked).status_code == 200
    for act, status in (("dispute", 422), ("rule", 422), ("appeal", 409)):
        assert press(table.seats[0], address(table), act, **asked).status_code == status


def test_the_result_page_says_that_the_round_waits_and_a_director_closes_it():
    table = Table(player("director", is_director=True), deals=1, rounds=2)
    table.enter(table.seats[1])
    assert "The round ends once a second person has confirmed" in shown(table.seats[1], table.page)
    assert 'value="round"' not in shown(table.seats[1], table.page)
    page = table.page.replace("/result", "/decide")
    assert 'value="round"' in shown(table.director, page)
    assert press(table.seats[1], table.page, "round").status_code == 403
    assert press(table.director, page, "round").status_code == 303
    assert table.state.rounds[0].closed


def test_a_decision_is_appealed_on_the_page_and_decided_there_by_a_referee(table, referee):
    page = table.page.replace("/result", "/decide")
    table.contradict(table.seats[2])
    assert 'value="confirm"' not in shown(referee, page)  # that is the director's
    table.confirm(table.director)
    assert (
        "Say what is wrong, and another director or a referee will make the final decision"
        in shown(table.seats[2], table.page)
    )
    about = {"deal_id": table.score().deal_id, "revision": "1"}
    answer = press(table.seats[2], table.page, "contradict", reason="Still not.", **about)
    assert answer.status_code == 303
    assert 'value="confirm"' not in shown(table.director, page)
    assert 'value="confirm"' in shown(referee, page)
    assert press(referee, page, "confirm", **about).status_code == 303
    assert "final" in shown(table.seats[2], table.page)


def test_the_referee_is_called_from_the_entry_page(table):
    text = shown(table.seats[0], table.page)
    assert 'name="call_reason"' in text
    answer = press(table.seats[0], table.page, "call", call_reason="other", words="")
    assert answer.status_code == 422
    answer = press(table.seats[0], table.page, "call", call_reason="rule", words="Which is trash?")
    assert answer.status_code == 303
    call = Call.objects.get()
    assert call.table_id == table.row.games_table_id
    text = shown(table.seats[1], table.page)
    assert "Which is trash?" in text and 'name="call_reason"' not in text
    press(table.seats[0], table.page, "call-off", off=str(call.pk))
    call.refresh_from_db()
    assert call.ended_at is not None
    assert press(player("x"), table.page, "call", call_reason="rule").status_code == 403


def test_nobody_disputes_a_deal_that_nobody_won():
    table = Table(player("director", is_director=True), deals=1)
    table.enter(table.seats[1], Lay(None))
    assert "/discard" not in shown(table.seats[1], table.page)


@pytest.mark.parametrize("huge", [2**63, 10**30])
def test_a_ruling_on_what_no_database_can_hold_is_not_found(table, referee, huge):
    for place in ((huge, 1, 1, 1), (table.id, 1, 1, huge)):
        page = reverse("rule-discard", args=place)
        assert browser(referee).get(page).status_code == 404
        assert press(referee, page, "sign").status_code == 404

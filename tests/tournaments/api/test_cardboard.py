"""Results of real cards by the API: entered, confirmed, contradicted, corrected, and refused with a sentence."""

from typing import Any
from uuid import uuid4

import pytest

from games.models import Player
from tests.support.agreements import waiting_acts
from tests.support.api_client import get, post_to
from tests.support.cardboard import MR, WON, Table
from tests.support.rulings import limit
from tests.support.tournament_pages import player
from tournaments.engine.participants import player_id
from tournaments.presenters.log.agreement_words import ASKED

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return Table(player("director", is_director=True))


def results(table: Table) -> str:
    return f"tournaments/{table.id}/rounds/1/tables/1/results/"


def entry(**more: Any) -> dict[str, Any]:
    told = {"deal": 1, "winner": 1, "sets": list(WON), "idempotency_key": str(uuid4())}
    return {**told, **more}


def said(right: bool, **more: Any) -> dict[str, Any]:
    return {"right": right, "revision": 1, "idempotency_key": str(uuid4()), **more}


def test_a_result_is_entered_once_and_read(table):
    body = entry(asides=[[], [], ["khap"], []], offender=3, section="10.5")
    for _ in range(2):
        answer = post_to(table.seats[1], results(table), body)
        assert answer.status_code == 200
    (one,) = get(player("guest"), results(table)).json()
    # A = 54 for three losers; the khap is paid by the other losers.
    assert one["net"] == [-3, 162, 6, -165]
    assert (one["winner"], one["points"], one["offender"]) == (1, 19, 3)
    assert one["sets"] == list(WON) and one["asides"][2] == ["khap"]
    assert (one["status"], one["confirmed_by"], one["section"]) == ("unconfirmed", [1], "§10.5")


def test_its_deal_is_listed_and_has_no_moves(table):
    post_to(table.seats[1], results(table), entry())
    (one,) = get(table.seats[0], f"deals/?tournament={table.id}").json()["results"]
    assert one["real_cards"] is True and [seat["net"] for seat in one["seats"]][1] == 162
    answer = get(table.seats[0], f"deals/{one['id']}/")
    assert (answer.status_code, answer.json()["code"]) == (409, "table.real-cards")
    answer = get(table.seats[0], f"tables/{one['table']}/")
    assert (answer.status_code, answer.json()["code"]) == (409, "table.real-cards")
    for part, status in (("events", 409), ("moves", 409), ("record", 404)):
        assert get(table.seats[0], f"deals/{one['id']}/{part}/").status_code == status, part
    move = {"move": "hit", "move_id": str(uuid4()), "expected_version": 1}
    not_there = ("hold", "back", "pause", "ready", "reveal")
    statuses = {"moves": 409, "halt": 403, "time": 422, **dict.fromkeys(not_there, 404)}
    for part, status in statuses.items():
        sent = {**move, "commitment": "", "seed": "a", "seconds": 60, "resume": False}
        answer = post_to(table.seats[0], f"deals/{one['id']}/{part}/", sent)
        assert answer.status_code == status, part


def test_what_is_refused_says_why(table):
    refused = post_to(table.seats[1], results(table), entry(sets=list(WON[:-1])))
    assert refused.status_code == 422 and refused.json()["code"] == "cardboard.cards-missing"
    stranger = post_to(player("stranger"), results(table), entry())
    assert (stranger.status_code, stranger.json()["code"]) == (403, "tournament.not-at-table")
    # A director enters by score sheets, which ask for the second factor.
    assert post_to(table.director, results(table), entry()).status_code == 403
    wrongs: tuple[dict[str, Any], ...] = (
        {"winner": 4},
        {"asides": [[]]},
        {"sets": "x"},
        {"deal": "1.5"},
    )
    for wrong in wrongs:
        assert post_to(table.seats[1], results(table), entry(**wrong)).status_code == 422
    assert get(table.director, results(table).replace("tables/1", "tables/9")).status_code == 404


def test_seats_confirm_contradict_and_a_director_corrects(table):
    post_to(table.seats[1], results(table), entry())
    one = f"{results(table)}{table.score().deal_id}/"
    assert post_to(table.seats[0], one, said(True, others=[2])).status_code == 200
    assert post_to(table.seats[3], one, said(False)).status_code == 422
    answer = post_to(table.seats[3], one, said(False, reason="No khui!"))
    assert answer.json()[0]["status"] == "contradicted"
    correction = {"winner": None, "revision": 1, "reason": "Counted again."}
    correction["idempotency_key"] = str(uuid4())
    assert post_to(table.seats[0], f"{one}correction/", correction).status_code == 403
    answer = post_to(table.director, f"{one}correction/", correction)
    assert (answer.json()[0]["net"], answer.json()[0]["revision"]) == ([0, 0, 0, 0], 2)
    stale = post_to(table.seats[3], one, said(True))
    assert (stale.status_code, stale.json()["code"]) == (409, "tournament.cardboard-changed")


POSITION: dict[str, Any] = {
    "seat": MR.seat,
    "card": MR.card,
    "hand": list(MR.hand),
    "public": [list(sets) for sets in MR.public],
    "dead": list(MR.dead),
}


def once(**more: Any) -> dict[str, Any]:
    return {"idempotency_key": str(uuid4()), **more}


def disputed() -> tuple[Table, str]:
    """Return a table whose one result is confirmed and disputed, and the address of that result."""
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=10)
    post_to(table.seats[1], results(table), entry())
    one = f"{results(table)}{table.score().deal_id}/"
    post_to(table.seats[0], one, said(True))
    filed = {"revision": 1, "discard": POSITION, "reason": "Mr was not the worst."}
    post_to(table.seats[2], f"{one}dispute/", once(**filed))
    return table, one


def test_a_penalty_is_disputed_ruled_on_and_appealed():
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=10)
    post_to(table.seats[1], results(table), entry())
    one = f"{results(table)}{table.score().deal_id}/"
    post_to(table.seats[0], one, said(True))
    filed = {"revision": 1, "discard": POSITION, "reason": "Mr was not the worst."}
    wrong = {**filed, "discard": {**POSITION, "hand": ["Mr"]}}
    refused = post_to(table.seats[2], f"{one}dispute/", once(**wrong))
    assert (refused.status_code, refused.json()["code"]) == (422, "discard.hand")
    assert post_to(player("x"), f"{one}dispute/", once(**filed)).status_code == 403
    body = once(**filed)
    for _ in range(2):
        (paper,) = post_to(table.seats[2], f"{one}dispute/", body).json()
    judged = paper["dispute"]["judgement"]
    assert paper["status"] == "disputed" and judged["penalty"] is True
    joined = {"revision": 1, "reason": "I paid, too."}
    (paper,) = post_to(table.seats[3], f"{one}dispute/", once(**joined)).json()
    assert paper["dispute"]["joined"] == [{"seat": 3, "reason": "I paid, too."}]
    assert post_to(table.seats[3], f"{one}dispute/", once(**joined)).status_code == 409
    assert judged["usefulness"]["Mr"] < judged["usefulness"][judged["worst"][0]]
    ruling = {"revision": 1, "penalty": True, "section": "§10.3", "reason": "As computed."}
    assert post_to(table.seats[1], f"{one}ruling/", once(**ruling)).status_code == 403
    referee = player("referee", is_referee=True)
    (paper,) = post_to(referee, f"{one}ruling/", once(**ruling)).json()
    assert paper["net"] == [-162, 162, 0, 0] and paper["dispute"]["open"] is False
    appeal = {"revision": 2, "reason": "One Gw was not dead."}
    (paper,) = post_to(table.seats[0], f"{one}appeal/", once(**appeal)).json()
    assert paper["dispute"]["open"] is True and paper["counts"] is True
    void = {**ruling, "revision": 2, "void": True}
    other = player("other", is_referee=True)
    assert post_to(other, f"{one}ruling/", once(**void)).status_code == 422
    (paper,) = post_to(other, f"{one}ruling/", once(**{**void, "penalty": False})).json()
    assert paper["net"] == [0, 0, 0, 0] and paper["counts"] is False
    assert [one["void"] for one in paper["dispute"]["rulings"]] == [False, True]
    assert paper["dispute"]["proposed"] is False and paper["dispute"]["proposal"] is None


def test_a_director_without_a_seat_decides_a_contradicted_result_and_disputes_its_penalty():
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=10)
    post_to(table.seats[1], results(table), entry())
    one = f"{results(table)}{table.score().deal_id}/"
    post_to(table.seats[3], one, said(False, reason="No khui!"))
    stranger = post_to(player("stranger"), one, said(True))
    assert (stranger.status_code, stranger.json()["code"]) == (403, "tournament.not-at-table")
    (paper,) = post_to(table.director, one, said(True)).json()
    assert (paper["status"], paper["contradicted_by"]) == ("confirmed", None)
    filed = {"revision": 1, "discard": POSITION, "reason": "The table asked me to."}
    (paper,) = post_to(table.director, f"{one}dispute/", once(**filed)).json()
    assert (paper["status"], paper["dispute"]["seat"]) == ("disputed", None)


def test_a_ruling_is_withdrawn_by_another_referee_and_the_dispute_waits_again():
    table, one = disputed()
    referee = player("referee", is_referee=True)
    ruling = {"revision": 1, "penalty": True, "section": "§10.3", "reason": "As computed."}
    post_to(referee, f"{one}ruling/", once(**ruling))
    wish = once(revision=2, seen=2, reason="One Gw was not dead.")
    no_duty = post_to(table.director, f"{one}ruling/withdrawal/", wish)
    assert (no_duty.status_code, no_duty.json()["code"]) == (403, "ruling.not-referee")
    other = player("other", is_referee=True)
    for _ in range(2):
        (paper,) = post_to(other, f"{one}ruling/withdrawal/", wish).json()
    assert (paper["status"], paper["dispute"]["open"]) == ("disputed", True)


@pytest.mark.parametrize("act", ["confirm_result", "correct_result"])
def test_a_director_who_plays_elsewhere_is_told_that_somebody_has_to_agree(act):
    lan = player("lan", is_director=True)
    people = [player(name) for name in ("an", "binh", "chi", "dung", "em", "giang", "hoa")]
    table = Table(lan, people=(lan, *people), entry_fee=0, late_until=1, rounds=2)
    table.mark(table=2)
    drawn = table.state.rounds[0].tables
    number = 2 if f"player:{lan.pk}" in drawn[0].seats else 1
    seats = [Player.objects.get(pk=player_id(one)) for one in drawn[number - 1].seats]
    there = f"tournaments/{table.id}/rounds/1/tables/{number}/results/"
    (paper,) = post_to(seats[1], there, entry()).json()
    body = said(True) if act == "confirm_result" else once(winner=None, revision=1, reason="No.")
    address = f"{there}{paper['deal_id']}/" + ("correction/" * (act == "correct_result"))
    for _ in range(2):
        (answered,) = post_to(lan, address, body).json()
        assert answered == {**paper, "waits": ASKED}
    assert waiting_acts(table.id) == [act]
    (answered,) = post_to(seats[2], f"{there}{paper['deal_id']}/", said(True)).json()
    assert (answered["waits"], answered["confirmed_by"]) == ("", [1, 2])


def test_a_second_referee_reads_what_is_proposed_and_signs_what_was_read():
    table, one = disputed()
    limit(5)
    first, second = player("first", is_referee=True), player("second", is_referee=True)
    ruling = {"revision": 1, "outcome": "yes", "section": "§10.3", "reason": "Gy was there."}
    (paper,) = get(first, results(table)).json()
    early = {**ruling, "seen": paper["dispute"]["seen"]}
    post_to(table.seats[3], f"{one}dispute/", once(revision=1, reason="I paid, too."))
    moved = post_to(first, f"{one}ruling/", once(**early))
    assert (moved.status_code, moved.json()["code"]) == (409, "ruling.moved-on")
    (paper,) = post_to(first, f"{one}ruling/", once(**{**early, "seen": early["seen"] + 1})).json()
    proposed = {"outcome": "yes", "section": "§10.3", "reason": "Gy was there."}
    assert paper["dispute"]["proposal"] == {**proposed, "referee": first.pk}
    assert paper["dispute"]["proposed"] is True and paper["status"] == "disputed"
    (paper,) = get(second, results(table)).json()
    read = {"revision": paper["revision"], "seen": paper["dispute"]["seen"]}
    post_to(table.seats[0], f"{one}answer/", once(revision=1, reason="It was gone."))
    stale = post_to(second, f"{one}ruling/signature/", once(**read))
    assert (stale.status_code, stale.json()["code"]) == (409, "ruling.moved-on")
    (paper,) = get(second, results(table)).json()
    read["seen"] = paper["dispute"]["seen"]
    (paper,) = post_to(second, f"{one}ruling/signature/", once(**read)).json()
    assert paper["dispute"]["proposal"] is None and paper["dispute"]["open"] is False
    assert paper["dispute"]["rulings"][0]["reason"] == "Gy was there."


@pytest.mark.parametrize("act", ["signature", "rejection", "withdrawal"])
def test_nobody_decides_about_a_ruling_without_saying_what_they_read(table, act):
    post_to(table.seats[1], results(table), entry())
    blind = once(revision=1, reason="So.")
    address = f"{results(table)}{table.score().deal_id}/ruling/{act}/"
    answer = post_to(player("referee", is_referee=True), address, blind)
    assert (answer.status_code, answer.json()["code"]) == (422, "request.invalid")
    assert answer.json()["detail"].startswith("seen:")


def test_tables_are_marked_and_a_waiting_round_is_closed(table):
    marks = f"tournaments/{table.id}/real-cards/"
    shown = get(table.seats[0], marks).json()
    assert shown["tables"] == [{"table": 1, "cardboard": True, "bots": False, "fixed": False}]
    back = {"table": 1, "cardboard": False}
    assert post_to(table.seats[0], marks, once(**back)).status_code == 403
    shown = post_to(table.director, marks, once(**back)).json()
    assert shown["tables"][0]["cardboard"] is False
    post_to(table.director, marks, once(table=1, cardboard=True))
    refused = post_to(table.director, marks, once(table=9, cardboard=True))
    assert (refused.status_code, refused.json()["code"]) == (404, "tournament.no-such-table")
    for deal in (1, 2):
        post_to(table.seats[1], results(table), entry(deal=deal))
    end = f"tournaments/{table.id}/round-end/"
    assert post_to(table.seats[1], end, once()).status_code == 403
    assert post_to(table.director, end, once()).status_code == 200
    assert table.state.rounds[0].closed


def test_the_referee_is_called_to_a_table_with_real_cards(table):
    post_to(table.seats[1], results(table), entry())
    call = f"tables/{table.row.games_table_id}/call/"
    answer = post_to(table.seats[0], call, {"reason": "rule", "words": "Which is trash?"})
    assert answer.status_code == 200
    referee = player("referee", is_referee=True)
    waiting = get(referee, "calls/").json()
    number = (waiting["results"] if isinstance(waiting, dict) else waiting)[0]["id"]
    assert post_to(referee, f"calls/{number}/take/", {}).status_code == 200
    said = {"words": "The rook.", "section": "3.5"}
    assert post_to(referee, f"calls/{number}/answer/", said).status_code == 200


def test_a_result_is_entered_by_its_numbers_alone(table):
    counted = {"points": 19, "quans": 1, "khuis": 1, "yellow_kings": 0}
    body = entry(sets=[], counted=counted, asides=[[], [], ["khap"], []])
    assert post_to(table.seats[1], results(table), body).status_code == 200
    (one,) = get(player("guest"), results(table)).json()
    assert (one["net"], one["points"]) == ([-57, 162, -48, -57], 19)
    assert (one["sets"], one["counted"]) == ([], counted)


@pytest.mark.parametrize(
    ("counted", "code"),
    [
        ({"points": 18, "quans": 1, "khuis": 1}, "cardboard.points-between"),
        ({"points": 9, "quans": 0, "khuis": 6}, "cardboard.kongs-too-many"),
        ({"points": 19, "yellow_kings": 1}, "cardboard.yellow-kings"),
        ({"points": 100}, "request.invalid"),
        ({"points": -1}, "request.invalid"),
        ({}, "request.invalid"),
    ],
)
def test_numbers_that_cannot_be_are_refused(table, counted, code):
    answer = post_to(table.seats[1], results(table), entry(sets=[], counted=counted))
    assert answer.status_code == 422 and answer.json()["code"] == code
    assert get(player("guest"), results(table)).json() == []

"""The pages of tables with real cards: a result is tapped in, confirmed, contradicted and corrected."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.models import Deal, Player
from tests.support.cardboard import V4, WON, Table
from tests.support.notices import tell
from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments import commands
from tournaments.engine.real_cards.entered_results import ResultStatus
from tournaments.engine.real_cards.events import Lay
from tournaments.models import RoundTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Player) -> Table:
    return Table(director)


def shown(who: Player, page: str, **asked: Any) -> str:
    return str(browser(who).get(page, asked).content.decode())


def press(who: Player, page: str, act: str, **sent: Any) -> Any:
    return browser(who).post(page, {"act": act, "idempotency_key": str(uuid4()), **sent})


def about(table: Table, deal: int = 1) -> dict[str, int]:
    score = table.score(deal)
    assert score.paper is not None
    return {"deal_id": score.deal_id, "revision": score.paper.revision}


def test_a_table_of_the_club_leads_to_its_results(table):
    answer = browser(table.seats[0]).get(f"/tables/{table.row.games_table_id}/")
    answer = browser(table.seats[0]).get(answer["Location"])
    assert answer["Location"] == table.page
    assert "How did deal 1 end?" in shown(table.seats[0], table.page)
    assert "How did deal 1 end?" not in shown(player("stranger"), table.page)


def test_the_lobby_offers_no_watching_and_no_clock_where_cards_are_real(table):
    here, name = table.row.games_table_id, f'id="look-{table.row.games_table_id}"'
    other, mine = shown(player("stranger"), "/"), shown(table.seats[0], "/")
    assert f'id="table-{here}"' in other and f'id="way-{here}"' not in other and name not in other
    assert "s per move" not in other and "real cards" in other
    assert f'id="way-{here}"' in mine and name in mine


def test_a_hand_is_tapped_in_without_a_script(table):
    """Each tap is a submit button of a GET form; what was tapped before is in its hidden fields."""
    held: dict[str, Any] = {}
    page = shown(table.seats[1], table.page)
    names = re.findall(r'name="winner" value="(\w+)"', page)
    assert names == ["0", "1", "2", "3", "none"]
    held["winner"] = "1"
    for one in WON:
        asked = {**held, "kind": one.split()[0]}
        page = shown(table.seats[1], table.page, **asked)
        assert f'name="add" value="{one}"' in page
        page = shown(table.seats[1], table.page, **asked, add=one)
        form = page.split('action="#entry"')[1].split("</form>")[0]
        held["set"] = re.findall(r'type="hidden" name="set" value="([^"]+)"', form)
    assert held["set"] == list(WON) and "21 of 21 cards, points: 19" in page
    answer = press(table.seats[1], table.page, "enter", deal="1", **held)
    assert answer.status_code == 303 and table.score().net == (-54, 162, -54, -54)
    assert "confirmed by only one player" in shown(table.seats[0], table.page)


def test_a_card_is_offered_no_fifth_time_and_a_set_is_taken_away(table):
    sets = ["pair Rr Rr", "khap Cg Cg Cg"]
    page = shown(table.seats[0], table.page, winner="0", set=sets, kind="khap")
    assert re.search(r'value="khap Rr Rr Rr" disabled', page)
    assert re.search(r'value="khap Ry Ry Ry"\s', page)
    page = shown(table.seats[0], table.page, winner="0", set=sets, drop="set 0")
    assert 'name="set" value="pair Rr Rr"' not in page and "3 of 21 cards" in page


def test_kongs_of_a_loser_and_a_penalty_are_tapped_in(table):
    page = shown(table.seats[1], table.page, winner="1", kind="2 khap")
    assert 'value="2 khap"' in page and 'name="add" value="2 khap Rr"' in page
    page = shown(table.seats[1], table.page, winner="1", add="2 khap Rr", offender="3")
    assert 'name="aside" value="2 khap Rr"' in page and "§10.3" in page
    answer = press(
        table.seats[1],
        table.page,
        "enter",
        deal="1",
        winner="1",
        set=list(WON),
        aside=["2 khap", "0 quan"],
        offender="3",
        section="§10.3",
    )
    assert answer.status_code == 303
    score = table.score()
    assert (score.penalised, score.paper.lay.section) == (3, "§10.3")
    assert score.paper.lay.asides == (("quan",), (), ("khap",), ())


def test_the_sections_of_a_penalty_are_offered_and_none_is_put_in_unseen(table):
    page = shown(table.seats[1], table.page, winner="1", offender="3")
    assert "which cards are the worst" in page and "what the offender pays" in page
    entry = {"deal": "1", "winner": "1", "set": list(WON), "offender": "3"}
    for told, words in (
        ({}, "Name the section"),
        ({"section": ""}, "Name the section"),
        ({"section": "§9.99"}, "A penalty needs one of these sections: "),
    ):
        answer = press(table.seats[1], table.page, "enter", **entry, **told)
        assert answer.status_code == 422 and words in answer.content.decode()
    assert not table.state.rounds[0].tables[0].scores


def test_a_refused_result_stays_in_the_form_with_its_sentence(table):
    answer = press(table.seats[1], table.page, "enter", deal="1", winner="1", set=list(WON[:-1]))
    page = answer.content.decode()
    assert answer.status_code == 422 and "Rule: §7.1" in page and 'value="pair Gr Gr"' in page
    extra = [*WON[:-1], "pair Rr Rr"]
    answer = press(table.seats[1], table.page, "enter", deal="1", winner="1", set=extra)
    assert "you entered 6 of red rook" in answer.content.decode()
    assert press(table.seats[1], table.page, "enter", deal="1").status_code == 422
    assert press(table.seats[1], table.page, "dance", deal="1").status_code == 422


@pytest.mark.parametrize(
    ("asked", "entered"),
    [
        ({"winner": "7", "set": ["x", "pair"], "aside": ["9 khap", "khap", "1 pear", ""]}, 422),
        ({"winner": "1", "kind": "9 9 9", "drop": "set 99", "add": "0 0 0"}, 409),
        (
            {"winner": "1", "kind": "1 rubbish", "add": "quan", "section": "§1", "offender": "-1"},
            409,
        ),
        ({"correct": "99999999999999999999999", "idempotency_key": "no"}, 422),
        ({"winner": "0", "set": ["pair Rr Rr"] * 40, "aside": ["1 khap Rr"] * 40}, 409),
    ],
)
def test_nonsense_in_an_address_or_a_form_breaks_nothing(table, asked, entered):
    assert browser(table.seats[0]).get(table.page, asked).status_code == 200
    statuses = {"enter": entered, "confirm": 404, "contradict": 404, "correct": 403}
    for act, status in statuses.items():
        assert press(table.seats[0], table.page, act, **asked).status_code == status


def test_the_second_phone_sees_what_stands(table):
    sent = {"deal": "1", "winner": "none"}
    assert press(table.seats[0], table.page, "enter", **sent).status_code == 303
    answer = press(table.seats[1], table.page, "enter", deal="1", winner="1", set=list(WON))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody has already entered deal 1" in page and "nobody won" in page


def test_the_others_confirm_on_their_phones_or_the_phone_is_passed_round(table):
    table.enter(table.seats[1])
    assert press(table.seats[0], table.page, "confirm", **about(table)).status_code == 303
    stranger = press(player("stranger"), table.page, "confirm", **about(table))
    assert (
        stranger.status_code == 403
        and "Only players at this table can do that" in stranger.content.decode()
    )
    page = shown(table.seats[1], table.page)
    assert re.findall(r'name="other" value="(\d)"', page) == ["2", "3"]
    press(table.seats[1], table.page, "confirm", other=["2", "3"], **about(table))
    assert table.score().paper.status is ResultStatus.CONFIRMED
    log = shown(table.director, f"/tournaments/{table.id}/log")
    assert "confirmed the result on " in log


def test_who_has_confirmed_a_result_can_only_confirm_it_for_others_who_are_ticked(table):
    table.enter(table.seats[1])
    assert "That is right" in shown(table.seats[0], table.page)
    press(table.seats[0], table.page, "confirm", **about(table))
    page = shown(table.seats[0], table.page)
    assert "That is right" not in page and "Confirm for the ticked players" in page
    press(table.seats[0], table.page, "confirm-others", other=["2"], **about(table))
    assert table.score().paper.confirmed_by == (0, 1, 2)
    client = browser(table.seats[0])
    client.post(table.page, {"act": "confirm-others", **about(table)})
    assert "Nobody was ticked" in client.get(table.page).content.decode()
    table.confirm(table.seats[3])
    assert "ticked players" not in shown(table.seats[0], table.page)


def all_of(table: Table, *deals: int) -> list[str]:
    return ["{deal_id}:{revision}".format(**about(table, deal)) for deal in deals]


def test_the_results_of_a_table_are_confirmed_at_one_press(table):
    for deal in (1, 2):
        assert 'id="confirm-all"' not in shown(table.seats[0], table.page)
        table.enter(table.seats[1], deal=deal)
    page = shown(table.seats[0], table.page)
    assert "Confirm 2 results together" in page and "They are all right" in page
    sent = re.findall(r'name="result" value="([^"]+)"', page)
    assert sent == all_of(table, 1, 2)
    answer = press(table.seats[0], table.page, "confirm-all", result=sent, other=["2"])
    assert answer.status_code == 303
    for deal in (1, 2):
        paper = table.score(deal).paper
        assert paper is not None and set(paper.confirmed_by) == {0, 1, 2}
    page = shown(table.seats[0], table.page)
    assert "They are all right" not in page and "Confirm for the ticked players" in page
    again = {"result": sent, "for": "others"}
    answer = browser(table.seats[0]).post(
        table.page, {"act": "confirm-all", "idempotency_key": str(uuid4()), **again}, follow=True
    )
    assert "Nobody was ticked" in answer.content.decode()


def test_of_results_confirmed_at_one_press_an_old_one_or_anothers_stops_all(table):
    for deal in (1, 2):
        table.enter(table.seats[1], deal=deal)
    sent = all_of(table, 1, 2)
    table.contradict(table.seats[2], deal=2)
    answer = press(table.seats[0], table.page, "confirm-all", result=sent)
    assert answer.status_code == 409
    assert press(player("stranger"), table.page, "confirm-all", result=sent[:1]).status_code == 403
    for odd in (["x"], [], [":1"], ["9" * 40 + ":1"]):
        assert press(table.seats[0], table.page, "confirm-all", result=odd).status_code == 404, odd
    for changed in ([sent[0].removesuffix("1")], [*sent, sent[0].replace(":1", ":2")]):
        assert (
            press(table.seats[0], table.page, "confirm-all", result=changed).status_code == 409
        ), changed
    paper = table.score(1).paper
    assert paper is not None and paper.confirmed_by == (1,)
    deals = re.findall(r'id="deal-(\d)"', shown(table.seats[0], table.page))
    assert deals == ["2", "1"], "what a player objects to is first"
    table.contradict(table.seats[2], deal=1)
    table.confirm(table.seats[2], deal=2)
    deals = re.findall(r'id="deal-(\d)"', shown(table.seats[0], table.page))
    assert deals == ["1", "2"]


def test_one_press_confirms_results_of_the_same_players_alone(director):
    """A substitute confirms at one press only the deals that they have played themselves."""
    table, sub = Table(director, deals=4), player("sub")
    for deal in (1, 2):
        table.enter(table.seats[1], deal=deal)
    page = shown(table.seats[0], table.page)
    assert re.findall(r'name="result" value="([^"]+)"', page) == all_of(table, 1, 2)
    told: dict[str, Any] = {"by": director, "tournament_id": table.id, "now": timezone.now()}
    commands.list_reserve(player=sub.pk, **(told | {"by": sub}))
    commands.give_seat(**told, reason="Ill.", table=1, seat=2, player=sub.pk, span="rest")
    gone = table.seats[2].shown_name
    page = shown(table.seats[0], table.page).split('id="confirm-all"')[1].split("</form>")[0]
    assert gone in page and sub.shown_name not in page
    for deal in (3, 4):
        table.enter(table.seats[1], deal=deal)
    page = shown(table.seats[0], table.page)
    assert re.findall(r'name="result" value="([^"]+)"', page) == all_of(table, 3, 4)
    part = page.split('id="confirm-all"')[1].split("</form>")[0]
    assert sub.shown_name in part and gone not in part
    page = shown(table.seats[2], table.page)
    assert re.findall(r'name="result" value="([^"]+)"', page) == all_of(table, 1, 2)
    stopped = press(sub, table.page, "confirm-all", result=all_of(table, 1, 3))
    paper = table.score(3).paper
    assert stopped.status_code == 403 and paper is not None and paper.confirmed_by == (1,)


def test_the_page_of_a_tournament_leads_a_member_to_the_results_that_wait_for_them(table):
    home = f"/tournaments/{table.id}/"
    assert "Go to your table" in shown(table.seats[0], home)
    for deal in (1, 2):
        table.enter(table.seats[1], deal=deal)
    page = shown(table.seats[0], home)
    assert "Confirm 2 results" in page and table.page in page and "Go to your table" not in page
    table.confirm(table.seats[0])
    assert "Confirm 1 result" in shown(table.seats[0], home)
    assert "Confirm " not in shown(table.seats[1], home)
    table.confirm(table.seats[0], deal=2)
    assert "Confirm 1 result" not in shown(table.seats[0], home)


def test_a_phone_is_told_what_is_new_at_its_table_and_nothing_else(table):
    phone = browser(table.seats[0])
    asked = {"results": "", "shown": ""}
    assert phone.get(table.page, asked, headers={"HX-Request": "true"}).status_code == 204
    table.enter(table.seats[1])
    answer = phone.get(table.page, asked, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 200 and "That is right" in page and "<html" not in page
    asked["shown"] = re.findall(r'name="shown" value="([^"]+)"', page)[0]
    assert phone.get(table.page, asked, headers={"HX-Request": "true"}).status_code == 204


def test_a_contradicted_result_is_decided_by_the_director(table, director):
    table.enter(table.seats[1])
    press(table.seats[3], table.page, "contradict", reason="No khui!", **about(table))
    desk = table.page.replace("/result", "/decide")
    assert desk in shown(director, table.page)
    page = shown(director, desk)
    door = f"/tournaments/{table.id}/corrections/deals/{table.score().deal_id}"
    assert "No khui!" in page and door in page
    assert browser(table.seats[0]).get(desk).status_code == 403
    assert door not in shown(table.seats[0], table.page)
    page = shown(director, desk, correct=table.score().deal_id)
    assert 'value="quan Rr Rr Rr Rr"' in page
    told = {"correct": table.score().deal_id, "revision": "1", "winner": "none"}
    assert press(director, table.page, "correct", reason="No.", **told).status_code == 403
    answer = press(director, desk, "correct", reason="Counted again.", **told)
    assert answer.status_code == 303 and table.score().net == (0, 0, 0, 0)
    assert "Counted again." in shown(director, f"/tournaments/{table.id}/log")


@pytest.mark.usefixtures("followers_do_not_wait")
def test_a_contradicted_result_leads_to_its_table_and_waits_for_no_referee(table, director):
    table.enter(table.seats[1])
    press(table.seats[3], table.page, "contradict", reason="No khui!", **about(table))
    page = shown(director, f"/tournaments/{table.id}/")
    assert "These real-card results are disputed" in page and "referee&#x27;s ruling" not in page
    assert f"/tournaments/tables/{Deal.objects.get().table_id}" in page
    assert "Keep it as it was entered" in shown(director, table.page.replace("/result", "/decide"))
    assert "Keep the result" not in shown(table.seats[3], table.page)
    tell()
    assert f'href="{table.page}"' in shown(director, "/notices")


def test_lists_say_that_cards_were_real_and_what_is_not_confirmed(table):
    table.enter(table.seats[1])
    member = table.seats[0]
    tournament = shown(member, f"/tournaments/{table.id}/")
    assert "Table 1, South, real cards</strong>" in tournament
    assert "real cards" in tournament and "not confirmed by all" in tournament
    assert "results not confirmed by all yet: 1" in tournament
    deals = shown(member, "/replays/")
    assert "real cards" in deals and "not confirmed by all" in deals
    deal = shown(member, f"/replays/{Deal.objects.get().pk}/")
    assert "but no moves" in deal and "won with 19 points" in deal
    assert browser(member).get(f"/members/{table.seats[1].pk}").status_code == 301


def test_pages_of_such_a_deal_say_what_there_is(table):
    table.enter(table.seats[1])
    member, deal = browser(table.seats[0]), Deal.objects.get()
    for part, status in (("", 200), ("record.json", 404), ("receipt.json", 404), ("dispute/", 302)):
        assert member.get(f"/replays/{deal.pk}/{part}").status_code == status, part
    filed = member.post(f"/replays/{deal.pk}/dispute/", {"discard": 1, "reason": "x"})
    assert filed.status_code == 404
    for one in table.seats:
        assert member.get(f"/members/{one.pk}/").status_code == 200
    for page in ("/", "/fairness/", f"/tournaments/{table.id}/hall?show=tables"):
        assert member.get(page).status_code == 200, page
    for what in ("results", "standings", "draws"):
        assert member.get(f"/tournaments/{table.id}/{what}.csv").status_code == 200


def test_a_director_marks_a_table_before_its_first_card(director):
    table = Table(director, rounds=2)
    page = f"/tournaments/{table.id}/real-cards"
    assert "Play on screen" in shown(director, page)
    assert browser(table.seats[0]).get(page).status_code == 403
    sent = {"table": "1", "mark": "screens", "idempotency_key": str(uuid4())}
    assert browser(director).post(page, sent).status_code == 303
    assert not RoundTable.objects.get().cardboard
    for wrong, status in (
        ({"table": "9"}, 404),
        ({"table": "x"}, 422),
        ({}, 422),
        ({"table": "1", "mark": "paper"}, 422),
    ):
        assert browser(director).post(page, {"mark": "cards", **wrong}).status_code == status
    table.mark()
    table.enter(table.seats[0], Lay(None))
    assert "this round stays as it is" in shown(director, page)
    assert browser(director).post(page, {"table": "all", "mark": "cards"}).status_code == 303
    assert "Play on screen from round 2 on" in shown(director, page)
    assert V4.winner == 1


def test_a_hand_is_tapped_in_with_thirteen_taps_to_its_saving(table):
    """Each step is a button that the page before it offers."""
    phone = table.seats[1]
    asked: dict[str, Any] = {"winner": "1", "set": []}
    taps = 1
    for kind in ("pair", "pair", "king-guard-minister", "three-pawns", "khap", "quan", "khui"):
        text = next(one for one in WON if one.startswith(f"{kind} ") and one not in asked["set"])
        page = shown(phone, table.page, **asked)
        if f'name="add" value="{text}"' not in page:
            assert f'name="kind" value="{kind}"' in page
            asked["kind"] = kind
            taps += 1
            page = shown(phone, table.page, **asked)
        assert f'name="add" value="{text}"' in page
        asked["set"].append(text)
        taps += 1
    told = {"deal": "1", "winner": "1", "set": asked["set"]}
    assert press(phone, table.page, "enter", **told).status_code == 303
    assert (taps + 1, table.score().points) == (13, 19)

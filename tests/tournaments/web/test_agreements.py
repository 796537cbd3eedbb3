"""The page and the lobby ask a member by one press; the API asks alike."""

import re
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from games.models import Player
from notices.models import Notice
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def evening() -> Evening:
    """A tournament whose director plays, and has asked to remove the second member."""
    evening = Evening(8, rounds=3)
    director, gone = evening.people[:2]
    director.is_director = True
    director.save()
    commands.remove(
        by=director,
        tournament_id=evening.id,
        now=evening.now,
        player=gone.pk,
        reason="He threw the cards.",
    )
    return evening


def page(who: Player | None, evening: Evening) -> str:
    return browser(who).get(f"/tournaments/{evening.id}/").content.decode()


def press(who: Player, evening: Evening, act: str) -> str:
    """Press a button of the page, and return what it says afterwards."""
    visitor = browser(who)
    sent = {"act": act, "idempotency_key": str(uuid4())}
    answer = visitor.post(f"/tournaments/{evening.id}/agreements/1", sent, follow=True)
    return str(answer.content.decode())


def left(evening: Evening) -> set[int]:
    return set(queries.current(evening.id).state.left)


def test_the_page_says_in_a_sentence_what_is_asked_and_gives_the_buttons_to_who_may_answer(evening):
    director, gone, other = evening.people[:3]
    for who in (director, gone, other, None):
        said = " ".join(page(who, evening).split())
        assert f"Remove {gone.shown_name} (He threw the cards.)" in said
    agree = 'value="agree"'
    assert [agree in page(who, evening) for who in (director, gone, other)] == [False, False, True]
    assert "Take it back" in page(director, evening)


def test_the_director_reads_what_waits_as_the_next_step(evening):
    said = page(evening.people[0], evening)
    assert "A request waits until another member agrees." in said
    assert f'href="#agreements-{evening.id}"' in said and f'id="agreements-{evening.id}"' in said


def test_one_press_agrees_and_carries_it_out(evening):
    assert "You agreed, and it is done." in press(evening.people[2], evening, "agree")
    assert left(evening) == {evening.people[1].pk}
    assert "Another member has to agree" not in page(evening.people[2], evening)
    assert "Somebody has already answered this" in press(evening.people[3], evening, "agree")
    log = browser().get(f"/tournaments/{evening.id}/log").content.decode()
    assert f"{evening.people[2].shown_name} agreed to request 1" in log
    assert "a director who plays here" in log


def test_one_press_declines_and_the_director_is_told(evening):
    assert "You did not agree, and nothing changes." in press(evening.people[2], evening, "decline")
    assert left(evening) == set()
    tell()
    assert any("did not agree" in said for said in words_for(evening.people[0]))


def test_whoever_has_an_interest_presses_in_vain(evening):
    assert "t decide it yourself" in press(evening.people[1], evening, "agree")
    assert "You withdrew your request" in press(evening.people[0], evening, "decline")
    assert left(evening) == set()


def test_what_can_no_longer_be_done_says_so_and_lapses(evening):
    commands.leave(by=evening.people[1], tournament_id=evening.id, now=evening.now)
    assert "this can no longer be done" in press(evening.people[2], evening, "agree")
    assert Tournament.objects.get().agreements == 0
    tell()
    assert any("could no longer be carried out" in said for said in words_for(evening.people[0]))


def test_the_lobby_asks_as_well_and_everybody_without_an_interest_gets_a_notice(evening):
    lobby = browser(evening.people[2]).get("/").content.decode()
    assert re.search(r'action="/tournaments/\d+/agreements/1"', lobby) and "Disagree" in lobby
    assert "Disagree" not in browser(evening.people[1]).get("/").content.decode()
    tell()
    asked = Notice.objects.filter(name="tournament.agreement-asked")
    assert set(asked.values_list("player", flat=True)) == {one.pk for one in evening.people[2:]}


def test_a_press_that_is_no_act_is_refused(evening):
    answer = browser(evening.people[2]).post(
        f"/tournaments/{evening.id}/agreements/1", {"act": "x"}
    )
    assert answer.status_code == 422


def test_the_api_lists_what_waits_and_takes_an_answer(evening):
    api, other = APIClient(), evening.people[2]
    api.force_authenticate(other)
    here = f"/api/v1/tournaments/{evening.id}/"
    [waits] = api.get(here).json()["waiting_agreements"]
    assert (waits["number"], waits["answers"], waits["own"]) == (1, True, False)
    sent: dict[str, Any] = {"agrees": True, "idempotency_key": str(uuid4())}
    for _again in range(2):
        answer = api.post(f"{here}agreements/1/", sent, format="json")
        assert (answer.status_code, answer.json()) == (200, [])
    assert left(evening) == {evening.people[1].pk}


def test_a_director_reads_before_entering_what_then_needs_another_and_what_not():
    director = player("director", is_director=True)
    made = announced(director, player("an"), entry_fee=0, rounds=3, late_until=2)
    here, told = (
        f"/tournaments/{made}/",
        "another member has to agree to the change on their own phone",
    )
    assert told in " ".join(browser(director).get(here).content.decode().split())
    assert told not in browser(player("binh")).get(here).content.decode()
    api = APIClient()
    api.force_authenticate(director)
    assert told in api.get(f"/api/v1{here}").json()["if_you_play"]
    commands.enter(by=director, tournament_id=made, now=NOW)
    assert told in browser(director).get(f"{here}start").content.decode()
    commands.start(by=director, tournament_id=made, now=NOW)
    other = player("other", is_director=True)
    assert told in browser(other).get(f"{here}enter").content.decode()
    assert told not in browser(player("chi")).get(f"{here}enter").content.decode()


def test_an_act_that_waits_is_not_said_to_be_done(evening):
    director, gone = evening.people[0], evening.people[3]
    sent = {"act": "remove", "reason": "Late.", "idempotency_key": str(uuid4())}
    where = f"/tournaments/{evening.id}/entries/{gone.pk}/"
    answer = browser(director).post(where, sent, follow=True)
    [said] = answer.context["messages"]
    assert (
        said.level_tag == "warning"
        and "You play in this tournament, so another member has to agree first" in str(said)
    )
    assert gone.pk not in left(evening)


def test_of_settings_only_those_that_change_are_asked_about(evening):
    deals = queries.current(evening.id).state.options.deals_per_round
    commands.correct_settings(
        by=evening.people[0],
        tournament_id=evening.id,
        settings={"late_until": 3, "rounds": 3, "deals_per_round": deals},
        reason="One more comes.",
        now=evening.now,
    )
    asked = page(evening.people[2], evening)
    assert "Late entry until round: 3" in asked
    assert f"Deals per round: {deals}" not in asked and "Rounds: 3" not in asked


def test_a_request_holds_the_changed_settings_alone(evening):
    """Another director may change the others while it waits."""
    address = f"/tournaments/{evening.id}/corrections/terms"
    client = browser(evening.people[0])
    form = client.get(address).context["forms"][0][2]
    values = {one.html_name: one.value() for one in form}
    sent = {name: str(now) for name, now in values.items() if now is not None and now is not False}
    sent |= {"late_until": "3", "reason": "One more comes.", "act": "terms"}
    assert client.post(address, sent).status_code == 303
    *_before, waiting = queries.current(evening.id).state.agreements.values()
    assert waiting.wish.arguments["settings"] == {"late_until": 3}

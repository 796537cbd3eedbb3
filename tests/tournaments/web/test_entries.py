"""The pages of entries: what a member and a director may choose there, and what they are told."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from games.engine.rules import VINAGAMES
from games.log import stream_version
from games.models import Player, Table
from replays import queries as replays
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW, penalty_seed, stored_deal
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, player, score
from tournaments import commands
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def an() -> Player:
    return player("an")


def started(director: Player, an: Player, **options: Any) -> int:
    people = [an, *[player(name) for name in ("binh", "chi", "dung")]]
    tournament = announced(director, *people, **{"rounds": 3, **options})
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    return tournament


def press(who: Player, page: str, act: str, **more: str) -> HttpResponse:
    sent = {"act": act, "idempotency_key": str(uuid4()), **more}
    return browser(who).post(page, sent)  # type: ignore[return-value]


def shown(who: Player | None, page: str) -> str:
    client = browser(who) if who else browser()
    return str(client.get(page).content.decode())


def test_a_member_sits_a_round_out_and_plays_it_after_all(director, an):
    tournament = started(director, an)
    page, own = f"/tournaments/{tournament}/", f"/tournaments/{tournament}/entry"
    assert f'href="{own}"' in shown(an, page) and own not in shown(director, page)
    assert "Sit out round 2" in shown(an, own)
    assert press(an, own, "sit-out").status_code == 303
    assert "sits out the next round" in shown(an, page)
    assert "sits out round 2" in shown(None, page)
    assert "Play round 2 after all" in shown(an, own)
    assert press(an, own, "sit-in").status_code == 303
    assert Entry.objects.get(player=an).status == "plays"


def test_a_member_withdraws_after_reading_what_it_costs_and_comes_back(director, an):
    tournament = started(director, an)
    own = f"/tournaments/{tournament}/entry"
    asked = shown(an, own)
    assert "no place or prize" in asked and "The entry fee stays in the pot." in asked
    answer = press(an, own, "leave")
    assert (answer.status_code, answer["Location"]) == (303, own)
    assert "withdrew in round 1" in shown(None, f"/tournaments/{tournament}/")
    assert press(an, own, "leave").status_code == 409
    assert press(an, own, "take-back").status_code == 303
    assert Entry.objects.get(player=an).status == "plays"


def test_a_director_removes_with_a_reason_that_everybody_reads(director, an):
    tournament = started(director, an)
    page = f"/tournaments/{tournament}/"
    of_an = f"{page}entries/{an.pk}/"
    assert f'href="{page}entries/"' in shown(director, page)
    assert f'href="{of_an}"' in shown(director, f"{page}entries/")
    for reason in ("", "  ", "r" * 501):
        answer = press(director, of_an, "remove", reason=reason)
        assert answer.status_code == 422
        assert 'class="field field--wrong"' in answer.content.decode()
    assert press(director, of_an, "remove", reason="Left <the> hall.").status_code == 303
    assert "left in round 1: Left &lt;the&gt; hall." in shown(None, page)
    own = shown(an, f"{page}entry")
    assert "Left &lt;the&gt; hall." in own and "Nothing can be changed here now." in own
    assert press(an, f"{page}entry", "take-back").status_code == 403
    again = press(director, of_an, "remove", reason="Again.")
    assert (
        again.status_code == 409
        and "Ask a director to bring them back in." in again.content.decode()
    )
    assert press(director, of_an, "take-back").status_code == 303
    assert "left in round" not in shown(None, page)


@pytest.mark.parametrize("act", ["", "shout", "remove", "sit-out\0", "LEAVE"])
def test_an_act_that_a_page_does_not_offer_is_refused_and_does_nothing(director, an, act):
    tournament = started(director, an)
    version = stream_version(f"tournament-{tournament}")
    answer = press(an, f"/tournaments/{tournament}/entry", act, reason="Me.")
    assert answer.status_code == 422
    assert "Choose one of the buttons on the page." in answer.content.decode()
    wrong = browser(an).post(f"/tournaments/{tournament}/entry", {"act": "leave"})
    assert wrong.status_code == 422 and "Press the button again." in wrong.content.decode()
    assert stream_version(f"tournament-{tournament}") == version


def test_who_has_not_entered_has_no_entry_and_members_see_no_other(director, an):
    tournament = started(director, an)
    stranger = player("stranger")
    answer = browser(stranger).get(f"/tournaments/{tournament}/entry")
    assert answer.status_code == 409
    assert "Choose a member who has." in answer.content.decode()
    for address in ("entries/", f"entries/{an.pk}/"):
        assert browser(an).get(f"/tournaments/{tournament}/{address}").status_code == 403
    for number in (stranger.pk, 2**63, 0):
        answer = browser(director).get(f"/tournaments/{tournament}/entries/{number}/")
        assert answer.status_code == 409


def test_late_entry_is_a_term_that_the_page_offers_and_ends(director, an):
    tournament = started(director, an, late_until=2)
    page, late = f"/tournaments/{tournament}/", player("late")
    seen = shown(late, page)
    assert "until round 2 is drawn" in seen and "start in round 2" in seen
    answer = browser(late).post(f"{page}enter", {"idempotency_key": str(uuid4())})
    assert answer.status_code == 303
    assert "entered for round 2" in shown(None, page)
    score(tournament)
    assert "is over: it was open until round 2 was drawn" in shown(None, page)
    later = player("later")
    assert "start in round" not in shown(later, page)
    answer = browser(later).post(f"{page}enter", {"idempotency_key": str(uuid4())})
    assert answer.status_code == 409
    assert "Entry closed when round 2 was drawn." in answer.content.decode()


def test_the_form_takes_the_terms_of_entry_and_tables_of_four(director):
    client = browser(director)
    form = {**GOOD, "rounds": "3", "idempotency_key": str(uuid4())}
    for wrong, said in [
        (
            {"fill_to": "6"},
            "fill the tables up to 6 players, since a table has four seats. Write 8,",
        ),
        ({"least_members": "0"}, "greater than or equal to 1"),
        ({"late_until": "4"}, "Choose a whole number from 0 to 3"),
        ({"late_until": "soon"}, "Enter a whole number."),
    ]:
        answer = client.post("/tournaments/new", {**form, **wrong})
        assert answer.status_code == 422 and said in answer.content.decode()
    good = {**form, "fill_to": "8", "least_members": "5", "late_until": "2"}
    assert client.post("/tournaments/new", good).status_code == 303
    row = Tournament.objects.get()
    assert (row.terms.fill_to, row.terms.least_members, row.terms.late_until) == (8, 5, 2)
    told = client.get(f"/api/v1/tournaments/{row.pk}/").json()
    assert (told["least_members"], told["late_until"]) == (5, 2)
    assert "Minimum members to start" in shown(None, f"/tournaments/{row.pk}/")


def test_a_start_with_too_few_members_is_not_offered_and_says_what_is_missing(director, an):
    tournament = announced(director, an, fill_to=8, least_members=2)
    asked = shown(director, f"/tournaments/{tournament}/start")
    assert "Members needed to start: 2." in asked
    assert "Start and draw the tables" not in asked


def test_a_member_checks_in_with_one_press_and_who_has_not_is_named_after_the_start(director, an):
    form = {**GOOD, "check_in": "on", "idempotency_key": str(uuid4())}
    assert browser(director).post("/tournaments/new", form).status_code == 303
    tournament, binh = Tournament.objects.get().pk, player("binh")
    page, now = f"/tournaments/{tournament}/", timezone.now()
    for one in (an, binh):
        commands.enter(by=one, tournament_id=tournament, now=now)
    assert "I am here" in shown(an, page)
    assert press(an, f"{page}entry", "check-in").status_code == 303
    assert "I am here" not in shown(an, page) and "I am here" in shown(binh, page)
    asked = shown(director, f"{page}start")
    assert "<bdi>Binh</bdi>" in asked and "<bdi>An</bdi>" not in asked
    assert "1 member has not checked in" in asked and "3 bots fill the empty seats" in asked
    commands.start(by=director, tournament_id=tournament, now=now)
    seen = shown(binh, page)
    assert "Left out:" in seen and "<bdi>Binh</bdi>" in seen
    assert "You have entered" not in seen and "You have entered" in shown(an, page)
    assert press(an, f"{page}entry", "check-in").status_code == 409


def test_who_enters_during_play_is_asked_first_and_told_when_they_play(director, an):
    tournament = started(director, an, late_until=2)
    page, late = f"/tournaments/{tournament}/", player("late")
    seen = shown(late, page)
    assert f'<a class="button button--quiet" href="{page}enter">' in seen
    assert f'action="{page}enter"' not in seen
    asked = shown(late, f"{page}enter")
    assert "The entry fee stays in the pot." in asked and "start in round 2" in asked
    client, once = browser(late), {"idempotency_key": str(uuid4())}
    assert client.post(f"{page}enter", once).status_code == 303
    assert "You play in round 2 as soon as it is drawn." in shown(late, page)
    assert "You play in round 2" not in shown(an, page)
    assert client.get(f"{page}enter")["Location"] == page  # nothing is left to ask


def test_entering_is_not_the_directors_biggest_button(director, an):
    page = f"/tournaments/{announced(director)}/"
    assert '<button class="button button--big"' not in shown(director, page)
    assert '<button class="button button--big"' in shown(an, page)


def test_who_has_checked_in_reads_it_where_the_button_was_and_meets_no_other_button(director, an):
    tournament = announced(director, an, check_in=True)
    page = f"/tournaments/{tournament}/"
    answer = press(an, f"{page}entry", "check-in")
    assert (answer.status_code, answer["Location"]) == (303, page)
    seen = shown(an, page)
    assert "You are checked in" in seen and "You are checked in" not in shown(director, page)
    choices = shown(an, f"{page}entry")
    assert '<button class="button button--quiet" name="act" value="sit-out">' in choices
    assert "You are checked in" in choices


@pytest.mark.parametrize("door", ["start", "close", "cancel"])
def test_a_finished_tournament_offers_neither_start_nor_close_nor_cancel(director, an, door):
    tournament = started(director, an, rounds=1)
    score(tournament)
    commands.close(by=director, tournament_id=tournament, now=timezone.now())
    client = browser(director)
    asked = client.get(f"/tournaments/{tournament}/{door}")
    once = {"idempotency_key": str(uuid4()), "reason": "Late."}
    sent = client.post(f"/tournaments/{tournament}/{door}", once)
    assert (asked.status_code, sent.status_code) == (200, 409)
    for answer in (asked, sent):
        text = answer.content.decode()
        assert '<button class="button' not in text.partition("<h1>")[2]
        assert "closed" in text or "already started" in text


def test_no_prize_is_paid_before_open_disputes_and_the_page_names_their_deals(director, an):

    tournament = started(director, an, rounds=1)
    score(tournament)
    page = f"/tournaments/{tournament}/close"
    assert "No disputes are waiting for a ruling." in shown(director, page)
    binh = Player.objects.get(username="binh")
    deal = stored_deal(VINAGAMES, penalty_seed(people=2), [an, binh], chips_per_point=0)
    Table.objects.filter(pk=deal.table_id).update(origin=f"tournament-{tournament}/1/1")
    judged = replays.get_replay(deal.pk)[1].judged_at
    assert judged is not None
    rulings.file_dispute(
        by=an, deal_id=deal.pk, discard=judged, reason="It was not.", now=timezone.now()
    )
    asked = shown(director, page)
    told = Client().get(f"/tournaments/{tournament}/").text
    assert (
        "These deals are waiting for a referee" in told and f"/replays/{deal.pk}/?at=judged" in told
    )
    assert f'href="/replays/{deal.pk}/?at=judged"' in asked and "Deals still in dispute: 1" in asked
    assert "Close and pay the prizes" not in asked
    once = {"idempotency_key": str(uuid4())}
    sent = browser(director).post(page, once)
    assert sent.status_code == 409
    assert Tournament.objects.get(pk=tournament).status == "running"
    Dispute.objects.update(status="upheld")
    assert browser(director).post(page, once).status_code == 303
    assert Tournament.objects.get(pk=tournament).status == "closed"


def test_without_a_fee_no_page_speaks_of_a_pot_or_prizes(director, an):
    tournament = started(director, an, rounds=1, entry_fee=0)
    score(tournament)
    page = f"/tournaments/{tournament}/"
    asked = shown(director, f"{page}close")
    assert "Close the tournament</button>" in re.sub(r"\s+<", "<", asked)
    assert "the pot of" not in asked and "prizes" not in asked
    commands.close(by=director, tournament_id=tournament, now=timezone.now())
    seen = shown(an, page)
    assert "prizes-title" not in seen and ">Prize<" not in seen


def test_a_member_is_spoken_to_and_not_of(director, an):
    own = f"/tournaments/{started(director, an)}/entry"
    client = browser(an)
    for act, said in (
        ("sit-out", "The next round is drawn without you."),
        ("sit-in", "You&#x27;re in the draw for the next round."),
    ):
        sent = {"act": act, "idempotency_key": str(uuid4())}
        told = client.post(own, sent, follow=True).content.decode()
        assert said in told and "this member" not in told


def test_before_any_draw_there_is_none_to_check(director, an):
    tournament = announced(director, an)
    assert "Check the draw" not in shown(an, f"/tournaments/{tournament}/")
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    assert "Check the draw" in shown(an, f"/tournaments/{tournament}/")


def test_a_director_checks_members_in_on_the_list_itself(director, an):
    tournament = announced(director, an, player("binh"), check_in=True)
    entries = f"/tournaments/{tournament}/entries/"
    assert shown(director, entries).count('value="check-in"') == 2
    answer = press(director, f"{entries}{an.pk}/", "check-in")
    assert (answer.status_code, answer["Location"]) == (303, entries)
    assert shown(director, entries).count('value="check-in"') == 1
    assert Entry.objects.get(player=an).checked_in


def test_before_the_start_the_entries_promise_no_removal(director, an):
    tournament = announced(director, an)
    assert (
        "Choose members who are sitting out the next round, have gone home, or are coming back"
        not in shown(director, f"/tournaments/{tournament}/entries/")
    )


def test_a_director_enters_members_from_a_list_with_a_fee_or_without(director, an):
    for fee in (25, 0):
        page = f"/tournaments/{announced(director, entry_fee=fee)}/"
        listed = f"{page}entry-list"
        assert listed in shown(director, page) and listed not in shown(an, page)
        assert ("pays the entry fee of 25 chips" in shown(director, listed)) is (fee == 25)
    assert 'href="/club/members/add/"' in shown(director, "/tournaments/")
    assert 'href="/club/members/cards/"' in shown(director, listed)


def test_in_the_last_round_the_page_says_what_to_do_instead_of_withdrawing(director, an):
    tournament = started(director, an, rounds=1)
    page, own = f"/tournaments/{tournament}/", f"/tournaments/{tournament}/entry"
    assert "If you have to leave …" in shown(an, page)
    asked = shown(an, own)
    assert "you can no longer withdraw" in asked and "call the referee at your table" in asked
    assert "gives your seat to a substitute" in asked and 'value="leave"' not in asked
    sent = {"act": "leave", "idempotency_key": str(uuid4())}
    assert browser(an).post(own, sent).status_code == 409
    score(tournament)
    assert "All rounds have been played" in shown(an, own)


def test_where_nobody_is_marked_as_here_the_start_leads_to_the_entries(director, an):
    tournament = announced(director, an, check_in=True, entry_fee=0)
    page = shown(director, f"/tournaments/{tournament}/start")
    assert (
        "Mark everyone who is here, then start." in page
        and "Wait for more, or cancel the tournament" not in page
    )
    assert f'href="/tournaments/{tournament}/entries/"' in page
    assert "Mark as here" in shown(director, f"/tournaments/{tournament}/entries/")


def test_a_tournament_that_has_started_says_the_day_and_the_director(director, an):
    tournament = announced(director, an, entry_fee=0)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    page = shown(None, f"/tournaments/{tournament}/")
    started = Tournament.objects.get(pk=tournament).started_at
    assert started is not None
    day = date_format(timezone.localtime(started), "DATE_FORMAT")
    assert f"{day} · Director: Director" in " ".join(re.sub("<[^>]*>", "", page).split())

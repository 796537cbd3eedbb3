"""Why something was decided on a deal that the house keeps among its members, strangers do not read: it says how the
cards lay. That it was decided, by whom and with what result, stays on every page (decision 0246)."""

import pytest
import time_machine
from django.utils import timezone

from games import acts
from games import commands as club
from games.engine.rules import VINAGAMES
from games.models import Player
from replays.commands import rulings
from replays.commands.notes import remove_note, write_note
from tests.support.cardboard import Table
from tests.support.deals import penalty_seed
from tests.support.disputed import LATER, club_table, disputed, in_a_tournament
from tests.support.kept import keep
from tests.support.play_pages import browser
from tests.support.tables import opened_table
from tests.support.tournament_pages import player
from tournaments import commands, queries
from tournaments.reactions import follow

pytestmark = pytest.mark.django_db(transaction=True)
"""A follower reads what is committed."""
WHY = "the red pawn lay there"
ASKED = "may a red pawn be let go"


def read(address: str, who: Player | None = None) -> str:
    answer = browser(who).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def whole_log(tournament: int) -> list[str]:
    last = queries.get_tournament(tournament).version
    moments = [f"/tournaments/{tournament}/log/{version}" for version in range(1, last + 1)]
    return [f"/tournaments/{tournament}/log", f"/tournaments/{tournament}/", *moments]


@pytest.mark.parametrize("kind", ["tournaments", "tables"])
def test_a_ruling_on_a_kept_deal_is_told_to_strangers_without_its_reason(kind):
    with time_machine.travel(LATER, tick=False):
        make = in_a_tournament if kind == "tournaments" else club_table
        row = disputed(make(penalty_seed()))
        referee = Player.objects.create_user("referee", is_referee=True)
        rulings.give_ruling(
            by=referee, dispute_id=row.pk, outcome="upheld", section="§10.3", reason=WHY, now=LATER
        )
        acts.gather()
        pages = ["/club/staff/"]
        if kind == "tournaments":
            pages.append(f"/tournaments/{row.deal.table.origin.split('/')[0].split('-')[1]}/")
        assert all(WHY in read(one) for one in pages)
        keep(**{"tables" if kind == "tournaments" else "tournaments": 1})
        assert all(WHY in read(one) for one in pages)
        keep(**{kind: 1})
        for one in pages:
            html = read(one)
            assert WHY not in html
            assert "automatic decision" in html or "judged automatically" in html
            assert WHY in read(one, referee)
        assert "only members can read the reason" in read("/club/staff/")


def test_a_dispute_with_real_cards_is_told_to_strangers_without_words_and_cards():
    director = player("director", is_director=True)
    table = Table(director, deals=1)
    table.enter(table.seats[1])
    for seat in (0, 2, 3):
        table.confirm(table.seats[seat])
    table.dispute(table.seats[2], reason=WHY)
    table.rule(player("referee", is_referee=True), reason=WHY)
    acts.gather()
    pages = [*whole_log(table.id), "/club/staff/"]
    assert sum(WHY in read(one) for one in pages) >= 5
    assert any("safe discard" in read(one) for one in pages)
    keep(tournaments=1)
    for one in pages:
        html = read(one)
        assert WHY not in html and "safe discard" not in html
    log = read(f"/tournaments/{table.id}/log")
    assert "disputes " in log and "ruled under §" in log
    assert "only members can read the reason" in log
    assert WHY in read(f"/tournaments/{table.id}/log", director)


def test_a_voided_deal_is_told_to_strangers_without_the_reason():
    director = player("director", is_director=True)
    table = Table(director, deals=1)
    table.enter(table.seats[1])
    for seat in (0, 2, 3):
        table.confirm(table.seats[seat])
    commands.void_deal(
        by=director,
        tournament_id=table.id,
        deal=table.score().deal_id,
        section="§10.7",
        reason=WHY,
        now=timezone.now(),
    )
    acts.gather()
    pages = [*whole_log(table.id)[:2], "/club/staff/"]
    assert all(WHY in read(one) for one in pages)
    keep(tournaments=1)
    assert not any(WHY in read(one) for one in pages)
    assert all(WHY in read(one, director) for one in pages)


@pytest.mark.parametrize("kind", ["tournaments", "tables"])
def test_what_a_call_about_a_kept_deal_said_and_its_answer_is_for_members(kind):
    deal = (in_a_tournament if kind == "tournaments" else club_table)(penalty_seed())
    deal.table.closed_at = None
    deal.table.save()
    director = player("director", is_director=True)
    made = club.call_referee(
        by=director, table_id=deal.table_id, reason="rule", words=ASKED, now=timezone.now()
    )
    referee = player("referee", is_referee=True)
    club.answer_call(by=referee, call_id=made.pk, words=WHY, section="10.3", now=timezone.now())
    acts.gather()
    follow(timezone.now)
    pages = ["/club/staff/"]
    if kind == "tournaments":
        number = deal.table.origin.split("/")[0].split("-")[1]
        pages += [one for one in whole_log(int(number)) if WHY in read(one)]
        assert len(pages) >= 3 and ASKED in read(pages[1])
    keep(**{"tables" if kind == "tournaments" else "tournaments": 1})
    assert all(WHY in read(one) for one in pages)
    keep(**{kind: 1})
    for one in pages:
        html = read(one)
        assert WHY not in html and ASKED not in html and "only members can read this text" in html
        assert WHY in read(one, referee)
    assert "answered a call for the referee" in read("/club/staff/")


def test_what_a_call_said_before_anything_was_dealt_at_a_table_is_told_to_everybody():
    director = player("director", is_director=True)
    table = opened_table(by=director, name="Bàn 9", rules=VINAGAMES, seats=4, now=timezone.now())
    made = club.call_referee(
        by=director, table_id=table.pk, reason="rule", words=ASKED, now=timezone.now()
    )
    referee = player("referee", is_referee=True)
    club.answer_call(by=referee, call_id=made.pk, words=WHY, section="", now=timezone.now())
    acts.gather()
    keep(tables=1, tournaments=1)
    assert WHY in read("/club/staff/")


def test_a_note_that_is_removed_from_a_kept_deal_is_told_to_strangers_without_the_reason():
    row = disputed(club_table(penalty_seed()))
    director, writer = player("director", is_director=True), player("writer")
    note = write_note(
        by=writer,
        deal_id=row.deal_id,
        version=row.discard,
        circle="club",
        words="Ha!",
        now=timezone.now(),
    )
    remove_note(by=director, deal_id=row.deal_id, note_id=note.pk, reason=WHY, now=timezone.now())
    acts.gather()
    assert WHY in read("/club/staff/")
    keep(tables=1)
    html = read("/club/staff/")
    assert WHY not in html and "removed a note" in html
    assert WHY in read("/club/staff/", writer)

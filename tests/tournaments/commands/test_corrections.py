"""Corrections on a real evening, at the club's tables: what was wrong counts no more, and nothing else changes."""

from datetime import timedelta
from typing import Any

import pytest

from games.errors import Refused
from games.ledger.accounts import pot_account
from games.ledger.queries import balance
from games.models import Deal, Player, Table
from tests.support.agreements import waiting_acts
from tests.support.evening import Evening
from tests.support.tournament_pages import create
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands.club_tables import close_one
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.projections import rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def refused(code: str, command: Any, evening: Evening, **said: Any) -> None:
    with pytest.raises(Refused) as caught:
        command(**{"by": evening.director, **said}, tournament_id=evening.id, now=evening.now)
    assert caught.value.code == code


def do(command: Any, evening: Evening, **said: Any) -> None:
    command(**{"by": evening.director, **said}, tournament_id=evening.id, now=evening.now)
    assert list(check_log()) == [] and list(check_ledger()) == []
    rows = shown(evening)
    rebuild(evening.id)
    assert shown(evening) == rows


def shown(evening: Evening) -> list[Any]:
    """Return the rows without their own ids, which are nothing to anybody."""
    rows = evening.rows()
    for drawn in rows[2]:
        del drawn["id"]
    return rows


def standings() -> list[dict[str, Any]]:
    return [{**row, "id": 0} for row in Standing.objects.values()]


def points() -> dict[str, int]:
    return dict(Standing.objects.values_list("participant", "points"))


def first_deal() -> int:
    return Deal.objects.filter(ended_at__isnull=False, cancelled=False).order_by("pk")[0].pk


def test_a_voided_deal_is_played_again_at_the_same_table_and_the_round_waits_for_it() -> None:
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    deal, before = first_deal(), points()
    assert Tournament.objects.get().rounds_closed == 1
    do(
        commands.void_deal,
        evening,
        deal=deal,
        reason="A card was torn.",
        section="§1.3",
        replay=True,
    )
    assert set(points().values()) == {0} and Tournament.objects.get().rounds_closed == 0
    refused("tournament.round-open", commands.close, evening)
    table = Table.objects.get()
    assert table.closed_at is None and table.starters == [0, 0]
    assert not close_one(table.pk, now=evening.now)  # a worker that had it on its list from before
    assert Table.objects.get().closed_at is None
    assert Deal.objects.filter(ended_at__isnull=True).count() == 1
    evening.play_all()
    again = Deal.objects.filter(cancelled=False).order_by("-pk")[0]
    assert (again.table_id, Deal.objects.filter(cancelled=False).count()) == (table.pk, 2)
    assert Tournament.objects.get().rounds_closed == 1
    state = queries.current(evening.id).state
    assert [one.deal_id for one in state.rounds[0].tables[0].scores] == [again.pk]
    refused("tournament.replay-begun", commands.take_voiding_back, evening, deal=deal, reason="No.")
    assert before != {} and sum(points().values()) == 0
    evening.close()
    assert balance(pot_account(evening.id)) == 0


def test_a_voiding_taken_back_before_its_replay_leaves_all_as_it_was() -> None:
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    deal = first_deal()
    before = standings()
    do(commands.void_deal, evening, deal=deal, reason="A card was torn.", replay=True)
    prepared = Deal.objects.get(ended_at__isnull=True)
    do(commands.take_voiding_back, evening, deal=deal, reason="It was not.")
    prepared.refresh_from_db()
    assert prepared.cancelled and Table.objects.get().starters == [0]
    assert standings() == before
    assert Tournament.objects.get().rounds_closed == 1
    evening.follow()
    assert Table.objects.get().closed_at is not None


def test_a_deal_voided_after_the_closing_moves_the_prizes_and_back() -> None:
    evening = Evening(4, rounds=1, deals_per_round=3, prize_shares=(70, 30))
    evening.play_all()
    evening.close()
    before = standings()
    for deal in Deal.objects.filter(cancelled=False).values_list("pk", flat=True):
        do(commands.void_deal, evening, deal=deal, reason="A card was torn.")
        assert sum(prize or 0 for prize in Standing.objects.values_list("prize", flat=True)) == 60
        do(commands.take_voiding_back, evening, deal=deal, reason="It was not.")
        assert standings() == before
        refused("tournament.closed", commands.replay_deal, evening, deal=deal)
    assert balance(pot_account(evening.id)) == 0


def test_a_running_deal_is_not_voided_and_who_plays_corrects_nothing() -> None:
    evening = Evening(4)
    running = Deal.objects.get(ended_at__isnull=True)
    void = {"deal": running.pk, "reason": "A card was torn."}
    refused("tournament.deal-runs", commands.void_deal, evening, **void)
    refused("tournament.no-such-deal", commands.void_deal, evening, **{**void, "deal": 2**64})
    member = evening.people[0]
    refused("tournament.not-judge", commands.void_deal, evening, by=member, **void)
    member.is_director = True
    member.save()
    adjust = {"player": member.pk, "points": 5, "reason": "x"}
    do(commands.adjust_points, evening, by=member, **adjust)
    refused("tournament.deal-runs", commands.void_deal, evening, by=member, **void)
    assert waiting_acts(evening.id) == ["adjust_points"]
    assert not queries.current(evening.id).state.adjustments
    referee = Player.objects.create_user("referee", is_referee=True)
    do(commands.adjust_points, evening, by=referee, **adjust)


def test_a_round_is_drawn_anew_before_its_first_card_and_never_after() -> None:
    evening = Evening(8)
    first = list(RoundTable.objects.values_list("seats", flat=True))
    old = list(Table.objects.values_list("pk", flat=True))
    do(commands.redraw, evening, reason="Two names were mixed up.")
    assert list(RoundTable.objects.values_list("seats", flat=True)) != first
    assert not Table.objects.filter(pk__in=old, closed_at__isnull=True).exists()
    evening.follow()
    new = RoundTable.objects.values_list("games_table_id", flat=True)
    assert len(new) == 2 and not set(new) & set(old)
    evening.play()
    refused("tournament.cards-dealt", commands.redraw, evening, reason="Again.")
    evening.follow()
    refused("tournament.cards-dealt", commands.redraw, evening, reason="Again.")
    evening.play_all()
    rows = shown(evening)
    rebuild(evening.id)
    assert shown(evening) == rows


@pytest.mark.parametrize(
    "terms", [{}, {"round_minutes": 20, "wait_minutes": 5}, {"cardboard": True}]
)
def test_a_redraw_is_taken_back_before_the_first_card_and_its_former_tables_open_anew(
    terms: dict[str, Any],
) -> None:
    evening = Evening(8, late_until=2, **terms)
    drawn = ("number", "seats", "starters", "cardboard")
    first = list(RoundTable.objects.order_by("number").values(*drawn))
    refused("tournament.not-redrawn", commands.take_redraw_back, evening, reason="x")
    do(commands.redraw, evening, reason="Two names were mixed up.")
    evening.follow()
    between: list[Any] = list(RoundTable.objects.values_list("games_table_id", flat=True))
    do(commands.take_redraw_back, evening, reason="They were not.")
    assert list(RoundTable.objects.order_by("number").values(*drawn)) == first
    assert not Table.objects.filter(pk__in=between, closed_at__isnull=True).exists()
    refused("tournament.redraw-taken-back", commands.take_redraw_back, evening, reason="Again.")
    row = Tournament.objects.get()
    assert (row.clock_until is not None) == ("round_minutes" in terms)
    if terms:
        return
    evening.follow()
    tables = list(RoundTable.objects.values_list("games_table_id", flat=True))
    assert len(tables) == 2 and not set(tables) & set(between)
    assert Table.objects.filter(closed_at__isnull=True).count() == 2
    evening.play_all()
    state = queries.current(evening.id).state
    assert [one.draw for one in state.rounds] == [1, 3]
    evening.close()
    rows = shown(evening)
    rebuild(evening.id)
    assert shown(evening) == rows and list(check_log()) == [] and list(check_ledger()) == []


def test_a_round_that_is_drawn_again_begins_no_earlier_than_was_said() -> None:
    evening = Evening(8, wait_minutes=2)
    said = evening.now + timedelta(minutes=9)
    do(commands.set_beginning, evening, minutes=9)
    do(commands.redraw, evening, reason="Two names were mixed up.")
    assert Tournament.objects.get().clock_until == said
    do(commands.take_redraw_back, evening, reason="They were not.")
    assert Tournament.objects.get().clock_until == said
    evening.now = said - timedelta(minutes=1)
    do(commands.redraw, evening, reason="Now they were.")
    assert Tournament.objects.get().clock_until == evening.now + timedelta(minutes=2)


def test_a_redraw_stands_once_cards_were_dealt_and_members_and_who_play_take_none_back() -> None:
    evening = Evening(8)
    do(commands.redraw, evening, reason="Two names were mixed up.")
    evening.follow()
    member = evening.people[0]
    said = {"reason": "x"}
    refused("tournament.not-director", commands.take_redraw_back, evening, by=member, **said)
    member.is_director = True
    do(commands.take_redraw_back, evening, by=member, **said)
    assert waiting_acts(evening.id) == ["take_redraw_back"]
    evening.play()
    before = shown(evening)
    refused("tournament.redraw-stands", commands.take_redraw_back, evening, **said)
    evening.follow()
    refused("tournament.redraw-stands", commands.take_redraw_back, evening, **said)
    assert Table.objects.filter(closed_at__isnull=True).count() == 2 and before != []


def test_points_are_adjusted_and_back_with_a_line_in_the_standings() -> None:
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    before, member = standings(), evening.people[0]
    do(
        commands.adjust_points,
        evening,
        player=member.pk,
        points=-500,
        reason="Late.",
        section="§10.5",
    )
    line = Standing.objects.get(player=member)
    assert line.place == 4 and ["adjusted", -500, "Late. (§10.5)"] in line.notes
    refused(
        "tournament.no-such-adjustment",
        commands.take_adjustment_back,
        evening,
        number=2,
        reason="x",
    )
    do(commands.take_adjustment_back, evening, number=1, reason="It was another.")
    assert standings() == before


def test_terms_are_corrected_until_they_take_effect() -> None:
    evening = Evening(4, rounds=1, deals_per_round=1)
    settings = {"rounds": 2, "deals_per_round": 2}
    correct = commands.correct_settings
    refused("tournament.entered-by-terms", correct, evening, settings={"entry_fee": 0}, reason="x")
    refused("tournament.already-started", correct, evening, settings={"check_in": True}, reason="x")
    do(correct, evening, settings={"rounds": 2}, reason="There is time.")
    do(correct, evening, settings=settings, reason="There is time.")
    evening.play_all()
    row = Tournament.objects.get()
    assert (row.terms.rounds, row.terms.deals_per_round, row.rounds_closed) == (2, 2, 2)
    assert list(RoundTable.objects.order_by("round").values_list("deals_done", flat=True)) == [1, 2]
    refused(
        "tournament.last-round-drawn-terms", correct, evening, settings={"rounds": 3}, reason="x"
    )


def test_members_are_kept_apart_and_what_cannot_be_is_refused_by_name() -> None:
    evening = Evening(8, rounds=3, deals_per_round=1)
    five = [player.pk for player in evening.people[:5]]
    refused("tournament.apart-impossible", commands.keep_apart, evening, players=five)
    do(commands.keep_apart, evening, players=five[:2], reason="Spouses.")
    evening.play_all()
    for drawn in RoundTable.objects.filter(round__gt=1):
        assert not {f"player:{five[0]}", f"player:{five[1]}"} <= set(drawn.seats)


def test_name_rules_bots_and_prizes_are_corrected_before_they_take_effect(client: Any) -> None:
    evening = Evening(4, rounds=1, deals_per_round=1)
    row = create(
        by=evening.director,
        now=evening.now,
        name="Thursday",
        rules="vinagames",
        rounds=2,
        deals_per_round=2,
        entry_fee=15,
        prize_shares=(100,),
        seconds_per_move=30,
        filler="bot:greedy",
        spectator_delay=0,
    )
    running, evening.id = evening.id, row.pk
    correct = commands.correct_settings
    settings = {
        "name": "Friday's cup",
        "rules": "4sac",
        "filler": "bot:careful",
        "spectator_delay": None,
        "round_minutes": 30,
        "wait_minutes": 2,
        "prize_sums": (30, 10),
        "club_pays": True,
        "appeal_minutes": 15,
    }
    refused("tournament.rules-unknown", correct, evening, settings={"rules": "x"}, reason="x")
    refused("tournament.filler-unknown", correct, evening, settings={"filler": "bot:x"}, reason="x")
    refused("tournament.name-missing", correct, evening, settings={"name": " "}, reason="x")
    do(correct, evening, settings=settings, reason="Another evening.")
    row.refresh_from_db()
    assert {name: getattr(row.terms, name) for name in settings} == settings
    page = client.get(f"/tournaments/{row.pk}/").content.decode()
    for words in (
        "Name: Friday&#x27;s cup instead of Thursday",
        "Rules: 4sac instead of",
        "Fixed prizes in chips: 30 / 10 instead of –",
        "not at all: nobody can watch instead of",
        "The club pays the entry fees: yes instead of no",
    ):
        assert words in page
    evening.id = running
    refused("tournament.already-started", correct, evening, settings={"rules": "4sac"}, reason="x")
    refused(
        "tournament.entered-by-terms", correct, evening, settings={"club_pays": True}, reason="x"
    )
    do(correct, evening, settings={"name": "Spring"}, reason="It is spring.")
    evening.play_all()
    assert Tournament.objects.get(pk=running).name == "Spring"

"""Duplicates: whole tournaments in which all tables of a round play the same deals."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from games import commands as club_commands
from games import queries as club
from games.checks.log import differing_deals
from games.engine.events import SeedCommitted
from games.errors import Refused
from games.ledger.accounts import member_account, pot_account
from games.ledger.queries import balance, trial_balance
from games.models import Deal, DealSeat, Player, RatedDeal, Table
from games.projections import rebuild as rebuild_deal
from replays.commands import rulings
from tests.support.duplicates import (
    assert_standings_are_recomputed,
    deals_of,
    dealt,
    play_at,
    result_of,
)
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.tournament_pages import player as member
from tournaments import check_duplicate, commands, queries
from tournaments.checks.log import check_log
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.presenters.page.seats import seats_left
from tournaments.projections import rebuild as rebuild_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def test_all_tables_of_a_round_have_the_same_cards_from_seeds_that_the_server_keeps():
    evening = Evening(6, duplicate=True)
    evening.play_all()
    row = Tournament.objects.get()
    assert (row.rounds_drawn, row.rounds_closed, row.status) == (2, 2, "running")
    seen = set()
    for round_number in (1, 2):
        for number in (1, 2):
            one, two = deals_of(round_number, number)
            assert dealt(one) == dealt(two)
            seen.add(dealt(one).hands)
            for deal in (one, two):
                bound = [
                    r.event for r in club.history(deal.pk) if isinstance(r.event, SeedCommitted)
                ]
                assert [event.kept for event in bound] == [True] * 4
    assert len(seen) == 4
    assert_standings_are_recomputed()
    evening.close()
    assert balance(pot_account(evening.id)) == 0
    assert list(differing_deals()) == []
    assert list(check_log()) == []
    assert not RatedDeal.objects.exists()
    rows = evening.rows()
    rebuild_rows(evening.id)
    for deal in Deal.objects.all():
        rebuild_deal(deal.pk)
    assert evening.rows() == rows
    assert list(differing_deals()) == []


def test_a_deal_counts_and_opens_when_the_last_table_has_played_it():
    evening = Evening(8, duplicate=True, rounds=1)
    play_at(evening, [1])
    evening.follow()
    play_at(evening, [1])  # independent tables go on
    evening.follow()
    first = deals_of(1, 1)[0]
    assert first.sealed
    assert (first.winner, first.points, first.offender) == (None, 0, None)
    assert {seat.net for seat in first.seats.all()} == {None}
    assert [table.deals_done for table in RoundTable.objects.order_by("number")] == [0, 0]
    assert not Standing.objects.exclude(deals=0).exists()
    play_at(evening, [2])
    evening.follow()
    for deal in deals_of(1, 1):
        assert not deal.sealed
        result = result_of(club.current(deal.pk).state)
        assert (deal.winner, deal.points) == (result.winner, result.points)
    assert [deal.sealed for deal in deals_of(1, 2)] == [True, True]
    assert [table.deals_done for table in RoundTable.objects.order_by("number")] == [1, 1]
    assert_standings_of_the_first_deal()


def assert_standings_of_the_first_deal():
    nets = [result_of(club.current(deal.pk).state).net for deal in deals_of(1, 1)]
    for table, net in zip(RoundTable.objects.order_by("number"), nets, strict=True):
        for seat, label in enumerate(table.seats):
            row = Standing.objects.get(participant=label)
            assert row.points == 1000 * net[seat] - 1000 * sum(n[seat] for n in nets) // 2


def test_a_voided_deal_moves_the_mean_and_is_not_played_again():
    evening = Evening(12, duplicate=True, rounds=1)
    evening.play_all()
    deal = deals_of(1, 2)[0]
    said: dict[str, Any] = {"reason": "a card lay open", "section": "", "now": evening.now}
    with pytest.raises(Refused) as refusal:
        commands.void_deal(
            by=evening.director, tournament_id=evening.id, deal=deal.pk, replay=True, **said
        )
    assert refusal.value.code == "tournament.duplicate-replay"
    before = list(Standing.objects.values_list("participant", "points"))
    commands.void_deal(
        by=evening.director, tournament_id=evening.id, deal=deal.pk, replay=False, **said
    )
    assert before != list(Standing.objects.values_list("participant", "points"))
    assert_standings_are_recomputed()
    page = Client().get(f"/tournaments/{evening.id}/rounds/1/deals/2")
    assert page.status_code == 200
    assert "does not count" in page.text
    assert "The average is over 2 tables." in page.text


def test_a_ruling_after_the_prizes_moves_everybody_at_that_seat():
    evening = Evening(8, duplicate=True, rounds=1)
    evening.play_all()
    deal, discard = next(
        (deal, ending.taken.version)
        for deal in Deal.objects.filter(winner__isnull=False).order_by("pk")
        if (ending := club.current(deal.pk).state.ending) is not None
        and ending.taken is not None
        and not ending.taken.drawn
        and not ending.taken.opening
        and ending.taken.verdict is not None
    )
    seats = list(RoundTable.objects.get(games_table_id=deal.table_id).seats)
    seated = Player.objects.get(pk=seats[0].removeprefix("player:"))
    dispute = rulings.file_dispute(
        by=seated, deal_id=deal.pk, discard=discard, reason="Was it safe?", now=evening.now
    )

    def rule(referee: str, *, outcome: str) -> None:
        rulings.give_ruling(
            by=Player.objects.create_user(referee, is_referee=True),
            dispute_id=dispute.pk,
            outcome=outcome,
            section="§10.3",
            reason="So it is.",
            now=evening.now,
        )
        evening.follow()

    rule("first", outcome="upheld")
    evening.close()
    before = dict(Standing.objects.values_list("participant", "points"))
    rulings.appeal_ruling(by=seated, dispute_id=dispute.pk, reason="Again.", now=evening.now)
    rule("second", outcome="reversed")
    after = dict(Standing.objects.values_list("participant", "points"))
    assert any(before[label] != after[label] for label in before if label not in seats)
    assert_standings_are_recomputed()
    assert sum(trial_balance().values()) == 0


def test_a_table_that_the_rounds_minutes_stop_is_in_no_mean():
    evening = Evening(12, duplicate=True, rounds=1, deals_per_round=3, round_minutes=30)
    from tournaments.commands import club_tables, timing

    timing.follow_clock(lambda: evening.now)
    evening.follow()
    play_at(evening, [1, 2, 3])
    evening.follow()
    play_at(evening, [1])
    evening.now += timedelta(minutes=40)
    timing.follow_clock(lambda: evening.now)
    for _ in range(4):
        club_tables.keep_still(lambda: evening.now)
        evening.play()
        evening.follow()
    assert Tournament.objects.get().rounds_closed == 1
    played = [table.deals_done for table in RoundTable.objects.order_by("number")]
    assert sum(played) > 3
    assert not Deal.objects.filter(sealed=True, ended_at__isnull=False, cancelled=False).exists()
    assert_standings_are_recomputed()


def test_a_cancelled_duplicate_opens_what_was_played_and_counts_nothing():
    evening = Evening(8, duplicate=True, rounds=1)
    play_at(evening, [1])
    evening.follow()
    commands.cancel(
        by=evening.director, tournament_id=evening.id, reason="the lights went out", now=evening.now
    )
    evening.follow()
    evening.follow()
    assert not Deal.objects.filter(sealed=True, ended_at__isnull=False, cancelled=False).exists()
    assert not Standing.objects.exclude(points=0).exists()
    assert list(differing_deals()) == []


def test_who_leaves_is_played_for_and_stays_in_the_mean():
    evening = Evening(8, duplicate=True)
    play_at(evening, [1])
    gone = evening.people[0]
    commands.leave(by=gone, tournament_id=evening.id, now=evening.now)
    evening.follow()
    evening.play_all()
    assert Tournament.objects.get().rounds_closed == 2
    one, two = deals_of(1, 2)
    assert dealt(one) == dealt(two)
    assert_standings_are_recomputed()


def test_a_round_drawn_anew_plays_other_deals():
    evening = Evening(8, duplicate=True, rounds=1)
    old = {deal.pk: club.current(deal.pk).state.setup.commitment for deal in Deal.objects.all()}
    commands.redraw(
        by=evening.director, tournament_id=evening.id, reason="wrong list", now=evening.now
    )
    evening.follow()
    new = Deal.objects.exclude(pk__in=old)
    assert len(new) == 2
    (commitment,) = {club.current(deal.pk).state.setup.commitment for deal in new}
    assert {commitment}.isdisjoint(old.values())
    evening.play_all()
    assert Tournament.objects.get().rounds_closed == 1
    assert list(check_log()) == []


def test_a_redraw_that_is_taken_back_brings_back_the_deals_to_which_the_draw_was_bound(tmp_path):
    evening = Evening(8, duplicate=True, rounds=1)
    old = {deal.pk: club.current(deal.pk).state.setup.commitment for deal in Deal.objects.all()}
    for act in (commands.redraw, commands.take_redraw_back):
        act(by=evening.director, tournament_id=evening.id, reason="wrong list", now=evening.now)
        evening.follow()
    new = Deal.objects.filter(cancelled=False)
    assert len(new) == 2 and set(old).isdisjoint(deal.pk for deal in new)
    assert {club.current(deal.pk).state.setup.commitment for deal in new} == set(old.values())
    evening.play_all()
    assert Tournament.objects.get().rounds_closed == 1
    loaded = queries.current(evening.id)
    assert loaded.state.rounds[0].opened == (1, 2)
    assert list(check_log()) == []
    comparison, records = tmp_path / "comparison.json", tmp_path / "records.jsonl"
    comparison.write_bytes(Client().get(f"/tournaments/{evening.id}/rounds/1/deals/1.json").content)
    assert '"place": 1' in comparison.read_text()
    call_command("export_deals", out=str(records))
    assert check_duplicate.main([str(comparison), str(records)]) == 0


def test_real_cards_are_refused_by_name():
    with pytest.raises(Refused) as refusal:
        Evening(4, duplicate=True, cardboard=True)
    assert refusal.value.code == "tournament.duplicate-cardboard"
    Tournament.objects.all().delete()


def test_one_table_cannot_be_marked_for_real_cards():
    evening = Evening(8, duplicate=True)
    with pytest.raises(Refused) as refusal:
        commands.mark_tables(
            by=evening.director,
            tournament_id=evening.id,
            table=1,
            cardboard=True,
            now=evening.now,
        )
    assert refusal.value.code == "tournament.duplicate-cardboard"


def test_thirty_two_play_a_duplicate_to_its_end_and_every_chip_and_point_is_accounted_for():
    evening = Evening(20, duplicate=True, rounds=3, deals_per_round=2, fill_to=32)
    evening.play_all()
    row = Tournament.objects.get()
    assert (row.rounds_closed, RoundTable.objects.count()) == (3, 24)
    evening.close()
    assert_standings_are_recomputed()
    standings = list(Standing.objects.exclude(player=None))
    assert len(standings) == 20
    assert [one.points for one in standings] == sorted(one.points for one in standings)[::-1]
    prizes = {one.player_id: one.prize or 0 for one in standings if one.player_id}
    assert sum(prizes.values()) == 300
    assert balance(pot_account(evening.id)) == 0
    for player, prize in prizes.items():
        assert balance(member_account(player)) == 985 + prize
    assert sum(trial_balance().values()) == 0
    call_command("check_ledger")
    call_command("verify_log")
    state = queries.load_state(evening.id)
    assert state is not None
    for drawn in state.rounds:
        for number in (1, 2):
            scores = [table.score(number) for table in drawn.tables]
            nets = [score.net for score in scores if score is not None]
            assert len(nets) == 8
            mean = drawn.mean(number)
            assert mean is not None
            for seat in range(4):
                scored = sum(mean.scored(net)[seat] for net in nets)
                assert scored == mean.left[seat] < len(nets)
    assert Table.objects.filter(closed_at=None).count() == 0


def test_the_clock_of_a_table_that_nobody_looks_at_is_set_from_the_page_of_the_time():
    evening = Evening(8, duplicate=True, rounds=1)
    director, address = browser(evening.director), f"/tournaments/{evening.id}/time"
    assert "One table" not in director.get(address).content.decode(), "no cards are dealt yet"
    for seat in DealSeat.objects.filter(deal__ended_at=None).select_related("player"):
        assert seat.player is not None
        club_commands.get_ready(by=seat.player, deal_id=seat.deal_id, now=evening.now)
    with time_machine.travel(evening.now, tick=False):
        deal = Deal.objects.get(pk=queries.running_deals(evening.id, 1)[2])

        def press(act: str, **said: Any) -> Any:
            said = {"table": 2, "idempotency_key": str(uuid4()), **said}
            return director.post(address, {"act": act, **said})

        assert press("pause-table").status_code == 303
        assert Deal.objects.get(pk=deal.pk).paused_at == evening.now
        page = director.get(address).content.decode()
        assert "Table 2, paused" in page and "Table 1, paused" not in page
        for act, said, status in (
            ("time-table", {"minutes": 2}, 409),  # no clock runs in a pause
            ("time-table", {}, 422),
            ("pause-table", {"table": 3}, 422),
            ("pause-table", {"table": "x"}, 422),
        ):
            refused = press(act, **said)
            assert refused.status_code == status, (act, said)
            assert 'role="alert"' in refused.content.decode()
        assert press("resume-table").status_code == 303
        until = Deal.objects.get(pk=deal.pk).deadline
        key = str(uuid4())
        for _twice in range(2):
            assert press("time-table", minutes=2, idempotency_key=key).status_code == 303
        deal.refresh_from_db()
        assert deal.paused_at is None and until is not None
        assert deal.deadline == until + timedelta(minutes=2)
    assert browser(evening.people[0]).post(address, {"act": "pause-table"}).status_code == 403


def test_a_table_that_has_finished_says_so_seats_nobody_and_leads_nobody_to_a_refusal():
    evening = Evening(6, duplicate=True, rounds=1, deals_per_round=1, late_until=1)
    drawn = RoundTable.objects.get(number=1)
    lone = next(seat for seat, label in enumerate(drawn.seats) if label.startswith("player:"))
    owner = drawn.seats[lone]
    looker = member("looker")
    table = f"/tables/{drawn.games_table_id}/"
    evening.now += timedelta(seconds=61)
    for deal in Deal.objects.filter(ended_at=None):
        club_commands.start_deal(deal_id=deal.pk, now=evening.now)
    lobby = browser(looker).get("/").content.decode()
    assert browser(looker).get(table).status_code == 403
    evening.follow()
    page = f"/tournaments/{evening.id}/"
    assert f'href="{table}"' not in browser(looker).get(page).content.decode()
    (sits,) = (one for one in evening.people if f"player:{one.pk}" == owner)
    assert f'href="{table}"' in browser(sits).get(page).content.decode()
    assert f'href="{table}"' not in lobby and "t be watched now" in lobby
    both = RoundTable.objects.count()
    play_at(evening, [1])
    evening.follow()
    assert both == 2 and queries.played_out(evening.id) == {1}
    page = browser(looker).get(table).content.decode()
    assert "This table has finished its round." in page and "Empty seat" not in page
    assert "The cards are dealt as soon as every seat is filled" not in page
    given: dict[str, Any] = {
        "table": 1,
        "seat": lone,
        "player": None,
        "span": "round",
        "reason": "x",
    }
    about: dict[str, Any] = {
        "by": evening.director,
        "tournament_id": evening.id,
        "now": evening.now,
    }
    with pytest.raises(Refused, match="has played"):
        commands.give_seat(**about, **given)
    assert {one.table for one in seats_left(Tournament.objects.get())} == {2}
    assert owner not in {one.owner for one in seats_left(Tournament.objects.get())}
    commands.take_seat(by=looker, tournament_id=evening.id, player=looker.pk, now=evening.now)
    assert f"player:{looker.pk}" in RoundTable.objects.get(number=2).occupants

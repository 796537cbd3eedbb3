"""Whole tournaments: drawn, played at the club's tables, counted by the follower, paid out."""

import hashlib
import re
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
import time_machine

from games import commands as club
from games import queries as club_queries
from games.engine.disputing.rulings import file_dispute, withdraw_ruling
from games.engine.rules import VINAGAMES
from games.engine.state import Phase
from games.errors import Refused
from games.ledger.accounts import member_account, pot_account
from games.ledger.queries import balance, trial_balance
from games.log.followers import rebuild
from games.log.models import FollowerPosition
from games.models import Deal, Player, Table
from replays.commands import rulings
from tests.support.deals import NOW, stored_deal
from tests.support.engine.disputes import give_ruling
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tournaments import commands, tasks
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.projections import rebuild as rebuild_rows
from tournaments.reactions import NAME, follower

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def test_six_members_and_two_bots_play_two_rounds_and_every_chip_is_accounted_for():
    evening = Evening(6)
    evening.play_all()
    row = Tournament.objects.get()
    assert (row.rounds_drawn, row.rounds_closed, row.status) == (2, 2, "running")
    tables = list(RoundTable.objects.all())
    assert [table.deals_done for table in tables] == [2] * 4
    assert not Table.objects.filter(closed_at__isnull=True).exists()
    assert Deal.objects.filter(cancelled=False).count() == 8
    evening.close()
    standings = list(Standing.objects.all())
    assert sum(one.points for one in standings) == 0
    assert sum(one.deals for one in standings if one.player_id is None) == 8  # two bots, one line
    prizes = {one.player_id: one.prize or 0 for one in standings if one.player_id}
    assert sum(prizes.values()) == 90
    assert balance(pot_account(evening.id)) == 0
    assert sum(trial_balance().values()) == 0
    for player, prize in prizes.items():
        assert balance(member_account(player)) == 985 + prize


def test_points_of_the_standings_are_those_of_the_deals():
    evening = Evening(6)
    evening.play_all()
    for one in Standing.objects.exclude(player=None):
        deals = Deal.objects.filter(seats__player=one.player_id, cancelled=False)
        net = sum(net or 0 for net in deals.values_list("seats__net", flat=True))
        assert (one.points, one.deals) == (net, deals.count())
        assert one.wins == sum(
            deal.seats.get(player=one.player_id).number == deal.winner for deal in deals
        )


def test_the_follower_run_twice_and_late_changes_nothing():
    evening = Evening(6, rounds=1)
    evening.play()
    evening.play()  # both deals of the round have ended before anybody looked
    assert evening.version == 10  # created, the draw bound, six entries, started, drawn
    assert evening.follow() > 0
    version, rows = evening.version, evening.rows()
    assert Tournament.objects.get().rounds_closed == 1
    assert evening.follow() <= 5  # its own events, which tell it nothing
    FollowerPosition.objects.filter(follower=NAME).update(txid=0, position=0)
    evening.follow()
    with time_machine.travel(evening.now, tick=False):
        tasks.follow()
    rebuild(follower(lambda: evening.now))
    assert (evening.version, evening.rows()) == (version, rows)


def test_the_rows_made_again_from_the_log_are_the_same():
    evening = Evening(5)
    evening.play_all()
    evening.close()
    before = evening.rows()
    rebuild_rows(evening.id)
    assert evening.rows() == before


def test_a_deal_that_the_club_calls_off_is_played_again_and_counts_once():
    evening = Evening(4, rounds=1, deals_per_round=1)
    first = Deal.objects.get()
    club.cancel_deal(deal_id=first.pk, reason="seats changed", now=NOW)
    club.prepare_deal(table_id=first.table_id, now=NOW)
    evening.play_all()
    assert Tournament.objects.get().rounds_closed == 1
    assert RoundTable.objects.get().deals_done == 1


def test_deals_of_the_lobby_count_in_no_tournament():
    evening = Evening(4, rounds=1)
    version = evening.version
    an = evening.people[0]
    stored_deal(VINAGAMES, 1, [an], now=NOW)
    assert evening.follow() > 0
    assert evening.version == version


def test_absent_members_are_played_for_until_the_round_is_over():
    evening = Evening(1, rounds=1, deals_per_round=1)
    deal = Deal.objects.get()
    for _ in range(400):
        evening.now += timedelta(seconds=61)
        club.start_deal(deal_id=deal.pk, now=evening.now)
        club.play_bots(deal_id=deal.pk, clock=lambda: evening.now)
        club.time_out(deal_id=deal.pk, now=evening.now)
        if club_queries.load_state(deal.pk).phase is Phase.OVER:
            break
    evening.follow()
    assert Tournament.objects.get().rounds_closed == 1


def test_a_deal_that_ends_after_the_cancelling_closes_its_table_and_counts_nowhere():
    evening = Evening(4, rounds=1, deals_per_round=2)
    club.start_deal(deal_id=Deal.objects.get().pk, now=NOW + timedelta(seconds=61))
    commands.cancel(by=evening.director, tournament_id=evening.id, reason="Rain.", now=NOW)
    assert Table.objects.get().closed_at is None  # the cards are dealt
    version = evening.version
    evening.play()
    evening.follow()
    assert Table.objects.get().closed_at is not None
    assert evening.version == version
    assert balance(pot_account(evening.id)) == 0


def test_bots_alone_enqueue_once_a_deal_and_not_for_each_move(monkeypatch):
    Evening(0, fill_to=4, rounds=1, deals_per_round=1)
    asked: list[str] = []
    monkeypatch.setattr(
        "games.infrastructure.outbox.enqueue", lambda task, *_args, **_options: asked.append(task)
    )
    assert club.play_bots(deal_id=Deal.objects.get().pk, clock=lambda: NOW) > 8
    assert asked == ["games.tasks.finish_deal", "tournaments.tasks.follow"]


def test_bots_alone_are_dealt_their_cards_at_once_and_play_a_tournament_without_chips():
    evening = Evening(0, fill_to=8, rounds=2, deals_per_round=1)
    for _round in (1, 2):
        running = Deal.objects.filter(ended_at__isnull=True)
        assert running.count() == 2
        for deal in running:
            assert deal.started_at is not None and deal.bot_due is not None
            club.play_bots(deal_id=deal.pk, clock=lambda: NOW)
            evening.finish_deal(deal.pk)
        evening.follow()
    assert Tournament.objects.get().rounds_closed == 2
    evening.close()
    row = Standing.objects.get()
    assert (row.participant, row.place, row.points, row.deals) == ("bot:greedy", None, 0, 16)
    assert trial_balance() == {}


def disputable(evening: Evening) -> tuple[Deal, int]:
    """Return a deal that was won by a discard, and the version of that discard (§10.5)."""
    for deal in Deal.objects.filter(ended_at__isnull=False):
        ending = club_queries.load_state(deal.pk).ending
        taken = None if ending is None else ending.taken
        if taken is not None and not taken.drawn and not taken.opening:
            return deal, taken.version
    raise AssertionError("no deal was won by a discard")


def test_a_late_ruling_and_its_withdrawal_correct_standings_and_prizes(monkeypatch):
    numbers = count()
    monkeypatch.setattr(
        "games.commands.deal.deals.secrets.token_hex",
        lambda size=None: hashlib.sha256(str(next(numbers)).encode()).hexdigest()[: 2 * size],
    )
    evening = Evening(4, rounds=1, deals_per_round=4, prize_shares=(70, 30))
    evening.play_all()
    evening.close()
    rows, chips = evening.rows(), trial_balance()
    deal, discard = disputable(evening)
    referee = Player.objects.create_user("referee", is_referee=True)

    def afterwards(decide: Any) -> None:
        club.append_afterwards(by=referee, deal_id=deal.pk, decide=decide, now=evening.now)
        evening.follow()

    afterwards(lambda state: file_dispute(state, seat=None, discard=discard, reason="Look again."))
    assert evening.rows() == rows
    afterwards(
        lambda state: give_ruling(
            state, dispute=1, referee="player:9", upheld=False, section="§10.3", reason="So it is."
        )
    )
    ruled = evening.rows()
    assert ruled[3] != rows[3]
    for one in Standing.objects.all():
        net = Deal.objects.filter(seats__player=one.player_id).values_list("seats__net", flat=True)
        assert one.points == sum(brought or 0 for brought in net)
        assert one.player_id is not None
        assert balance(member_account(one.player_id)) == 985 + (one.prize or 0)
    assert trial_balance()[pot_account(evening.id)] == 0
    page = f"/tournaments/{evening.id}/"
    named = re.compile(rf"The ruling on {re.escape(deal.shown_name)} \(§10\.3\)")
    assert named.search(browser().get(page).content.decode())
    counts = re.compile(named.pattern + r" takes effect\.")
    assert counts.search(browser().get(f"{page}log").content.decode())
    afterwards(lambda state: withdraw_ruling(state, dispute=1, referee="player:9", reason="No."))
    withdrawn = f"The ruling on {deal.shown_name} that cancels an earlier one"
    assert withdrawn in browser().get(page).content.decode()
    assert evening.rows()[3] == rows[3]
    assert trial_balance() == chips
    rebuild(follower(lambda: evening.now))
    rebuild_rows(evening.id)
    assert evening.rows()[3] == rows[3]


def test_a_referee_who_plays_in_the_tournament_rules_on_no_deal_of_it(monkeypatch):
    numbers = count()
    monkeypatch.setattr(
        "games.commands.deal.deals.secrets.token_hex",
        lambda size=None: hashlib.sha256(str(next(numbers)).encode()).hexdigest()[: 2 * size],
    )
    evening = Evening(8, rounds=1, deals_per_round=4)
    evening.play_all()
    deal, discard = disputable(evening)
    filed = rulings.file_dispute(
        by=evening.director, deal_id=deal.pk, discard=discard, reason="Look again.", now=evening.now
    )
    referee = next(one for one in evening.people if not deal.seats.filter(player=one).exists())
    referee.is_referee = True
    referee.save()
    with pytest.raises(Refused) as refusal:
        rulings.give_ruling(
            by=referee,
            dispute_id=filed.pk,
            outcome="upheld",
            section="§10.3",
            reason="So.",
            now=NOW,
        )
    assert refusal.value.code == "ruling.own-tournament"

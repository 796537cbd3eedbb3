"""Processes are killed inside of the transactions that move chips: nothing is half posted, and all is posted once."""

import os
import re
import signal
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games import commands, queries
from games.engine.disputing.outcomes import RulingGiven
from games.engine.disputing.rulings import appeal_ruling
from games.engine.evolve import evolve
from games.engine.rules import VINAGAMES
from games.ledger.accounts import member_account, pot_account, table_pot_account
from games.ledger.queries import balance, trial_balance
from games.models import Deal, Player
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import penalty_seed, play_on, running_deal
from tests.support.engine.disputes import give_ruling
from tests.support.faults.browser import Browser
from tests.support.faults.evening import assert_all_is_well, pool
from tests.support.faults.held import held, stays_dead
from tests.support.pots import pot_dealt
from tests.support.rulings import chips_with_held
from tests.support.running_site import RunningSite
from tests.support.servers import Server, wait_until
from tests.support.tournament_pages import create
from tournaments import commands as tournament_commands
from tournaments import queries as tournament_queries
from tournaments.engine.decisions import decide_rescore_deal
from tournaments.engine.events import PrizesCorrected
from tournaments.models import Standing, Tournament

pytestmark = pytest.mark.only_on("postgresql")

NO_TRANSFER = "LOCK TABLE ledger_transfer IN SHARE MODE"
"""Reads go on, also of what is locked row by row; the insert that closes a transfer waits, its postings written."""
CLOSING = 'INSERT INTO "ledger_transfer"%'
COUNTS = (
    "SELECT ARRAY[(SELECT count(*) FROM ledger_transfer), (SELECT count(*) FROM ledger_posting)]"
)
PAYMENTS = "SELECT count(*) FROM ledger_transfer WHERE key NOT LIKE 'hold:%'"
"""Without what disputes hold: how often that is topped up, the workers' order decides (§10.7)."""
MEMBERS = ("lan", "minh", "hoa", "tuan")


def members() -> list[Player]:
    return [Player.objects.get(username=name) for name in MEMBERS]


def dealt() -> Deal:
    """Return a deal between four members that will end with a penalty, so that chips change hands."""
    return running_deal(VINAGAMES, penalty_seed(), members(), now=timezone.now())


def test_a_worker_killed_in_the_middle_of_a_settlement_posts_nothing_and_the_next_one_all_of_it(
    club: RunningSite, database_server: Server
) -> None:
    with club.database():
        deal = dealt()
        with held(database_server, NO_TRANSFER) as lock:
            before = lock.ask(COUNTS)
            play_on(deal.pk, now=timezone.now())
            lock.wait_for(CLOSING)  # its postings are written, its transfer is not
            with stays_dead(club, "worker"):
                lock.release()
                assert lock.ask(COUNTS) == before
                deal.refresh_from_db()
                assert deal.settled_version < deal.owed_version
            assert_all_is_well(club, deal.pk)
            sides = sum(1 for seat in deal.seats.all() if seat.net)
            assert lock.ask(COUNTS) == [before[0] + 1, before[1] + sides]
    assert "The ledger is right" in club.manage("check_ledger")


def test_a_task_whose_process_was_killed_after_its_commit_is_delivered_again_and_pays_nothing_twice(
    club: RunningSite, database_server: Server
) -> None:
    with club.database():
        deal = dealt()
        with held(
            database_server, f"SELECT FROM games_table WHERE id = {deal.table_id} FOR UPDATE"
        ) as lock:
            play_on(deal.pk, now=timezone.now())
            # It has settled and committed; what follows in the same task, the next deal, waits at the table.
            wait_until(lambda: is_settled(deal.pk), "the deal is settled")
            lock.wait_for('%"games_table"%FOR UPDATE%')
            paid = lock.ask(COUNTS)
            told = len(club.log("worker"))
            for pid in pool(club):
                os.kill(pid, signal.SIGKILL)
            wait_until(lambda: delivered_again(club.log("worker"), told), "it is delivered again")
            lock.release()
            assert_all_is_well(club, deal.pk)
            assert lock.ask(COUNTS) == paid
    assert "The ledger is right" in club.manage("check_ledger")


def is_settled(deal_id: int) -> bool:
    deal = Deal.objects.get(pk=deal_id)
    return deal.settled_version == deal.owed_version > 0


def delivered_again(log: str, since: int) -> bool:
    """Return whether a worker was given a task again behind this place of its log."""
    received = re.compile(r"finish_deal\[([0-9a-f-]+)\] received")
    return bool(set(received.findall(log[:since])) & set(received.findall(log[since:])))


class Friday:
    """A tournament of four members and one deal, which is played and counted: only its closing is left."""

    def __init__(self) -> None:
        self.director = Player.objects.get(username="director")
        self.id = create(
            by=self.director,
            name="Friday",
            rules="vinagames",
            rounds=1,
            deals_per_round=1,
            entry_fee=15,
            prize_shares=(70, 30),
            seconds_per_move=600,
            filler="bot:greedy",
            now=timezone.now(),
        ).pk
        for player in members():
            tournament_commands.enter(by=player, tournament_id=self.id, now=timezone.now())
        tournament_commands.start(by=self.director, tournament_id=self.id, now=timezone.now())
        wait_until(self._running, "the club's worker opens the table")
        self.deal = self._deals().get()
        commands.start_deal(deal_id=self.deal.pk, now=self.deal.deadline or timezone.now())
        play_on(self.deal.pk, now=timezone.now())
        wait_until(lambda: self.row.rounds_closed == 1, "the club's worker counts the deal")
        wait_until(lambda: is_settled(self.deal.pk), "the deal is settled")

    def _deals(self) -> Any:
        return Deal.objects.filter(table__origin__startswith=f"tournament-{self.id}/")

    def _running(self) -> bool:
        return bool(self._deals().exists())

    @property
    def row(self) -> Tournament:
        return Tournament.objects.get(pk=self.id)

    @property
    def prizes(self) -> dict[int, int]:
        """Return what each member won, as the standings say."""
        lines = Standing.objects.filter(tournament=self.id)
        return {line.player_id: line.prize or 0 for line in lines if line.player_id}

    def is_right(self, chips_before: dict[int, int]) -> None:
        """The pot is empty, and each member has exactly the prize of the standings more than before."""
        assert balance(pot_account(self.id)) == 0
        assert sum(self.prizes.values()) == 60
        for player in members():
            won = balance(member_account(player.pk)) - chips_before[player.pk]
            assert won == self.prizes[player.pk], player


def chips() -> dict[int, int]:
    return {player.pk: balance(member_account(player.pk)) for player in members()}


def test_a_web_process_killed_in_the_middle_of_a_prize_payment_pays_nothing_and_the_form_sent_again_pays_once(
    club: RunningSite, database_server: Server
) -> None:
    browser = Browser(club, "director")
    with club.database():
        friday = Friday()
        before = chips()
        address = f"/tournaments/{friday.id}/close"
        form = browser.form(address)
        with held(database_server, NO_TRANSFER) as lock:
            counts, version = lock.ask(COUNTS), friday.row.version
            sent = browser.send_in_the_background(address, form)
            lock.wait_for(CLOSING)
            with stays_dead(club, "web"):
                lock.release()
                assert lock.ask(COUNTS) == counts
                assert (friday.row.version, friday.row.status) == (version, "running")
            sent.join()
        for _ in range(2):
            assert browser.send(address, form) == 200
        assert friday.row.status == "closed"
        friday.is_right(before)
    assert "The ledger is right" in club.manage("check_ledger")


def counted_since(friday: Friday, version: int) -> Callable[[], bool]:
    """Return whether the worker has counted something in the tournament behind this version."""
    return lambda: friday.row.version > version


def test_a_worker_killed_in_the_middle_of_a_ruling_and_of_the_prizes_that_another_corrects(
    club: RunningSite, database_server: Server
) -> None:
    with club.database():
        lobby = dealt()
        play_on(lobby.pk, now=timezone.now())
        wait_until(lambda: is_settled(lobby.pk), "the deal of the lobby is settled")
        while True:  # the cards are not known before
            friday = Friday()
            before, by = chips(), friday.director
            upheld = taken_discard(friday.deal) is not None
            if upheld:  # no dispute is taken once the prizes are final, an appeal is (§10.7)
                counted = counted_since(friday, friday.row.version)
                rule(disputed(friday.deal), "second", outcome="upheld")
                wait_until(counted, "the ruling is counted")
            tournament_commands.close(by=by, tournament_id=friday.id, now=timezone.now())
            friday.is_right(before)
            if upheld and changes_prizes(friday):
                break
        dispute = Dispute.objects.get(deal=friday.deal)
        prizes, won, paid = friday.prizes, chips(), nets(lobby)
        with held(database_server, NO_TRANSFER) as lock:
            counts, version = lock.ask(COUNTS), friday.row.version
            payments = lock.ask(PAYMENTS)
            rule(appealed(dispute), "referee", outcome="reversed")
            rule(disputed(lobby), "referee", outcome="reversed")
            lock.wait_for(CLOSING, 2)  # the prizes on one process, the deal's payment on another
            with stays_dead(club, "worker"):
                lock.release()
                assert lock.ask(COUNTS) == counts
                assert (friday.row.version, friday.prizes) == (version, prizes)
                assert not is_settled(lobby.pk)
            wait_until(lambda: is_settled(lobby.pk), "the ruling is settled", 60)
            wait_until(lambda: friday.prizes != prizes, "the prizes are corrected", 60)
            assert lock.ask(PAYMENTS) == payments + 4  # each taken back, and made anew
        assert friday.prizes != prizes
        assert nets(lobby) != paid
        for player, had in won.items():
            prize, points = (
                friday.prizes[player] - prizes[player],
                nets(lobby)[player] - paid[player],
            )
            assert chips_with_held(player) == had + prize + points
        assert sum(trial_balance().values()) == 0
    assert "The ledger is right" in club.manage("check_ledger")


def nets(deal: Deal) -> dict[int, int]:
    """Return what a deal brought each member, in points; at these tables one is worth a chip."""
    return {seat.player_id: seat.net or 0 for seat in deal.seats.all() if seat.player_id}


def taken_discard(deal: Deal) -> int | None:
    """Return the version of the discard that a winner took, where one did (§10.5)."""
    ending = queries.load_state(deal.pk).ending
    taken = None if ending is None else ending.taken
    return taken.version if taken and not taken.drawn and not taken.opening else None


def changes_prizes(friday: Friday) -> bool:
    """Return whether a referee who reverses on appeal changes who of this tournament gets which prize."""
    (appeal,) = appeal_ruling(
        queries.load_state(friday.deal.pk), dispute=1, seat=0, reason="Again."
    )
    state = evolve(queries.load_state(friday.deal.pk), appeal)
    (given,) = give_ruling(
        state, dispute=1, referee="", upheld=False, section="§10.3", reason="So."
    )
    assert isinstance(given, RulingGiven)
    told = tournament_queries.current(friday.id)
    south, east, north, west = given.result.net
    events = decide_rescore_deal(
        told.state,
        deal_id=friday.deal.pk,
        net=(south, east, north, west),
        penalised=given.result.offender,
        ruling=1,
    )
    return any(isinstance(event, PrizesCorrected) and event.corrections for event in events)


def disputed(deal: Deal) -> Dispute:
    """Return a dispute of the discard that a winner took, by the director."""
    discard = taken_discard(deal)
    assert discard is not None
    by = Player.objects.get(username="director")
    now = timezone.now()
    return rulings.file_dispute(
        by=by, deal_id=deal.pk, discard=discard, reason="Look again.", now=now
    )


def appealed(dispute: Dispute) -> Dispute:
    """Return the same dispute, when its first seat has appealed."""
    by = dispute.deal.seats.get(number=0).player
    assert by is not None
    return rulings.appeal_ruling(by=by, dispute_id=dispute.pk, reason="Again.", now=timezone.now())


def rule(dispute: Dispute, referee: str, *, outcome: str) -> None:
    """A referee upholds what the engine judged, or reverses it."""
    by, _ = Player.objects.get_or_create(username=referee, defaults={"is_referee": True})
    rulings.give_ruling(
        by=by,
        dispute_id=dispute.pk,
        outcome=outcome,
        section="§10.3",
        reason="So it is.",
        now=timezone.now(),
    )


def test_a_worker_killed_while_a_pot_is_taken_moves_nothing_and_the_next_one_all_of_it_once(
    club: RunningSite, database_server: Server
) -> None:
    with club.database():
        deal = pot_dealt(members(), takes=True, name="Bàn đậu heo", now=timezone.now())
        account = table_pot_account(deal.table_id)
        pot = balance(account)
        assert pot == 4 * deal.table.rules["pot"], "it is paid with the cards"
        lock = f"SELECT FROM ledger_account WHERE code = '{account}' FOR UPDATE"
        with held(database_server, lock) as waiting:
            before = waiting.ask(COUNTS)
            play_on(deal.pk, now=timezone.now())
            waiting.wait_for(
                '%"ledger_account"%FOR NO KEY UPDATE%'
            )  # the deal's payment is written
            with stays_dead(club, "worker"):
                waiting.release()
                assert waiting.ask(COUNTS) == before
            assert_all_is_well(club, deal.pk)
            sides = sum(1 for seat in deal.seats.all() if seat.net)
            wait_until(lambda: balance(account) == 0, "the winner has the pot")
            assert waiting.ask(COUNTS) == [before[0] + 2, before[1] + sides + 2]
    assert "The ledger is right" in club.manage("check_ledger")

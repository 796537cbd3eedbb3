"""Several workers at one tournament, and workers that are broken off: everything happens exactly once."""

import hashlib
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from django.core.management import call_command

from games import commands as club
from games import queries as club_queries
from games.engine.disputing.rulings import file_dispute
from games.errors import Refused
from games.ledger.accounts import member_account, pot_account
from games.ledger.models import Transfer
from games.ledger.queries import balance, trial_balance
from games.models import Deal, Player, Table
from tests.support.deals import NOW
from tests.support.engine.disputes import give_ruling, share_payment
from tests.support.evening import Evening
from tests.support.threads import at_once
from tournaments import commands, queries, reactions, tasks
from tournaments.commands import club_tables
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.settlement import owed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run of a test deals the same cards."""
    numbers = count(500)
    monkeypatch.setattr(
        "games.commands.deal.deals.secrets.token_hex",
        lambda size=None: hashlib.sha256(str(next(numbers)).encode()).hexdigest()[: 2 * size],
    )
    monkeypatch.setattr("tournaments.commands.lifecycle.secrets.randbelow", lambda below: 7)


def two_workers(evening: Evening) -> None:
    """Let two workers follow at the same time."""

    def worker() -> None:
        for _time in range(2):
            reactions.follow(lambda: evening.now)

    at_once(worker, worker)


def disputable(evening: Evening) -> Iterator[tuple[Deal, int]]:
    """Yield the deals that were won by a discard, and the version of that discard (§10.5)."""
    for deal in Deal.objects.filter(ended_at__isnull=False).order_by("pk"):
        ending = club_queries.load_state(deal.pk).ending
        taken = None if ending is None else ending.taken
        if taken is not None and not taken.drawn and not taken.opening:
            yield deal, taken.version


def rule(evening: Evening, deal: Deal, discard: int, referee: Player, *, shared: bool) -> None:
    """Dispute this discard and reverse its judgement, or share the payment; nothing is counted yet."""
    said: dict[str, Any] = {
        "dispute": 1,
        "referee": "player:9",
        "section": "§10.3",
        "reason": "So it is.",
    }

    def afterwards(decide: Any) -> None:
        club.append_afterwards(by=referee, deal_id=deal.pk, decide=decide, now=evening.now)

    afterwards(lambda state: file_dispute(state, seat=None, discard=discard, reason="Look again."))
    if shared:
        afterwards(lambda state: share_payment(state, **said))
    else:
        afterwards(lambda state: give_ruling(state, upheld=False, **said))


def prizes(evening: Evening) -> dict[int, int]:
    """Return what each member has won, by the standings."""
    placed = Standing.objects.filter(tournament=evening.id, player__isnull=False)
    return {row.player_id: row.prize or 0 for row in placed if row.player_id is not None}


def winners_of(won: dict[int, int]) -> frozenset[int]:
    """Return who has won anything."""
    return frozenset(player for player, prize in won.items() if prize)


@pytest.mark.usefixtures("same_cards")
@pytest.mark.parametrize("shared", [False, True], ids=["reversed", "shared"])
def test_prizes_that_late_rulings_move_are_paid_anew_once_by_two_workers_at_once(
    shared: bool,
) -> None:
    evening = Evening(5, rounds=1, deals_per_round=3, prize_shares=(50, 30, 20))
    evening.play_all()
    evening.close()
    winners = {winners_of(prizes(evening))}
    referee = Player.objects.create_user("referee", is_referee=True)
    for deal, discard in disputable(evening):
        rule(evening, deal, discard, referee, shared=shared)
        two_workers(evening)
        now = prizes(evening)
        assert sum(now.values()) == 75
        for player, prize in now.items():
            assert balance(member_account(player)) == 985 + prize
        winners.add(winners_of(now))
    assert len(winners) > 1, "no ruling took a prize from its winner"
    called_for = [transfer.key for _version, transfer in owed(evening.id)]
    posted = Transfer.objects.filter(key__startswith=f"tournament:{evening.id}:")
    assert sorted(posted.values_list("key", flat=True)) == sorted(called_for)
    assert len([key for key in called_for if key.endswith(":counter")]) > 0
    assert balance(pot_account(evening.id)) == 0 and sum(trial_balance().values()) == 0
    call_command("check_ledger", verbosity=0)


def test_two_workers_count_every_deal_once_and_open_every_table_once() -> None:
    evening = Evening(13, rounds=2, deals_per_round=2)
    while evening.play():
        two_workers(evening)
    row = Tournament.objects.get()
    assert (row.rounds_closed, row.version) == (2, 2 + 13 + 1 + 2 * (1 + 4 * 2 + 1))
    assert Table.objects.count() == RoundTable.objects.count() == 8
    assert not Table.objects.filter(closed_at__isnull=True).exists()
    assert Deal.objects.count() == 16
    standings = Standing.objects.all()
    assert sum(one.points for one in standings) == 0
    assert sum(one.deals for one in standings) == 64


@pytest.mark.parametrize("origin", ["tournament-9999/1/1", "tournament-{id}/7/1"])
def test_a_table_that_no_round_has_drawn_keeps_no_other_one_waiting(origin: str) -> None:
    evening = Evening(8, rounds=1, deals_per_round=1)
    first, second = (drawn.games_table_id or 0 for drawn in RoundTable.objects.order_by("number"))
    assert len(evening.play()) == 2
    Table.objects.filter(pk=first).update(origin=origin.format(id=evening.id))
    two_workers(evening)
    loaded = queries.current(evening.id)
    scores = [table.scores for table in loaded.state.rounds[0].tables]
    assert [len(one) for one in scores] == [0, 1]
    assert scores[1][0].deal_id == Deal.objects.get(table=second).pk


def started(people: int) -> Evening:
    """Return a tournament whose first round is drawn, and none of whose tables is open yet."""
    evening = Evening(people, open_tables=False)
    assert not Table.objects.exists()
    return evening


def test_two_workers_open_every_drawn_table_once() -> None:
    started(16)
    at_once(*[lambda: club_tables.set_tables(lambda: NOW)] * 2)
    assert Table.objects.count() == Deal.objects.count() == 4
    assert len(set(RoundTable.objects.values_list("games_table_id", flat=True))) == 4


def test_a_worker_that_was_broken_off_while_opening_tables_is_carried_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = started(16)
    drawn = list(RoundTable.objects.values_list("pk", flat=True))
    club_tables.open_one(drawn[0], now=NOW)
    opened = club.open_table

    def killed_at_the_end(**options: Any) -> Table:
        opened(**options)
        raise KeyboardInterrupt

    monkeypatch.setattr(club, "open_table", killed_at_the_end)
    with pytest.raises(KeyboardInterrupt):
        club_tables.set_tables(lambda: NOW)
    monkeypatch.undo()
    assert Table.objects.count() == Deal.objects.count() == 1  # nothing half opened
    for _again in range(2):
        reactions.follow(lambda: NOW)
    assert Table.objects.count() == Deal.objects.count() == 4
    evening.play_all()
    assert Tournament.objects.get().rounds_closed == 2


def test_a_table_that_cannot_be_opened_keeps_no_other_one_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = started(8)
    opened = club.open_table

    def refused_for_the_first(**options: Any) -> Table:
        if options["origin"].endswith("/1/1"):
            raise Refused("table.name")
        return opened(**options)

    monkeypatch.setattr(club, "open_table", refused_for_the_first)
    reactions.follow(lambda: NOW)
    assert [table.games_table_id is None for table in RoundTable.objects.all()] == [True, False]
    monkeypatch.undo()
    reactions.follow(lambda: NOW)
    assert Table.objects.count() == 2
    evening.play_all()
    assert Tournament.objects.get().rounds_closed == 2


def test_who_opens_many_tables_goes_behind_the_bots_of_those_that_are_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started(16)
    asked: list[str] = []
    monkeypatch.setattr(tasks, "enqueue", asked.append)
    for opened in (1, 2, 3, 4):
        # By its clock each table takes nearly a whole turn.
        times = count(0, 0.9 * tasks.TURN)
        monkeypatch.setattr(tasks, "monotonic", lambda times=times: next(times))
        tasks.follow()
        assert Table.objects.count() == opened
    assert asked == ["tournaments.tasks.follow"] * 3
    tasks.follow()
    assert len(asked) == 3


def test_a_tournament_that_is_cancelled_while_its_tables_open_ends_with_none_open() -> None:
    evening = started(16)
    first = RoundTable.objects.first()
    assert first is not None
    club_tables.open_one(first.pk, now=NOW)
    commands.cancel(by=evening.director, tournament_id=evening.id, reason="Rain.", now=NOW)
    for _again in range(2):
        reactions.follow(lambda: NOW)
    assert Table.objects.count() == 1
    assert not Table.objects.filter(closed_at__isnull=True).exists()
    assert not club_tables.open_one(RoundTable.objects.order_by("-pk")[0].pk, now=NOW)


def test_a_member_who_leaves_in_the_middle_is_drawn_and_played_for_to_the_end() -> None:
    evening = Evening(7, rounds=2, deals_per_round=1)
    evening.play()
    evening.follow()
    gone = evening.people[3]
    Player.objects.filter(pk=gone.pk).update(is_active=False)
    evening.play_all()
    assert Tournament.objects.get().rounds_closed == 2
    evening.close()
    line = Standing.objects.get(player=gone)
    assert line.deals == 2 and line.place is not None
    assert sum(one.prize or 0 for one in Standing.objects.all()) == 7 * 15

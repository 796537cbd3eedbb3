"""Finished deals for tests: played by the greedy bot, stored by the club's own commands.

`stored_deal` is repeatable: the same rules, seed and number of people give the same cards and moves.
`penalty_seed` finds a deal in which somebody pays for all (§9.3).
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from unittest import mock

from django.db import transaction
from django.utils import timezone

from games import commands, queries
from games.bots import BOTS
from games.bots.playout import Playout, play_deal
from games.commands.deal.deal_work import DealWork
from games.engine.deal import decide, legal_moves, resolve_claims, to_move
from games.engine.moves import Move
from games.engine.rules import VINAGAMES, RuleSet
from games.engine.shuffle import SECRET_BYTES, commit_seed
from games.engine.sight import see
from games.engine.state import Active, DealState, Ending, Phase
from games.models import Deal, Player
from games.projections import secret_of
from tests.support.tables import opened_table

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


def token(seed: int, size: int | None) -> str:
    """Return the secret of 32 bytes, always the same for the same deal."""
    return hashlib.sha256(f"{seed}/{size}".encode()).hexdigest()[: 2 * (size or SECRET_BYTES)]


def prepared_deal(
    rules: RuleSet,
    seed: int,
    players: Sequence[Player],
    *,
    seats: int = 4,
    name: str = "Bàn 1",
    chips_per_point: int = 1,
    now: datetime = NOW,
) -> Deal:
    """Return a deal of seated people not yet ready; the greedy bot has the later seats."""
    with mock.patch(
        "games.commands.deal.deals.secrets.token_hex", lambda size=None: token(seed, size)
    ):
        table = opened_table(
            by=players[0],
            name=name,
            rules=rules,
            seats=seats,
            chips_per_point=chips_per_point,
            now=now,
            filler="",
        )
        # Nothing is prepared before every seat is taken, so the deal's own cards come immediately.
        for number in range(len(players), seats):
            table.seats.filter(number=number).update(bot="greedy")
        for number, player in enumerate(players):
            commands.sit_down(by=player, table_id=table.pk, seat=number, now=now)
    return table.deals.get(ended_at=None)


def running_deal(
    rules: RuleSet,
    seed: int,
    players: Sequence[Player],
    *,
    seats: int = 4,
    name: str = "Bàn 1",
    chips_per_point: int = 1,
    moves: int = 0,
    now: datetime = NOW,
) -> Deal:
    """Return a deal that has been dealt, after so many moves of the greedy bot."""
    deal = prepared_deal(
        rules, seed, players, seats=seats, name=name, chips_per_point=chips_per_point, now=now
    )
    seeds = [f"seed-{number}" for number in range(len(players))]
    get_ready(deal, players, seeds, now=now)
    play_on(deal.pk, moves=moves, now=now)
    deal.refresh_from_db()
    return deal


def get_ready(
    deal: Deal, players: Sequence[Player], seeds: Sequence[str], *, now: datetime = NOW
) -> None:
    """Bind these players to their own seeds, then open them: the cards are dealt if all others are ready."""
    for player, seed in zip(players, seeds, strict=True):
        commands.get_ready(by=player, deal_id=deal.pk, commitment=commit_seed(seed), now=now)
    for player, seed in zip(players, seeds, strict=True):
        commands.reveal_seed(by=player, deal_id=deal.pk, seed=seed, now=now)


def stored_deal(
    rules: RuleSet,
    seed: int,
    players: Sequence[Player],
    *,
    seats: int = 4,
    name: str = "Bàn 1",
    chips_per_point: int = 1,
    keep_open: bool = False,
    now: datetime = NOW,
) -> Deal:
    """Return a finished and settled deal; the greedy bot played for everybody.

    The table is closed behind it unless `keep_open`, so that no next deal is prepared.
    """
    deal = running_deal(
        rules, seed, players, seats=seats, name=name, chips_per_point=chips_per_point, now=now
    )
    play_on(deal.pk, now=now)
    commands.settle(deal_id=deal.pk)
    if not keep_open:
        commands.close_table(by=players[0], table_id=deal.table_id, now=now)
    return Deal.objects.select_related("table").get(pk=deal.pk)


@transaction.atomic
def play_on(deal_id: int, *, now: datetime, moves: int | None = None) -> None:
    """Let the greedy bot move for every seat, in one append; without `moves`, to the end."""
    work = DealWork.on(deal_id, now=now)
    made = 0
    while work.state.phase is not Phase.OVER and made != moves:
        if not to_move(
            work.state
        ):  # a window in which nobody is asked, and a forced set waits (§13.5)
            work.add(resolve_claims(work.state))
            continue
        seat = to_move(work.state)[0]
        move = BOTS["greedy"](see(work.state, seat), legal_moves(work.state, seat))
        work.add(decide(work.state, move))
        made += 1
    work.save()


def turns(
    deal: Deal,
    choose: Callable[[tuple[Move, ...]], Move],
    *,
    clock: Callable[[], datetime] = timezone.now,
) -> Iterator[DealState]:
    """Yield each state in which a person is to move; that person then makes a legal move.

    Everything goes through the club's commands. Bots move in between; it ends with the deal.
    """
    people = {seat.number: seat.player for seat in deal.seats.all() if seat.player}
    while True:
        now = until_a_person_moves(deal, clock)
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            return
        yield state
        seat = next(seat for seat in to_move(state) if seat in people)
        commands.submit_move(
            by=people[seat],
            deal_id=deal.pk,
            move=choose(legal_moves(state, seat)),
            move_id=f"step-{state.version:05}",
            expected_version=queries.see_deal(deal, people[seat]).view.version,
            now=now,
        )


def until_a_person_moves(deal: Deal, clock: Callable[[], datetime] = timezone.now) -> datetime:
    """Let bots move, and claim windows close in which no person must answer; return the time by then."""
    deal.refresh_from_db()
    now = max(
        clock(), deal.changed_at
    )  # windows may have closed later than a clock that stands still
    while True:
        commands.play_bots(deal_id=deal.pk, clock=lambda: now)  # noqa: B023 - called at once
        deal.refresh_from_db()
        state = queries.load_state(deal.pk)
        asked = state.phase is Phase.CLAIMS and any(
            state.setup.players[seat].startswith("player:") for seat in to_move(state)
        )
        if deal.window_until is None or asked:
            return now
        now = max(now, deal.window_until)
        assert commands.close_window(deal_id=deal.pk, now=now)


def play_to_the_end(deal: Deal, *, now: datetime = NOW) -> DealState:
    """Make people's last legal moves, which draw, pass or discard; bots move themselves."""
    for _ in turns(deal, lambda moves: moves[-1], clock=lambda: now):
        pass
    return queries.load_state(deal.pk)


def secret_in(deal: Deal) -> str:
    """Return the server's secret of an unfinished deal."""
    secret = secret_of(deal.pk, queries.load_state(deal.pk))
    assert secret is not None
    return secret


def ending_of(deal: Deal) -> Ending:
    """Return how a stored deal ended, rulings included."""
    ending = queries.load_state(deal.pk).ending
    assert ending is not None
    return ending


def taken_in(deal: Deal) -> Active:
    """Return the active card that completed the winner's hand."""
    taken = ending_of(deal).taken
    assert taken is not None
    return taken


def played(
    rules: RuleSet, seed: int, people: int = 4, seats: int = 4, *, starter: int | None = None
) -> Playout:
    """Return what `stored_deal` will store for this seed, without a database."""
    mine = [f"seed-{number}" for number in range(people)]
    return play_deal(
        rules,
        ["greedy"] * seats,
        secret=token(seed, SECRET_BYTES),
        seeds=[*mine, *[None] * (seats - people)],
        starter=starter,
    )


@lru_cache
def penalty_seed(rules: RuleSet = VINAGAMES, people: int = 4, seats: int = 4) -> int:
    """Return the first seed of a deal in which a person pays the penalty to another (§10.5)."""

    def penalised(ending: Ending) -> bool:
        offender, winner = ending.result.offender, ending.result.winner
        return offender is not None and winner is not None and max(offender, winner) < people

    return first_seed(penalised, rules, people, seats)


@lru_cache
def place_losing_seed(rules: RuleSet = VINAGAMES) -> int:
    """Return the first seed whose penalty alone puts the offender last (§9.3): without it another is."""

    def costly(ending: Ending) -> bool:
        offender, net, hand = ending.result.offender, ending.result.net, ending.result.amount
        if offender is None:
            return False
        others = [paid for seat, paid in enumerate(net) if seat != offender and paid != max(net)]
        return len(others) == 2 and net[offender] + 2 * hand > min(others) - hand

    return first_seed(costly, rules, 4, 4)


@lru_cache
def safe_win_seed(rules: RuleSet = VINAGAMES, people: int = 4, seats: int = 4) -> int:
    """Return the first seed won by a discard that was a worst card, so that nobody pays for all (§10.5)."""

    def safe(ending: Ending) -> bool:
        taken = ending.taken
        judged = taken is not None and not taken.drawn and not taken.opening
        return judged and ending.result.offender is None

    return first_seed(safe, rules, people, seats)


@lru_cache
def exhausted_seed(rules: RuleSet = VINAGAMES, people: int = 4, seats: int = 4) -> int:
    """Return the first seed of a deal that nobody wins (§8.1)."""
    return first_seed(lambda ending: ending.result.winner is None, rules, people, seats)


def first_seed(
    wanted: Callable[[Ending], bool],
    rules: RuleSet,
    people: int,
    seats: int,
    *,
    starter: int | None = None,
) -> int:
    """Return the first seed of a deal that ends as wanted."""
    for seed in range(10_000):
        ending = played(rules, seed, people, seats, starter=starter).state.ending
        assert ending is not None
        if wanted(ending):
            return seed
    raise AssertionError("no deal ends like that")

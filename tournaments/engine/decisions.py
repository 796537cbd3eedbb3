"""What may be asked of a tournament: each question becomes events, or is refused and changes nothing.

Who may ask is not decided here; the commands check that first. Every function returns the events that follow, oldest
first; an empty tuple says that what was asked has already happened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from tournaments.engine.commitment import bound
from tournaments.engine.entries import checked_reason, not_over, running
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import (
    DealRescored,
    DrawCommitted,
    FinalRow,
    MemberEntered,
    MemberLeftOut,
    MembersEntered,
    MemberWithdrew,
    Net,
    PlayerAmount,
    PrizesCorrected,
    RoundClosed,
    RoundDrawn,
    TableDealScored,
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentDescribed,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.engine.participants import SEATS
from tournaments.engine.prizes import corrections, final_rows, prizes_by_player
from tournaments.engine.seating import METHOD, draw_round, starters
from tournaments.engine.state import Status, TournamentState, evolve

NAME_LENGTH: Final = 80
"""Characters of a name."""
ROUNDS: Final = (1, 40)
"""Least and most rounds."""
DEALS: Final = (1, 32)
"""Least and most deals in a round."""
SECONDS: Final = (10, 600)
"""Least and most seconds for a move: what the club's tables allow."""
BANK: Final = (0, 600)
"""Least and most seconds of a seat's bank: what the club's tables allow."""
DELAY: Final = (0, 600)
"""Least and most seconds by which spectators see a table later, where they may look on."""
FEE: Final = (0, 1_000_000)
"""Least and most chips to enter."""
PAID_PLACES: Final = 20
"""Most places with a prize."""
DESCRIPTION_LENGTH: Final = 2000
"""Characters of a description."""
AHEAD: Final = timedelta(days=731)
"""How far ahead a tournament may begin; later is a year mistyped."""
ENTRANTS: Final = (1, 400)
"""Least members that the terms may ask for to start; most to enter."""
FILL: Final = (0, 400)
"""Least and most participants, in fours, up to which bots fill a tournament; 0 fills the last table only."""
SEEDS: Final = (0, 2**53 - 1)
"""Least and greatest seed: what JSON numbers hold exactly everywhere."""

Events = tuple[TournamentEvent, ...]


def decide_create(
    *,
    name: str,
    rules: str,
    rounds: int,
    deals_per_round: int,
    entry_fee: int,
    prize_shares: Collection[int],
    seconds_per_move: int,
    director: int,
    filler: str,
    fill_to: int,
    bank_seconds: int,
    spectator_delay: int | None,
    known_rules: Collection[str],
    known_fillers: Collection[str],
    least_members: int = 1,
    late_until: int = 0,
    check_in: bool = False,
) -> Events:
    """Announce a tournament. ``known_rules`` are the keys of rule sets, ``known_fillers`` the labels of bots.

    Nobody may look on where `spectator_delay` is None.
    """
    name = name.strip()
    if not name:
        raise TournamentRefused("tournament.name-missing")
    if len(name) > NAME_LENGTH:
        raise TournamentRefused("tournament.name-too-long", limit=NAME_LENGTH, length=len(name))
    if rules not in known_rules:
        raise TournamentRefused("tournament.rules-unknown", rules=rules)
    if filler not in known_fillers:
        raise TournamentRefused("tournament.filler-unknown", filler=filler)
    _in_range("tournament.rounds-out-of-range", rounds, ROUNDS)
    _in_range("tournament.deals-out-of-range", deals_per_round, DEALS)
    _in_range("tournament.seconds-out-of-range", seconds_per_move, SECONDS)
    _in_range("tournament.bank-out-of-range", bank_seconds, BANK)
    if spectator_delay is not None:
        _in_range("tournament.delay-out-of-range", spectator_delay, DELAY)
    _in_range("tournament.fill-out-of-range", fill_to, FILL)
    if fill_to % SEATS:
        below = fill_to - fill_to % SEATS
        raise TournamentRefused("tournament.fill-not-fours", fill_to=fill_to, above=below + SEATS)
    _in_range("tournament.least-out-of-range", least_members, ENTRANTS)
    _in_range("tournament.late-out-of-range", late_until, (0, rounds))
    if type(entry_fee) is not int:
        raise TournamentRefused("tournament.fee-not-integer")
    _in_range("tournament.fee-out-of-range", entry_fee, FEE)
    shares = tuple(prize_shares)
    _check_shares(shares)
    return (
        TournamentCreated(
            name=name,
            rules=rules,
            rounds=rounds,
            deals_per_round=deals_per_round,
            entry_fee=entry_fee,
            prize_shares=shares,
            seconds_per_move=seconds_per_move,
            director=director,
            filler=filler,
            fill_to=fill_to,
            bank_seconds=bank_seconds,
            spectator_delay=spectator_delay,
            least_members=least_members,
            late_until=late_until,
            check_in=check_in,
        ),
    )


def decide_describe(
    state: TournamentState,
    *,
    starts_at: datetime | None,
    description: str,
    director: int,
    now: datetime,
) -> Events:
    """Say when an open tournament begins (None: no day is set) and what it is about. Both are for people alone."""
    _still_open(state)
    description = "\n".join(description.split("\r\n")).strip()
    if len(description) > DESCRIPTION_LENGTH:
        raise TournamentRefused(
            "tournament.description-too-long", limit=DESCRIPTION_LENGTH, length=len(description)
        )
    if any(ord(sign) < 32 and sign not in "\n\t" for sign in description):
        raise TournamentRefused("tournament.description-unreadable")
    if (starts_at, description) == (state.starts_at, state.description):
        return ()
    if starts_at is not None and starts_at != state.starts_at:
        if not now < starts_at <= now + AHEAD:
            raise TournamentRefused("tournament.start-out-of-range", days=AHEAD.days)
        starts_at = starts_at.astimezone(UTC)
    return (TournamentDescribed(starts_at, description, director),)


def decide_enter(state: TournamentState, *, player: int) -> Events:
    """Let a member enter: before the start, and after it as long as the terms say, to play from the next draw."""
    if state.status is Status.RUNNING and state.options.late_until:
        if state.next_round > state.options.late_until:
            raise TournamentRefused("tournament.too-late", round=state.options.late_until)
    else:
        _still_open(state)
    if player in state.entrants:
        raise TournamentRefused("tournament.entered-twice")
    if len(state.entrants) >= ENTRANTS[1]:
        raise TournamentRefused("tournament.full", limit=ENTRANTS[1])
    return (MemberEntered(player),)


def decide_enter_members(
    state: TournamentState, *, players: Iterable[int], director: int
) -> Events:
    """Let a director enter members: all who have not entered, or nobody.

    Only where there is no fee: nobody but its holder spends a member's chips.
    """
    _still_open(state)
    if state.options.entry_fee:
        raise TournamentRefused("tournament.fee-of-member", fee=state.options.entry_fee)
    # Each once, in the order given.
    new = tuple(player for player in dict.fromkeys(players) if player not in state.entrants)
    if len(state.entrants) + len(new) > ENTRANTS[1]:
        raise TournamentRefused("tournament.full", limit=ENTRANTS[1])
    return (MembersEntered(new, director),) if new else ()


def decide_withdraw(state: TournamentState, *, player: int) -> Events:
    """Let a member go before the start, with the fee; `entries.decide_leave` is for afterwards."""
    _still_open(state)
    if player not in state.entrants:
        raise TournamentRefused("tournament.not-entered")
    return (MemberWithdrew(player),)


def decide_commit_draw(state: TournamentState, *, commitment: str) -> Events:
    """Bind the draws to a secret while nobody knows who will play; bound once, they stay so."""
    _still_open(state)
    return () if state.commitment is not None else (DrawCommitted(commitment),)


def decide_start(state: TournamentState, *, seed: int, secret: str | None = None) -> Events:
    """Close the entries and draw the first round; ``seed`` fixes this and all later draws.

    Where the draws are bound, it has to come from the ``secret`` to which they are. Where members are asked to check
    in, it is without those who have not.
    """
    check_start(state)
    if state.commitment is not None and not bound(state.commitment, secret, seed):
        raise TournamentRefused("tournament.draw-secret-lost")
    _in_range("tournament.seed-out-of-range", seed, SEEDS)
    left_out = tuple(MemberLeftOut(player) for player in state.not_here)
    for event in left_out:
        state = evolve(state, event)
    return (*left_out, *open_with(state, seed=seed, secret=secret))


def check_start(state: TournamentState) -> None:
    """Raise `TournamentRefused` for what keeps a tournament from being started now."""
    _still_open(state)
    playing = len(state.playing) - len(state.not_here)
    if playing < state.options.least_members:
        raise TournamentRefused(
            "tournament.too-few", least=state.options.least_members, playing=playing
        )


def open_with(state: TournamentState, *, seed: int, secret: str | None = None) -> Events:
    """The start and the first draw, whoever is there."""
    started = TournamentStarted(seed, secret)
    return (started, _drawn(evolve(state, started)))


def decide_score_deal(
    state: TournamentState,
    *,
    round_number: int,
    table: int,
    deal_number: int,
    deal_id: int,
    net: Net,
    winner: int | None,
    points: int,
    penalised: int | None,
    played_for: tuple[int, ...] = (),
) -> Events:
    """Count a finished deal. A deal that is scored already, or ends after a cancelling, changes nothing."""
    if state.status is Status.CANCELLED:
        return ()
    known = state.find_deal(deal_id)
    if known is not None and (known[0], known[1], known[2].number) == (
        round_number,
        table,
        deal_number,
    ):
        return ()
    running(state)
    if not 1 <= round_number <= len(state.rounds):
        raise TournamentRefused("tournament.no-such-deal")
    drawn = state.rounds[round_number - 1]
    if not 1 <= table <= len(drawn.tables) or not 1 <= deal_number <= state.options.deals_per_round:
        raise TournamentRefused("tournament.no-such-deal")
    if known is not None or drawn.tables[table - 1].score(deal_number) is not None:
        raise TournamentRefused("tournament.deal-already-scored")
    _check_net(net)
    _check_seat(winner)
    _check_seat(penalised)
    for seat in played_for:
        _check_seat(seat)
    return (
        TableDealScored(
            round_number, table, deal_number, deal_id, net, winner, points, penalised, played_for
        ),
    )


def decide_rescore_deal(
    state: TournamentState, *, deal_id: int, net: Net, penalised: int | None, ruling: int
) -> Events:
    """Count a deal anew after a ruling; if the tournament is closed, correct the final standings and prizes too.

    A ruling that is already counted changes nothing.
    """
    known = state.find_deal(deal_id)
    if known is None:
        raise TournamentRefused("tournament.no-such-deal")
    round_number, table, score = known
    if ruling in score.rulings:
        return ()
    _check_net(net)
    _check_seat(penalised)
    rescored = DealRescored(round_number, table, score.number, deal_id, net, penalised, ruling)
    if state.status is not Status.CLOSED:
        return (rescored,)
    rows = _final(evolve(state, rescored))
    if rows == state.final:
        return (rescored,)
    owed = corrections(prizes_by_player(state.final), prizes_by_player(rows))
    return (rescored, PrizesCorrected(rows, owed, ruling))


def decide_advance(state: TournamentState) -> Events:
    """Whatever follows by itself: close a round whose deals are all scored, and draw the next one if there is one.

    Never refuses: nothing follows while deals are outstanding, or when the last round is closed and the director has
    yet to close the tournament.
    """
    if state.status is not Status.RUNNING or state.outstanding():
        return ()
    events: list[TournamentEvent] = []
    if state.open_round is not None:
        closed = RoundClosed(state.open_round.number)
        events.append(closed)
        state = evolve(state, closed)
    if len(state.rounds) < state.options.rounds:
        events.append(_drawn(state))
    return tuple(events)


def decide_close(state: TournamentState) -> Events:
    """Make the standings final and owe the prizes, when all rounds are closed."""
    running(state)
    if state.open_round is not None:
        raise TournamentRefused("tournament.round-open", round=state.open_round.number)
    if len(state.rounds) < state.options.rounds:
        raise TournamentRefused(
            "tournament.rounds-left", played=len(state.rounds), rounds=state.options.rounds
        )
    return (TournamentClosed(_final(state)),)


def decide_cancel(state: TournamentState, *, reason: str) -> Events:
    """Call the tournament off before it is closed; every fee goes back."""
    not_over(state)
    reason = checked_reason(reason)
    fee = state.options.entry_fee
    refunds = tuple(PlayerAmount(player, fee) for player in state.entrants) if fee else ()
    return (TournamentCancelled(reason, refunds),)


def _in_range(code: str, value: int, limits: tuple[int, int]) -> None:
    low, high = limits
    # A bool is an int in Python, but no number that a person would type.
    if type(value) is not int or not low <= value <= high:
        raise TournamentRefused(code, low=low, high=high)


def _check_shares(shares: tuple[int, ...]) -> None:
    if not 1 <= len(shares) <= PAID_PLACES:
        raise TournamentRefused("tournament.shares-missing", limit=PAID_PLACES)
    if any(type(share) is not int or share < 1 for share in shares):
        raise TournamentRefused("tournament.share-not-positive")
    if sum(shares) != 100:
        raise TournamentRefused("tournament.shares-not-100", total=sum(shares))
    if list(shares) != sorted(shares, reverse=True):
        raise TournamentRefused("tournament.shares-rising")


def _check_net(net: Net) -> None:
    if len(net) != SEATS or any(type(amount) is not int for amount in net) or sum(net) != 0:
        raise TournamentRefused("tournament.net-not-zero")


def _check_seat(seat: int | None) -> None:
    if seat is not None and not 0 <= seat < SEATS:
        raise TournamentRefused("tournament.result-malformed")


def _still_open(state: TournamentState) -> None:
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
    if state.status is not Status.OPEN:
        raise TournamentRefused("tournament.already-started")


def _drawn(state: TournamentState) -> RoundDrawn:
    history = [tuple(table.seats for table in drawn.tables) for drawn in state.rounds]
    tables = draw_round(state.participants, history, seed=state.seed or 0)
    return RoundDrawn(len(history) + 1, tables, starters(state.options.deals_per_round), METHOD)


def _final(state: TournamentState) -> tuple[FinalRow, ...]:
    return final_rows(
        state.standings(),
        pot=state.pot,
        shares=state.options.prize_shares,
        entry_order=state.entrants,
    )

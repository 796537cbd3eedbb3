"""The decisions of a tournament: each request becomes events, or is refused and changes nothing.

The commands check the caller's authority before. Every function returns the events that follow, oldest first; an empty
tuple means that the request has been carried out already.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tournaments.engine.draw_events import DrawCommitted
from tournaments.engine.draws import groups
from tournaments.engine.draws.commitment import bound
from tournaments.engine.draws.drawing import Secrets, can_draw, check_apart, drawn, no_secret
from tournaments.engine.draws.fixed import check_given, given_round
from tournaments.engine.errors import TournamentRefused, check_range
from tournaments.engine.events import (
    DealRescored,
    PrizesCorrected,
    RoundClosed,
    TableDealScored,
    TournamentCancelled,
    TournamentClosed,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.engine.evolve import evolve
from tournaments.engine.participants import SEATS, THREE, Net, is_bot, member_label
from tournaments.engine.people.admission import check_may_enter
from tournaments.engine.people.entries import checked_reason, not_over, running
from tournaments.engine.people.entry_events import (
    MemberEntered,
    MemberLeftOut,
    MembersEntered,
    MemberWithdrew,
)
from tournaments.engine.real_cards.entered_results import HOLDING
from tournaments.engine.scoring.prizes import corrections, final_rows, prizes_by_player
from tournaments.engine.scoring.standing_rows import FinalRow, PlayerAmount
from tournaments.engine.state import Status, TournamentState
from tournaments.engine.terms import ENTRANTS, Format

SEEDS: Final = (0, 2**53 - 1)
"""Least and greatest seed: what JSON numbers hold exactly everywhere."""

Events = tuple[TournamentEvent, ...]


def decide_enter(state: TournamentState, *, player: int, into: int | None = None) -> Events:
    """Enter a member, before the start or for as long after it as the terms allow, to play from the next draw.

    ``into`` is the current round if the member enters by taking a bot's seat in it.
    """
    check_takes_entries(state, into=into)
    if player in state.entrants:
        raise TournamentRefused("tournament.entered-twice")
    check_may_enter(state, player)
    if len(state.entrants) >= ENTRANTS[1]:
        raise TournamentRefused("tournament.full", limit=ENTRANTS[1])
    return (MemberEntered(player),)


def check_takes_entries(state: TournamentState, *, into: int | None = None) -> None:
    """Raise `TournamentRefused` if nobody can enter now.

    ``into`` is the current round if a member would enter to play in it; None for an entry from the next draw on.
    """
    if state.status is Status.RUNNING and state.options.late_until:
        if (into or state.next_round) > state.options.late_until:
            raise TournamentRefused("tournament.too-late", round=state.options.late_until)
    else:
        still_open(state)


def decide_enter_members(
    state: TournamentState, *, players: Iterable[int], director: int
) -> Events:
    """Enter several members for a director, as latecomers after the start.

    Members already entered are skipped. If any of the others may not enter, nobody is entered. Each member owes the
    usual entry fee, unless the club pays it; the commands check that the members have enough chips.
    """
    check_takes_entries(state)
    # Each once, in the order given.
    new = tuple(player for player in dict.fromkeys(players) if player not in state.entrants)
    for player in new:
        check_may_enter(state, player)
    if len(state.entrants) + len(new) > ENTRANTS[1]:
        raise TournamentRefused("tournament.full", limit=ENTRANTS[1])
    return (MembersEntered(new, director),) if new else ()


def decide_withdraw(state: TournamentState, *, player: int) -> Events:
    """Withdraw a member before the start; the fee goes back. After the start it is `entries.decide_leave`."""
    still_open(state)
    if player not in state.entrants:
        raise TournamentRefused("tournament.not-entered")
    return (MemberWithdrew(player),)


def decide_commit_draw(state: TournamentState, *, commitment: str, draws: int = 1) -> Events:
    """Commit the next `draws` draws to secrets before anyone knows who will play.

    No events if they are committed already.
    """
    still_open(state)
    return () if state.commitment is not None else (DrawCommitted(commitment, draws),)


def decide_start(
    state: TournamentState, *, seed: int, secret: str | None = None, three_seats: bool = False
) -> Events:
    """Close the entries and draw the first round; ``seed`` fixes this and all later draws.

    If the draws are bound to a secret, the seed has to come from that ``secret``. If the terms require check-in,
    members not checked in are left out. ``three_seats`` says whether the rules allow three players.
    """
    check_start(state, three_seats=three_seats)
    if state.commitment is not None and not bound(state.commitment, secret, seed):
        raise TournamentRefused("tournament.draw-secret-lost")
    check_range("tournament.seed-out-of-range", seed, SEEDS)
    left_out = tuple(MemberLeftOut(player) for player in state.not_here)
    for event in left_out:
        state = evolve(state, event)
    return (*left_out, *open_with(state, seed=seed, secret=secret, three_seats=three_seats))


def check_start(state: TournamentState, *, three_seats: bool = False) -> None:
    """Raise `TournamentRefused` if anything prevents a start now."""
    still_open(state)
    state = replace(state, three_seats=three_seats)
    playing = len(state.playing) - len(state.not_here)
    if playing < (least := state.options.least_members):
        enough = len(state.playing) >= least
        code = "tournament.too-few-here" if enough else "tournament.too-few"
        raise TournamentRefused(code, least=least, playing=playing)
    check_given(state)
    tables = _tables(state)
    if playing and not tables:
        raise TournamentRefused("tournament.no-table", playing=playing)
    if state.options.duplicate and tables == 1:
        raise TournamentRefused("tournament.duplicate-one-table")
    if state.options.format == Format.GROUPS:
        groups.check_enough(playing, state.options.finalists)
    if state.apart:
        check_apart(state)


def _tables(state: TournamentState) -> int:
    """Return how many tables the first round would have if it started now."""
    there = set(state.playing).difference(state.not_here)
    if state.options.format == Format.FIXED:
        labels = set(map(member_label, there))
        return len(given_round(state.given[0], labels, state.options.filler))
    return state.sizes_of(len(there)).tables


def open_with(
    state: TournamentState, *, seed: int, secret: str | None = None, three_seats: bool = False
) -> Events:
    """Return the events of the start and of the first draw, without checking who has checked in."""
    started = TournamentStarted(seed, secret, three_seats)
    return (started, drawn(evolve(state, started), secret))


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
    sat_in: tuple[tuple[int, int], ...] = (),
) -> Events:
    """Count a finished deal. No events if it is scored already, or if the tournament is cancelled."""
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
    played = state.rounds[round_number - 1]
    if not 1 <= table <= len(played.tables) or not (
        1 <= deal_number <= played.planned(played.tables[table - 1])
    ):
        raise TournamentRefused("tournament.no-such-deal")
    if known is not None or played.tables[table - 1].score(deal_number) is not None:
        raise TournamentRefused("tournament.deal-already-scored")
    _check_net(net)
    _check_seat(winner)
    _check_seat(penalised)
    for seat in (*played_for, *(seat for seat, _player in sat_in)):
        _check_seat(seat)
    return (
        TableDealScored(
            round_number,
            table,
            deal_number,
            deal_id,
            net,
            winner,
            points,
            penalised,
            played_for,
            sat_in,
        ),
    )


def decide_rescore_deal(
    state: TournamentState, *, deal_id: int, net: Net, penalised: int | None, ruling: int
) -> Events:
    """Count a deal again after a ruling; if the tournament is closed, correct final standings and prizes too.

    No events if the ruling is counted already.
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
    return with_prizes(state, rescored, ruling=ruling, deal=deal_id)


def with_prizes(
    state: TournamentState, event: TournamentEvent, *, ruling: int = 0, deal: int | None = None
) -> Events:
    """Return a scoring event, followed by the correction of final standings and prizes if it changes them.

    ``ruling`` is 0 if no ruling made the change; ``deal`` is the deal that was ruled on.
    """
    if state.status is not Status.CLOSED:
        return (event,)
    rows = final(evolve(state, event))
    if rows == state.final:
        return (event,)
    owed = corrections(prizes_by_player(state.final), prizes_by_player(rows))
    return (event, PrizesCorrected(rows, owed, ruling, deal))


def draws_next(state: TournamentState) -> bool:
    """Return whether `decide_advance` draws a round now."""
    running = state.status is Status.RUNNING and not (state.outstanding() or state.on_one_word())
    return running and len(state.rounds) < state.options.rounds and not left_alone(state)


def left_alone(state: TournamentState) -> bool:
    """Return whether the next round has too few members to be drawn automatically.

    True if they fill no table, or if only one of the members who played the round before is left.
    """
    if not state.sizes.tables:
        return True
    before = state.rounds[-1].drawn if state.rounds else ()
    members = {label for table in before for label in table if not is_bot(label)}
    return len(state.playing) <= 1 < len(members)


def decide_advance(state: TournamentState, *, secret: Secrets = no_secret) -> Events:
    """Return the events that follow automatically: a round with all deals scored closes, the next one is drawn.

    ``secret`` returns the secret of a draw by its number, if each draw has one. Never refuses. Nothing follows while
    deals are unscored or confirmed by one seat only. No round is drawn if its secret cannot be read, or if members
    are `left_alone`. After the last round a director closes the tournament.
    """
    if state.status is not Status.RUNNING or state.outstanding() or state.on_one_word():
        return ()
    events: list[TournamentEvent] = []
    if state.open_round is not None:
        closed = RoundClosed(state.open_round.number)
        events.append(closed)
        state = evolve(state, closed)
    if draws_next(state):
        opened = secret(state.draws + 1) if state.bound_draws > 1 else None
        if can_draw(state, opened):
            events.append(drawn(state, opened))
    return tuple(events)


def check_draw_on(state: TournamentState) -> None:
    """Raise `TournamentRefused` unless a round waits for a director because members are `left_alone`."""
    running(state)
    waits = state.open_round is None and len(state.rounds) < state.options.rounds
    if not waits or not left_alone(state):
        raise TournamentRefused("tournament.round-not-waiting")
    if not state.sizes.tables:
        raise TournamentRefused("tournament.no-table", playing=len(state.playing))


def decide_draw_on(state: TournamentState, *, secret: Secrets = no_secret) -> Events:
    """Draw the next round with bots for members who are `left_alone`, as a director asks."""
    check_draw_on(state)
    opened = secret(state.draws + 1) if state.bound_draws > 1 else None
    if not can_draw(state, opened):
        raise TournamentRefused("tournament.draw-secret-lost")
    return (drawn(state, opened),)


def decide_close(state: TournamentState, *, disputed: int = 0, waited: bool = False) -> Events:
    """Make the standings final and owe the prizes, when all rounds are closed and the terms set no time to appeal.

    With a time to appeal, `appeal.decide_end` closes the tournament. ``disputed`` is how many deals on screens have a
    dispute that stops the closing. Undecided results with real cards stop it too, until they have ``waited`` for
    `periods.HELD`.
    """
    running(state)
    if state.options.appeal_minutes:
        raise TournamentRefused("tournament.closes-itself", minutes=state.options.appeal_minutes)
    if state.open_round is not None and state.outstanding():
        raise TournamentRefused("tournament.round-open", round=state.open_round.number)
    if len(state.rounds) < state.options.rounds:
        raise TournamentRefused(
            "tournament.rounds-left", played=len(state.rounds), rounds=state.options.rounds
        )
    if not waited and (undecided := list(state.papers(*HOLDING))):
        raise TournamentRefused("tournament.cardboard-undecided", deals=len(undecided))
    if disputed:
        raise TournamentRefused("tournament.disputes-open", deals=disputed)
    if not waited and (unvouched := state.unvouched()):
        raise TournamentRefused("tournament.cardboard-unvouched", deals=unvouched)
    return (TournamentClosed(final(state)),)


def decide_cancel(state: TournamentState, *, reason: str) -> Events:
    """Cancel the tournament before it is closed; every fee goes back."""
    not_over(state)
    reason = checked_reason(reason)
    fee = state.options.entry_fee
    refunds = tuple(PlayerAmount(player, fee) for player in state.entrants) if fee else ()
    return (TournamentCancelled(reason, refunds),)


def _check_net(net: Net) -> None:
    if (
        len(net) not in (THREE, SEATS)
        or any(type(amount) is not int for amount in net)
        or sum(net) != 0
    ):
        raise TournamentRefused("tournament.net-not-zero")


def _check_seat(seat: int | None) -> None:
    if seat is not None and not 0 <= seat < SEATS:
        raise TournamentRefused("tournament.result-malformed")


def still_open(state: TournamentState) -> None:
    """Raise `TournamentRefused` for a tournament that has started or is cancelled."""
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
    if state.status is not Status.OPEN:
        raise TournamentRefused("tournament.already-started")


def final(state: TournamentState) -> tuple[FinalRow, ...]:
    """Return the current standings, with the prize of each member."""
    return divided(state, pot=state.pot, sums=state.options.prize_sums)


def divided(
    state: TournamentState, *, pot: int, sums: tuple[int, ...] = ()
) -> tuple[FinalRow, ...]:
    """Return the current standings, with each member's prize out of ``pot``.

    The fixed prizes ``sums`` are paid first, one for each place; the prize shares of the terms divide the rest.
    """
    found = state.ranked()
    idle = {label for label, tally in found.tallies.items() if not tally.own}
    members = set(state.members)
    return final_rows(
        found.rows(),
        idle=idle
        if members - idle
        else (),  # where nobody has played, the pot is paid by the places all the same
        pot=pot,
        shares=state.options.prize_shares,
        entry_order=state.entrants,
        sums=sums,
    )

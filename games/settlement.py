"""Computes the transfers that events of deals, members, holds and pots call for.

`commands.settlement` posts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games import queries
from games.club.accounts import (
    AccountSet,
    CollectionRemoved,
    PasswordSet,
    SecondFactorTaken,
    TableClosed,
    WordsRemoved,
)
from games.club.chips import (
    LEDGER,
    CarriedGrant,
    ChipsAskedFor,
    ChipsDeclined,
    ChipsGranted,
    ChipsTakenBack,
    DutiesSet,
    LedgerCarriedOver,
    MemberJoined,
    from_stored,
    member_stream,
)
from games.club.held_chips import from_stored as hold_from_stored
from games.club.held_chips import hold_stream
from games.club.merging import (
    AccountsMerged,
    Merge,
    MergeConfirmed,
    MergedChipsMoved,
    MergeDeclined,
    MergeProposed,
    MergeTakenBack,
    after,
)
from games.club.pots import (
    Pot,
    PotEvent,
    PotGivenBack,
    PotPaid,
    PotReturned,
    PotSharedOut,
    PotTaken,
    PotTakenAgain,
    fold,
    pot_stream,
)
from games.club.warnings import ConductWarned, WarningTakenBack
from games.engine.events import Ended, PaymentChange
from games.engine.scoring import Result
from games.ledger.accounts import (
    BACK,
    GRANTED,
    HOUSE,
    MERGED,
    MERGED_KEY,
    POT_KEY,
    TAKEN_BACK,
    account_of,
    hold_account,
    member_account,
    table_pot_account,
)
from games.ledger.commands import Calling, Owed
from games.log import read_events
from games.queries.finished.histories import Row
from games.queries.pots import pot_events, said_of_pot
from games.schema import stream_of

POT_MEMOS: Final[dict[type[PotEvent], str]] = {
    PotPaid: "paid into the pot",
    PotTaken: "won the pot",
    PotReturned: "back from the pot, as the deal was stopped",
    PotGivenBack: "the pot was given back, as the deal is void",
    PotTakenAgain: "the pot was taken again",
    PotSharedOut: "back from the pot, as the table has ended",
}
"""What a transfer of a pot is called, behind the deal."""


def owed(deal_id: int, chips_per_point: int) -> list[Owed]:
    """Return every transfer that the events of a deal call for, in order.

    A deal's first event says how many chips a point is worth. `chips_per_point`, from the table, is used for old
    deals whose event doesn't.
    """
    return owed_by(deal_id, queries.history(deal_id), chips_per_point)


def owed_by(deal_id: int, rows: Iterable[Row], chips_per_point: int) -> list[Owed]:
    """Return every transfer that these events of a deal call for, like `owed`.

    The events are those of its stream, and may continue with ones that are not written yet.
    """
    transfers: list[Owed] = []
    current: Owed | None = None
    players: tuple[str, ...] = ()
    for row in rows:
        event = row.event
        if row.version == 1 and row.chips_per_point is not None:
            chips_per_point = row.chips_per_point
        players = queries.players_of(event) or players
        if not isinstance(event, Ended | PaymentChange):
            continue
        first = isinstance(event, Ended)
        key = f"deal:{deal_id}" if first else f"deal:{deal_id}:ruling:{row.version}"
        name = f"Deal {deal_id}"  # the id alone: a table's name is not in the log
        calling = Calling(stream_of(deal_id), row.version, row.at, row.by)
        if current is not None:
            back = {code: -amount for code, amount in current.amounts.items()}
            memo = f"{name}: taken back after a ruling"
            transfers.append(Owed(calling, f"{key}:counter", memo, back, current.key))
            current = None
        amounts = _amounts(players, event.result, chips_per_point)
        if amounts:
            memo = name if first else f"{name}: paid again after a ruling"
            current = Owed(calling, key, memo, amounts, None)
            transfers.append(current)
    return transfers


def hold_owed(deal_id: int) -> Iterator[Owed]:
    """Yield every transfer needed to hold chips for a disputed deal, in order. Raises ValueError on a strange event.

    Each transfer concerns one member only, so that a statement doesn't reveal changes for other members. If a
    member's held chips change, a counter-transfer returns the old amount and, if any are still held, a new transfer
    holds them.
    """
    stream, account = hold_stream(deal_id), hold_account(deal_id)
    holding: dict[int, Owed] = {}
    for stored in read_events(stream):
        event = hold_from_stored(stored.name, stored.schema, stored.payload)
        calling = Calling(stream, stored.version, stored.recorded_at)
        chips = {one.player: one.chips for one in event.held if one.chips}
        for player in sorted(holding.keys() | chips.keys()):
            code, now_held = member_account(player), chips.get(player, 0)
            key = f"hold:{deal_id}:{stored.version}:{player}"
            before = holding.get(player)
            if before is not None and before.amounts[account] == now_held:
                continue
            if before is not None:
                back = {which: -moved for which, moved in before.amounts.items()}
                memo = f"Deal {deal_id}: held no longer"
                yield Owed(calling, key + BACK, memo, back, before.key)
                del holding[player]
            if now_held:
                memo = f"Deal {deal_id}: held while it is disputed"
                moves = {code: -now_held, account: now_held}
                holding[player] = Owed(calling, key, memo, moves, None)
                yield holding[player]


def pot_owed(table_id: int) -> Iterator[Owed]:
    """Yield every transfer that the pot of a table calls for, in order. Raises ValueError on a strange event."""
    return _called_by_pot(table_id, _pot_calls(table_id))


def pot_foreseen(table_id: int, deal_id: int, rows: Sequence[Row], known: int) -> list[Owed]:
    """Return the pot's transfers that a deal's new events would call for: those in `rows` after the first `known`."""
    if said_of_pot(rows) is None:
        return []
    calls = list(_pot_calls(table_id))
    pot, head = fold(event for _calling, event in calls), 0
    for upto in (known, len(rows)):
        said = said_of_pot(rows[:upto])
        for event in [] if said is None else list(pot.due(deal_id, said)):
            pot = pot.after(event)
            calls.append((Calling(pot_stream(table_id), len(calls) + 1, rows[-1].at), event))
        if upto == known:
            head = len(calls)
    return [one for one in _called_by_pot(table_id, calls) if one.event.version > head]


def _pot_calls(table_id: int) -> Iterator[tuple[Calling, PotEvent]]:
    stream = pot_stream(table_id)
    for stored, event in pot_events(table_id):
        yield Calling(stream, stored.version, stored.recorded_at), event


def _called_by_pot(table_id: int, calls: Iterable[tuple[Calling, PotEvent]]) -> Iterator[Owed]:
    pot, given_back = Pot(), dict[int, str]()
    for calling, event in calls:
        account, sums = table_pot_account(table_id), defaultdict[str, int](int)
        for label, chips in pot.moved(event).items():
            sums[account_of(label)] += chips
            sums[account] -= chips
        pot = pot.after(event)
        key = f"{POT_KEY}{table_id}:{calling.version}:{event.deal}"
        memo = f"Deal {event.deal}: {POT_MEMOS[type(event)]}"
        counters = given_back[event.deal] if isinstance(event, PotTakenAgain) else None
        if isinstance(event, PotGivenBack):
            given_back[event.deal] = key
        amounts = {code: amount for code, amount in sums.items() if amount}
        if amounts:
            yield Owed(calling, key, memo, amounts, counters)


def member_owed(player_id: int) -> Iterator[Owed]:
    """Yield every transfer that a member's events call for, in order. Raises ValueError on a strange event."""
    stream, account = member_stream(player_id), member_account(player_id)
    granted: dict[str, int] = {}
    merge: Merge | None = None
    ended = False
    for stored in read_events(stream):
        calling = Calling(stream, stored.version, stored.recorded_at, stored.metadata.get("by"))
        event = from_stored(stored.name, stored.schema, stored.payload)
        merge = after(merge, player_id, event, by=calling.by, at=calling.at)
        match event:
            case AccountsMerged(staying, chips) | MergedChipsMoved(staying, chips):
                key, reason = f"{MERGED_KEY}{player_id}", getattr(event, "reason", "")
                if isinstance(event, MergedChipsMoved):
                    key += f":{stored.version}"
                    if not ended:
                        raise ValueError(f"{stored.name} in {stream}, which was not merged")
                ended = True
                if chips:
                    moves = {account: -chips, member_account(staying): chips}
                    yield Owed(calling, key, _said(MERGED, reason), moves, None)
                continue
            case MemberJoined(chips):
                key, memo, counters = first_grant(player_id), GRANTED, None
                # Whoever took the member in granted nothing: the house's rule did.
                calling = calling._replace(by=None)
            case ChipsGranted(chips, reason, wish):
                key, memo, counters = f"grant:{player_id}:{wish}", _said(GRANTED, reason), None
            case ChipsTakenBack(grant, reason):
                if grant not in granted:
                    granted.update({one.key: one.chips for one in carried_grants()})
                key, memo, counters = grant + BACK, _said(TAKEN_BACK, reason), grant
                chips = -granted[grant]
            case (
                ChipsAskedFor()
                | ChipsDeclined()
                | DutiesSet()
                | ConductWarned()
                | WarningTakenBack()
                | WordsRemoved()
                | CollectionRemoved()
                | AccountSet()
                | PasswordSet()
                | SecondFactorTaken()
                | TableClosed()
                | MergeProposed()
                | MergeConfirmed()
                | MergeDeclined()
                | MergeTakenBack()
            ):
                continue  # no chips move
            case _:
                raise ValueError(f"{stored.name} does not belong to {stream}")
        granted[key] = chips
        if chips:
            yield Owed(calling, key, memo, {HOUSE: -chips, account: chips}, counters)


def carried_grants() -> tuple[CarriedGrant, ...]:
    """Return the grants made before the log had events for grants; empty if there are none."""
    carried = carried_over()
    return () if carried is None else carried.grants


def carried_over() -> LedgerCarriedOver | None:
    """Return what the ledger held before transfers named the events that caused them; None for a newer club."""
    for stored in read_events(LEDGER):
        event = from_stored(stored.name, stored.schema, stored.payload)
        if isinstance(event, LedgerCarriedOver):
            return event  # there is one; a second would be a forger's
    return None


def first_grant(player_id: int) -> str:
    """Return the key of the transfer that opened a member's account."""
    return f"grant:{player_id}"


def _said(what: str, reason: str) -> str:
    return f"{what}: {reason}" if reason else what


def _amounts(players: tuple[str, ...], result: Result, chips_per_point: int) -> dict[str, int]:
    sums: defaultdict[str, int] = defaultdict(int)
    for label, net in zip(players, result.net, strict=True):
        sums[account_of(label)] += net * chips_per_point
    return {code: amount for code, amount in sums.items() if amount}

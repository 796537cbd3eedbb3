"""The recipients of events of deals, calls, members and the club, and the values their notices need."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q

from games.club import calls, held_chips
from games.club.events import AlarmKind
from games.club.merging import AccountsMerged, MergeProposed
from games.club.notices import Facts, Recipient
from games.club.warnings import ConductWarned
from games.engine.disputing.outcomes import RULING_NAMES, RulingGiven, outcome_of, was_judged
from games.engine.events import RulingAppealed, RulingWithdrawn
from games.engine.recording.notation import NAMES
from games.log.store import read, read_named
from games.models import Deal, Player
from games.models.players import DUTIES
from games.presenters.outcomes import words_of
from games.queries import with_duty
from games.queries.people.merging import guests_among
from games.settlement import member_owed, pot_owed
from games.settlement import owed as owed_by_deal
from notices.recipients.context import NoticeContext
from tournaments.engine.participants import player_id

_ABOUT: Final = re.compile(r"\b(deal|tournament|member|call)-\d+\b")
"""The stream that a finding names."""


def seat(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the member at the seat of the event."""
    player = heard.seats().get(heard.event.seat)
    if player is not None:
        yield Recipient(player, {"seat": heard.event.seat})


def disputed(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the players of the deal, then directors and referees, except the member who acted."""
    seated = set(heard.seats().values()) - {heard.by}
    yield from (Recipient(player) for player in sorted(seated))
    for one in with_duty():
        if one.pk not in seated and one.pk != heard.by:
            yield Recipient(one.pk)


def dispute_filed(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the recipients of a dispute's notice. The discarder, who is asked to answer, gets other words."""
    seats = heard.seats()
    card = read(heard.recorded.stream, after=heard.event.discard - 1)[0]
    accused = seats.get(card.payload["seat"])
    seated = set(seats.values())
    for told in disputed(heard):
        variant = 2 if told.player == accused else 0 if told.player in seated else 1
        yield Recipient(told.player, {"variant": variant})


def ruled(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the deal's players with the ruling's effect, then the referee of a replaced ruling, then directors."""
    chips_per_point = (
        Deal.objects.filter(pk=heard.deal_id or 0)
        .values_list("table__chips_per_point", flat=True)
        .first()
    )
    if heard.deal_id is None or chips_per_point is None:
        return
    transfers = owed_by_deal(heard.deal_id, chips_per_point)
    event, base, reversal = heard.event, 0, 2
    said: Facts = {}
    if isinstance(event, RulingGiven) and not words_of(event).notices:
        said |= {"outcome": outcome_of(event).value, "judged": was_judged(event)}
        base, reversal = 4 if _on_appeal(heard) else 2, 6
    seated = set(heard.seats().values())
    said["section"] = getattr(event, "section", "")
    for player in heard.seats().values():
        amount = heard.chips_of(player, transfers)
        yield Recipient(player, {**said, "chips": amount, "variant": base + (1 if amount else 0)})
    told = {*seated, heard.by}
    before = _ruled_before(heard)
    if before is not None and before not in told:
        told.add(before)
        yield Recipient(before, {**said, "chips": 0, "variant": reversal})
    for one in with_duty():
        if one.is_director and one.pk not in told:
            yield Recipient(one.pk, {**said, "chips": 0, "variant": base})


def _ruled_before(heard: NoticeContext) -> int | None:
    """Return the id of the referee who made the earlier ruling that this event replaces.

    The event decides an appeal or withdraws a ruling. None for other events, or if there was no earlier ruling.
    """
    here = heard.recorded
    if not (isinstance(heard.event, RulingWithdrawn) or _on_appeal(heard)):
        return None
    earlier = [
        row
        for name in RULING_NAMES
        for row in read_named(here.stream, name)
        if row.version < here.version and row.payload["dispute"] == here.payload["dispute"]
    ]
    if not earlier:
        return None
    return player_id(max(earlier, key=lambda row: row.version).payload["referee"])


def _on_appeal(heard: NoticeContext) -> bool:
    """Return whether this ruling decides an appeal of its dispute."""
    here = heard.recorded
    return any(
        row.version < here.version and row.payload.get("dispute") == here.payload.get("dispute")
        for row in read_named(here.stream, NAMES[RulingAppealed])
    )


def held(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the members for whom the chips held by the dispute have changed.

    This includes members for whom it no longer holds any.
    """
    here = heard.recorded
    rows = (row for row in read_named(here.stream, here.name) if row.version == here.version - 1)
    earlier = [held_chips.from_stored(row.name, row.schema, row.payload) for row in rows]
    before = {one.player: one.chips for event in earlier for one in event.held if one.chips}
    now = {one.player: one.chips for one in heard.event.held if one.chips}
    for player in sorted(before.keys() | now.keys()):
        if player not in now:
            yield Recipient(player, {"held": before[player], "variant": 1})
        elif now[player] != before.get(player):
            yield Recipient(player, {"held": now[player], "variant": 0})


def pot_moved(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the members who gain or lose chips by this event of a table's pot."""
    assert heard.pot_of is not None
    for transfer in pot_owed(heard.pot_of):
        if transfer.event.version == heard.recorded.version:
            for code, amount in sorted(transfer.amounts.items()):
                kind, _colon, number = code.partition(":")
                if kind == "member":
                    yield Recipient(int(number), {"chips": amount})


def warned(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the member whom a referee warned at a club table, or whose warning was taken back."""
    player, event = heard.member_id, heard.event
    assert player is not None
    facts: Facts = {"kind": event.kind, "reason": event.reason}
    if isinstance(event, ConductWarned):
        facts["table_id"] = event.table
    yield Recipient(player, facts)


def words_removed(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the member whose words a director removed."""
    assert heard.member_id is not None
    yield Recipient(heard.member_id, {"deal": heard.event.deal, "reason": heard.event.reason})


def collection_removed(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the member whose collection a director removed."""
    assert heard.member_id is not None
    yield Recipient(heard.member_id, {"reason": heard.event.reason})


def account(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the member whose account the event changes, with the chips gained or lost.

    Nobody is yielded if no chips move.
    """
    player = heard.member_id
    assert player is not None
    amount = heard.chips_of(player, member_owed(player))
    if amount:
        reason = getattr(heard.event, "reason", "")
        yield Recipient(player, {"chips": amount, "reason": reason, "variant": 1 if reason else 0})


def of_account(*fields: str) -> Callable[[NoticeContext], Iterator[Recipient]]:
    """Return a function that yields the member whose account the staff changed.

    The notice gets these `fields` of the event as its values.
    """

    def whom(heard: NoticeContext) -> Iterator[Recipient]:
        assert heard.member_id is not None
        yield Recipient(heard.member_id, {name: getattr(heard.event, name) for name in fields})

    return whom


def merging(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the members of the two accounts, each with the other one's id.

    If a merge of a guest is proposed, other staff are notified too, since one of them has to confirm it.
    """
    ending, staying = heard.member_id, heard.event.staying
    assert ending is not None
    over = isinstance(heard.event, AccountsMerged)
    yield Recipient(staying, {"who": ending})
    yield Recipient(ending, {"who": staying, "variant": int(over)})
    if isinstance(heard.event, MergeProposed):
        guests = guests_among((staying, ending))
        duty = reduce(or_, (Q(**{one: True}) for one in DUTIES))
        seconds = Player.objects.filter(duty, is_active=True).order_by("pk") if guests else ()
        for one in seconds:
            if one.pk != heard.by:
                yield Recipient(one.pk, {"who": min(guests), "variant": 1})


def table_closed(heard: NoticeContext) -> Iterator[Recipient]:
    """Return those who opened a table or sat at it when a director closed it, except the member who acted."""
    event = heard.event
    facts = {"table_id": event.table, "reason": event.reason}
    people = dict.fromkeys((heard.member_id, *event.seated))
    return (Recipient(pk, facts) for pk in people if pk is not None and pk != heard.by)


def owners_of_alarm(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the owners if the nightly check found faults in the log.

    The notice has the number of faults and the subject of the first, never its text: it may go by mail, and the whole
    sentence is only on the page of alarms.
    """
    alarm = heard.recorded.payload
    if alarm.get("kind") != AlarmKind.LOG_BROKEN:
        return
    said = alarm.get("facts", {})
    about = _ABOUT.search(str(said.get("first", "")))
    facts = {"found": said.get("found"), "about": about[0] if about else "–"}
    owners = Player.objects.filter(is_superuser=True, is_active=True)
    for pk in owners.order_by("pk").values_list("pk", flat=True):
        yield Recipient(pk, facts)


def staff(heard: NoticeContext) -> Iterator[Recipient]:
    """Return all staff, except the actor."""
    duty = Q(is_superuser=True) | Q(is_director=True) | Q(is_referee=True)
    people = Player.objects.filter(duty, is_active=True).exclude(pk=heard.by or 0)
    return (Recipient(pk) for pk in people.order_by("pk").values_list("pk", flat=True))


def called(heard: NoticeContext) -> Iterator[Recipient]:
    """Return the staff to notify of a call: those whose duty is to answer it and who do not sit at the table."""
    made = heard.call()
    facts = {"call": heard.call_id, "table_id": made.table}
    return (Recipient(player, facts) for player in made.asked or ())


def at_table(heard: NoticeContext) -> Iterator[Recipient]:
    """Yield the players at the call's table and the member who called, except the member who acted."""
    made, event = heard.call(), heard.event
    answer = event.words if isinstance(event, calls.CallAnswered) else ""
    facts = {"call": heard.call_id, "table_id": made.table, "answer": answer}
    by = getattr(event, "referee", heard.by)
    for player in sorted({made.player, *(made.seated or ())} - {by}):
        yield Recipient(player, {**facts, "who": by})

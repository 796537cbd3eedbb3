"""The audit of this app: every transfer of deals and members must be called for by an event in the log.

`manage.py check_ledger` uses two names of each app's module `checks.ledger`: `LEDGER_KEYS`, the beginnings of its
transfers' keys, and `check_ledger()`, which yields a sentence for each error found.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.checks.pots import called_by_pots, strange_pots
from games.checks.sealed import known_key
from games.checks.wording import UNREADABLE
from games.checks.wording import unreadable as unreadable_stream
from games.club.chips import LEDGER, from_stored, member_of
from games.club.held_chips import HoldSet, held_for
from games.commands.log.unsealed import author_of
from games.ledger.accounts import HOUSE, MERGED_KEY, POT_KEY, hold_account, member_account
from games.ledger.audit import CalledTransfer, differences, unnamed_transfers
from games.ledger.commands import Calling, Owed
from games.log import read
from games.log.integrity.verify import stream_names
from games.models import Deal
from games.queries.club.given import GiftsAndDuties
from games.queries.club.house import accepted_ends
from games.queries.held_chips import holds_of, wanted_for
from games.settlement import carried_grants, carried_over, hold_owed, member_owed, owed

LEDGER_KEYS = ("deal:", "grant:", "hold:", MERGED_KEY, POT_KEY)
"""Results of deals with their rulings, chips that the club gave its members, what disputes hold of them, what ended
accounts had, and the pots of tables."""


def check_ledger() -> Iterator[str]:
    """Yield the errors in transfers of deals and members, and in transfers that name no event."""
    unreadable: list[str] = []
    yield from differences(lambda: _called_by_deals(unreadable), "deal:")
    yield from differences(lambda: _called_by_members(unreadable), "grant:", MERGED_KEY)
    yield from differences(lambda: _called_by_holds(unreadable), "hold:")
    yield from differences(lambda: called_by_pots(unreadable), POT_KEY)
    yield from dict.fromkeys(unreadable)  # they may have been asked twice
    yield from _strange_grants()
    yield from _strange_holds()
    yield from strange_pots()
    yield from _changed_before()


def _strange_grants() -> Iterator[str]:
    """Yield a sentence for each event of a member's stream that no command would have written.

    This includes gifts whose author, according to the log, was not allowed to make them at that time.
    """
    given, accepted = GiftsAndDuties(), accepted_ends(known_key())
    for stream in stream_names("member-"):
        try:
            for event in read(stream):
                if author_of(event) is not None:
                    fact = from_stored(event.name, event.schema, event.payload)
                    given.add(member_of(stream) or 0, event, fact)
                elif event.version > accepted.get(
                    stream, 0
                ):  # for the others an owner has stated why
                    yield _(
                        "Stream %(stream)s: its event %(version)d is not one that a command would write."
                    ) % {"stream": stream, "version": event.version}
        except UNREADABLE:
            continue  # named above
    for one in given.strange():
        if one.version > accepted.get(one.stream, 0):
            yield one.sentence


def _strange_holds() -> Iterator[str]:
    """Yield a sentence for each deal whose held chips are wrong.

    Chips are wrong if no dispute needs them, if the sum or the members differ from what the dispute should hold, or
    if no further check is scheduled.
    """
    now = timezone.now()
    for stream in stream_names("hold-"):
        deal_id = held_for(stream) or 0
        deal = Deal.objects.select_related("table").filter(pk=deal_id).first()
        if deal is None:
            continue  # `verify_log` names a stream that belongs to nothing
        try:
            yield from _strange_hold(deal, holds_of(deal_id)[-1], read(stream)[-1].recorded_at, now)
        except UNREADABLE:
            continue  # named above


def _strange_hold(deal: Deal, held: HoldSet, since: datetime, now: datetime) -> Iterator[str]:
    facts = {"account": hold_account(deal.pk), "chips": held.chips, "deal": deal.pk}
    none = _("Account %(account)s holds %(chips)d chips, but no dispute needs them.") % facts
    if any(not 0 <= one.chips <= one.disputed for one in held.held):
        yield none
        return
    looked_at = deal.hold_due is not None and deal.hold_due <= now
    if looked_at or deal.owed_version != deal.settled_version:
        return  # the sweep will see to that
    # What was right when it was held is right until somebody has to look: clocks may have gone back since.
    due = wanted_for(deal, max(now, since))
    if held.disputed != due.disputed:
        if not due.disputed:
            yield none
        else:
            yield (
                _(
                    "Account %(account)s holds %(chips)d chips, which is not what the dispute on deal "
                    "%(deal)d should hold."
                )
                % facts
            )
    elif due.until is not None and (deal.hold_due is None or deal.hold_due > due.until):
        yield (
            _("No check is scheduled for the disputed chips that account %(account)s holds.")
            % facts
        )


def _called_by_holds(unreadable: list[str]) -> Iterator[CalledTransfer]:
    for stream in stream_names("hold-"):
        deal_id = held_for(stream)
        try:
            transfers = [] if deal_id is None else list(hold_owed(deal_id))
        except UNREADABLE as error:
            unreadable.append(unreadable_stream(stream, error))
            continue
        yield from map(CalledTransfer, transfers)


def _called_by_deals(unreadable: list[str]) -> Iterator[CalledTransfer]:
    deals = Deal.objects.select_related("table").order_by("pk")
    for deal in deals.iterator(chunk_size=200):
        # Its row knows that it is not settled yet: the sweep will see to that.
        pending = deal.owed_version != deal.settled_version
        try:
            transfers = owed(deal.pk, deal.table.chips_per_point)
        except UNREADABLE as error:
            unreadable.append(unreadable_stream(deal.stream, error))
            continue
        for transfer in transfers:
            yield CalledTransfer(transfer, pending)


def _called_by_members(unreadable: list[str]) -> Iterator[CalledTransfer]:
    try:
        for grant in carried_grants():
            member = grant.key.split(":")[1]
            amounts = {HOUSE: -grant.chips, member_account(int(member)): grant.chips}
            event = Calling(LEDGER, 1, grant.at, grant.by)
            yield CalledTransfer(Owed(event, grant.key, grant.memo, amounts, grant.counters))
    except UNREADABLE as error:
        unreadable.append(unreadable_stream(LEDGER, error))
    for stream in stream_names("member-"):
        member_id = member_of(stream)
        try:
            transfers = [] if member_id is None else list(member_owed(member_id))
        except UNREADABLE as error:
            unreadable.append(unreadable_stream(stream, error))
            continue
        yield from map(CalledTransfer, transfers)


def _changed_before() -> Iterator[str]:
    """Yield a sentence unless the transfers that name no event are those recorded in `LedgerCarriedOver`.

    Without that event there must be none.
    """
    number, digest = unnamed_transfers()
    try:
        carried = carried_over()
    except UNREADABLE:
        return  # named above
    if carried is None and number:
        yield _(
            "%(number)d transfers name no event, although none were carried over from an older "
            "version."
        ) % {"number": number}
    elif carried is not None and (number, digest) != (carried.transfers, carried.digest):
        yield _(
            "%(number)d transfers name no event, and they are not the %(carried)d that were "
            "carried over from an older version."
        ) % {"number": number, "carried": carried.transfers}

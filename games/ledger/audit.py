"""Audits the ledger: checks its own rules, and compares it with the transfers that the club's events call for."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from uuid import UUID

import msgspec
from django.db.models import Count, Exists, F, OuterRef, Q, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.ledger.commands import Owed, encoded, said_by
from games.ledger.models import Account, Posting, Transfer
from games.ledger.queries import trial_balance
from games.ledger.subtotals import wrong_subtotals

_BATCH = 500


@dataclass(frozen=True, slots=True)
class CalledTransfer:
    """A transfer that something in the log calls for."""

    owed: Owed
    pending: bool = False
    """Whether it may still be on its way: then it is allowed to be missing, and nothing else."""


@dataclass(frozen=True, slots=True)
class _Stored:
    memo: str
    at: datetime
    metadata: str
    stream: str | None
    version: int | None
    counters: str | None
    amounts: dict[str, int]


def differences(called: Callable[[], Iterable[CalledTransfer]], *beginnings: str) -> Iterator[str]:
    """Yield a sentence for each transfer that is missing, differs from what the log calls for, or has no event.

    `called` yields each expected transfer whose key has one of these `beginnings`. It may be long and is read in
    batches; it is called a second time only if there are more transfers than expected. Run this inside
    `games.log.snapshot.one_snapshot`: otherwise a transfer posted meanwhile is reported.
    """
    met = 0
    source = iter(called())
    while batch := list(islice(source, _BATCH)):
        stored = _stored([wanted.owed.key for wanted in batch])
        met += len(stored)
        for wanted in batch:
            found = stored.get(wanted.owed.key)
            if found is not None:
                yield from _compared(wanted.owed, found)
            elif not wanted.pending:
                yield _("Transfer %(key)s is missing: %(amounts)s.") % {
                    "key": wanted.owed.key,
                    "amounts": _in_words(wanted.owed.amounts),
                }
    if met == Transfer.objects.filter(_beginning(beginnings)).count():
        return
    known = {wanted.owed.key for wanted in called()}
    for key in _keys(_beginning(beginnings)):
        if key not in known:
            yield _("Nothing in the log calls for transfer %(key)s.") % {"key": key}


def strange_keys(*beginnings: str) -> Iterator[str]:
    """Yield a sentence for each transfer whose key has none of these beginnings, so that no check covers it."""
    for key in _keys(~_beginning(beginnings)):
        yield _("Transfer %(key)s is of a kind that no check covers.") % {"key": key}


def unsound_transfers() -> Iterator[str]:
    """Yield a sentence for each inconsistent transfer, posting or account, and for a ledger whose sum is not 0.

    Triggers prevent all of this, but somebody with access to the database can remove them.
    """
    sums = Transfer.objects.annotate(
        total=Coalesce(Sum("postings__amount"), 0), number=Count("postings")
    )
    for transfer in sums.exclude(total=0).order_by("key").iterator():
        yield _("Transfer %(key)s does not add up: %(total)+d chips.") % {
            "key": transfer.key,
            "total": transfer.total,
        }
    for transfer in sums.exclude(number=F("entries")).order_by("key").iterator():
        yield _("Transfer %(key)s has %(number)d postings; it was closed with %(entries)d.") % {
            "key": transfer.key,
            "number": transfer.number,
            "entries": transfer.entries,
        }
    orphans = Posting.objects.filter(
        ~Exists(Transfer.objects.filter(pk=OuterRef("transfer_id")))
    ).order_by("pk")
    for posting in orphans.values_list("pk", flat=True).iterator():
        yield _("Posting %(posting)d belongs to no transfer.") % {"posting": posting}
    accounts = Account.objects.order_by("code").values_list("code", "kind")
    for code, kind in accounts.iterator():
        if kind != code.partition(":")[0][:40]:
            yield _("Account %(account)s has the wrong kind: %(kind)s.") % {
                "account": code,
                "kind": kind,
            }
    total = sum(trial_balance().values())
    if total:
        yield _("All accounts together hold %(total)+d chips, not 0.") % {"total": total}
    yield from wrong_subtotals()


def unnamed_transfers() -> tuple[int, str]:
    """Return how many transfers name no event, and a SHA-256 (hex) over all their texts and amounts.

    They are older than the rule that transfers name an event, so none is ever added. The event `ledger.carried-over`
    stores both values.
    """
    digest, number = hashlib.sha256(), 0
    rows = Transfer.objects.filter(stream__isnull=True).order_by("pk")  # by bytes on every database
    columns = ("pk", "key", "memo", "recorded_at", "metadata", "entries", "counters__key")
    source = iter(rows.values_list(*columns).iterator(chunk_size=_BATCH))
    while batch := list(islice(source, _BATCH)):
        number += len(batch)
        postings: dict[UUID, list[tuple[str, int]]] = {row[0]: [] for row in batch}
        moved = Posting.objects.filter(transfer_id__in=list(postings)).order_by("account__code")
        for pk, code, amount in moved.values_list("transfer_id", "account__code", "amount"):
            postings[pk].append((code, amount))
        for pk, key, memo, at, *rest in batch:
            line = (key, memo, at.astimezone(UTC).isoformat(), *rest, sorted(postings[pk]))
            digest.update(msgspec.json.encode(line) + b"\n")
    return number, digest.hexdigest()


def _compared(wanted: Owed, found: _Stored) -> Iterator[str]:
    if found.amounts != {code: amount for code, amount in wanted.amounts.items() if amount}:
        yield _("Transfer %(key)s moves %(found)s; the log calls for %(wanted)s.") % {
            "key": wanted.key,
            "found": _in_words(found.amounts),
            "wanted": _in_words(wanted.amounts),
        }
    if found.counters != wanted.counters:
        yield _("Transfer %(key)s takes back %(found)s; the log calls for %(wanted)s.") % {
            "key": wanted.key,
            "found": found.counters or _("nothing"),
            "wanted": wanted.counters or _("nothing"),
        }
    if found.stream is None and found.version is None:
        return  # the digest of all that were carried over holds its words, its time and its author
    event = wanted.event
    for name, stored, called in (
        (_("memo"), found.memo, wanted.memo),
        (_("author"), found.metadata, encoded(said_by(event.by))),
        (_("time"), found.at.isoformat(), event.at.astimezone(UTC).isoformat()),
        (_("event"), f"{found.stream} {found.version}", f"{event.stream} {event.version}"),
    ):
        if stored != called:
            yield _("Transfer %(key)s has the %(name)s %(found)s; the log says %(wanted)s.") % {
                "key": wanted.key,
                "name": name,
                "found": stored,
                "wanted": called,
            }


def _stored(keys: list[str]) -> dict[str, _Stored]:
    columns = ("memo", "recorded_at", "metadata", "stream", "version", "counters__key")
    stored = {
        key: _Stored(memo, at, said, stream, version, counters, {})
        for key, memo, at, said, stream, version, counters in Transfer.objects.filter(
            key__in=keys
        ).values_list("key", *columns)
    }
    postings = Posting.objects.filter(transfer__key__in=keys).order_by()
    for key, code, amount in postings.values_list("transfer__key", "account__code", "amount"):
        stored[key].amounts[code] = amount
    return stored


def _beginning(beginnings: Iterable[str]) -> Q:
    found = Q(pk__in=[])
    for beginning in beginnings:
        found |= Q(key__startswith=beginning)
    return found


def _keys(which: Q) -> Iterator[str]:
    return iter(
        Transfer.objects.filter(which).order_by("key").values_list("key", flat=True).iterator()
    )


def _in_words(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{code} {amount:+d}" for code, amount in sorted(amounts.items())) or _(
        "nothing"
    )

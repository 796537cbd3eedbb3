"""Writes to the ledger: `post` is the only writer, `counter` posts the opposite of a transfer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from django.db import IntegrityError, transaction

from games.ledger.errors import (
    AlreadyCountered,
    KeyReused,
    LedgerError,
    NotChips,
    NothingMoves,
    Unbalanced,
    UnknownTransfer,
)
from games.ledger.models import Account, Posting, Transfer

MOST_CHIPS = 10**15
"""The largest amount of one posting; sums of thousands of them still fit the database's integers."""

Amounts = Mapping[str, int] | Iterable[tuple[str, int]]
"""Account code → whole chips, positive where the account receives."""


class Calling(NamedTuple):
    """The event that calls for a transfer; time and author are the event's."""

    stream: str
    version: int
    at: datetime
    by: int | None = None
    """The player whose doing the event was, None for the service."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A transfer that an event in the log calls for: the ledger must hold exactly these."""

    event: Calling
    key: str
    memo: str
    amounts: dict[str, int]
    """By account, in chips; never all zero."""
    counters: str | None
    """The key of the transfer that this one takes back, None for a payment."""


def post(
    *,
    key: str,
    memo: str,
    postings: Amounts,
    now: datetime,
    metadata: Mapping[str, Any] | None = None,
    event: Calling | None = None,
) -> Transfer:
    """Move chips between accounts, once for each `key`, and return the transfer.

    Accounts are created when first named. An account named twice gets the sum; amounts of 0 are left out. A key that is
    posted again, even by two tasks concurrently, returns the stored transfer with its own memo, time, metadata and
    event. The caller's transaction is used if there is one, and stays usable after any error.

    Raises `NotChips` for an amount that is not an integer, `Unbalanced` if the sum is not 0, `NothingMoves` if every
    amount is 0, `KeyReused` if the key is stored with other amounts, `LedgerError` for a key, memo or code that is
    empty or too long.
    """
    return _post(key, memo, _sums(postings), now, metadata, event, None)


def counter(
    *,
    key: str,
    original_key: str,
    memo: str,
    now: datetime,
    metadata: Mapping[str, Any] | None = None,
    event: Calling | None = None,
) -> Transfer:
    """Reverse the transfer of `original_key` by a new one with the opposite amounts.

    Idempotent by `key`, as `post` is. A countering transfer can itself be countered. Raises `UnknownTransfer`,
    `AlreadyCountered`, and what `post` raises.
    """
    original = Transfer.objects.filter(key=original_key).first()
    if original is None:
        raise UnknownTransfer(f"There is no transfer {original_key}.")
    opposite = {code: -amount for code, amount in _stored(original).items()}
    return _post(key, memo, opposite, now, metadata, event, original)


def post_owed(transfers: Iterable[Owed]) -> None:
    """Post these transfers in order, skipping those already posted; raises what `post` raises.

    Time and author are the event's, so the log alone determines what the ledger must contain.
    """
    for transfer in transfers:
        said: dict[str, Any] = {
            "key": transfer.key,
            "memo": transfer.memo,
            "now": transfer.event.at,
            "metadata": said_by(transfer.event.by),
            "event": transfer.event,
        }
        if transfer.counters is None:
            post(postings=transfer.amounts, **said)
        else:
            counter(original_key=transfer.counters, **said)


def lock_account(code: str) -> None:
    """Lock an account until the transaction ends, and create it if it is new. Postings to it need no lock."""
    _accounts([code])
    list(Account.objects.select_for_update(no_key=True).filter(code=code).values_list("pk"))


def said_by(player_id: int | None) -> dict[str, int]:
    """Return the metadata that name the author of a transfer: `{"by": id}`, or empty for the service."""
    return {} if player_id is None else {"by": player_id}


def _post(
    key: str,
    memo: str,
    amounts: dict[str, int],
    now: datetime,
    metadata: Mapping[str, Any] | None,
    event: Calling | None,
    original: Transfer | None,
) -> Transfer:
    _check_text(key, memo, amounts, now)
    stored = Transfer.objects.filter(key=key).first()
    if stored is not None:
        return _same(stored, amounts, original)
    said = encoded(metadata or {})
    try:
        with transaction.atomic():
            return _write(key, memo, amounts, now, said, event, original)
    except IntegrityError:
        # Another task was faster, or the original is countered: the row that is there now tells.
        stored = Transfer.objects.filter(key=key).first()
        if stored is not None:
            return _same(stored, amounts, original)
        if original is not None and Transfer.objects.filter(counters=original).exists():
            raise AlreadyCountered(f"{original.key} was taken back before.") from None
        raise


def encoded(metadata: Mapping[str, Any]) -> str:
    """Return metadata as stored in a transfer's row: canonical JSON."""
    return msgspec.json.encode(dict(metadata), order="deterministic").decode()


def _write(
    key: str,
    memo: str,
    amounts: dict[str, int],
    now: datetime,
    metadata: str,
    event: Calling | None,
    original: Transfer | None,
) -> Transfer:
    accounts = _accounts(amounts)
    transfer = Transfer(
        id=uuid4(),
        key=key,
        memo=memo,
        recorded_at=now,
        metadata=metadata,
        entries=len(amounts),
        stream=event and event.stream,
        version=event and event.version,
        counters=original,
    )
    Posting.objects.bulk_create(
        Posting(transfer_id=transfer.id, account_id=accounts[code], amount=amount)
        for code, amount in amounts.items()
    )
    transfer.save(force_insert=True)  # last: it closes the transfer
    return transfer


def _accounts(codes: Iterable[str]) -> dict[str, int]:
    """Return the row's id of each account by code, creating missing accounts.

    Accounts are created in the order of their codes, so that two tasks cannot deadlock.
    """
    wanted = sorted(codes)
    found = dict(Account.objects.filter(code__in=wanted).values_list("code", "id"))
    missing = [code for code in wanted if code not in found]
    if missing:
        Account.objects.bulk_create(
            [Account(code=code, kind=code.partition(":")[0][:40]) for code in missing],
            ignore_conflicts=True,
        )
        found.update(Account.objects.filter(code__in=missing).values_list("code", "id"))
    return found


def _sums(postings: Amounts) -> dict[str, int]:
    pairs = postings.items() if isinstance(postings, Mapping) else postings
    sums: dict[str, int] = {}
    for code, amount in pairs:
        # bool is an int to Python, and a float or Decimal that is whole today is not tomorrow
        if isinstance(amount, bool) or not isinstance(amount, int) or abs(amount) > MOST_CHIPS:
            raise NotChips(f"Not a whole number of chips: {amount!r} for {code}.")
        sums[code] = sums.get(code, 0) + amount
    total = sum(sums.values())
    if total:
        raise Unbalanced(f"The amounts add up to {total}, not to 0.")
    moved = {code: amount for code, amount in sorted(sums.items()) if amount}
    if not moved:
        raise NothingMoves("No chip changes hands.")
    return moved


def _stored(transfer: Transfer) -> dict[str, int]:
    return dict(
        Posting.objects.filter(transfer=transfer).values_list("account__code", "amount").order_by()
    )


def _same(stored: Transfer, amounts: dict[str, int], original: Transfer | None) -> Transfer:
    countered = original.pk if original is not None else None
    if stored.counters_id != countered or _stored(stored) != amounts:
        raise KeyReused(f"{stored.key} stands for another transfer already.")
    return stored


def _check_text(key: str, memo: str, amounts: dict[str, int], now: datetime) -> None:
    if not 0 < len(key) <= 200 or not 0 < len(memo) <= 200:
        raise LedgerError("A key and a memo have 1 to 200 characters.")
    if not all(0 < len(code) <= 100 for code in amounts):
        raise LedgerError("An account's code has 1 to 100 characters.")
    if now.tzinfo is None:
        raise LedgerError("A moment in the ledger needs its time zone.")

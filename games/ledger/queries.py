"""Queries for the ledger: balances, statements, and the trial balance.

A balance is the last subtotal plus the postings after it, read in one query. It costs the same however many postings
there are.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from games.ledger.models import Account, Posting, Subtotal, Transfer


@dataclass(frozen=True, slots=True)
class PostedLine:
    """A line of a statement: one posting and the account's balance after it, in whole chips."""

    posting: int
    """Its number: later postings have higher ones."""
    recorded_at: datetime
    memo: str
    key: str
    amount: int
    balance: int


def balance(code: str) -> int:
    """Return the account's balance in whole chips; 0 for an account that was never used."""
    return balances([code])[code]


def balances(codes: Iterable[str]) -> dict[str, int]:
    """Return the balance of each of these accounts in whole chips; 0 for accounts that were never used."""
    wanted = list(codes)
    held = _held(wanted)
    return {code: held.get(code, 0) for code in wanted}


def statement(
    code: str, last: int | None = None, *, before: int | None = None, after: int | None = None
) -> list[PostedLine]:
    """Return the account's postings with the balance after each, oldest first.

    Only postings with numbers above `after` and below `before` are returned, if these are given. With `last`, at most
    that many are returned: the oldest of them if `after` is given, else the newest.
    """
    # By the account's id: with its code the planner may walk through everybody's postings to find these.
    postings = Posting.objects.filter(
        account=Account.objects.filter(code=code).order_by().values("pk")[:1]
    )
    if before is not None:
        postings = postings.filter(pk__lt=before)
    if after is not None:
        postings = postings.filter(pk__gt=after)
    rows = list(
        postings.order_by("-pk" if after is None else "pk").values_list(
            "pk", "transfer__recorded_at", "transfer__memo", "transfer__key", "amount"
        )[:last]
    )
    if not rows:
        return []
    rows.sort()
    held = _held([code], before=rows[0][0])[code]
    lines: list[PostedLine] = []
    for posting, recorded_at, memo, key, amount in rows:
        held += amount
        lines.append(PostedLine(posting, recorded_at, memo, key, amount, held))
    return lines


def postings_beside(code: str) -> QuerySet[Posting]:
    """Return every posting, on any account, of the transfers that change this account, oldest first.

    Each has its transfer and account loaded.
    """
    own = Posting.objects.filter(
        account=Account.objects.filter(code=code).order_by().values("pk")[:1]
    )
    rows = Posting.objects.filter(transfer__in=own.values("transfer"))
    return rows.select_related("account", "transfer__counters").order_by("pk")


def trial_balance() -> dict[str, int]:
    """Return every account's balance by code, from the postings alone. They add up to 0: the database ensures it."""
    sums = Posting.objects.values_list("account__code").annotate(Sum("amount"))
    return {code: int(total) for code, total in sums.order_by("account__code")}


def transfer_of(key: str) -> Transfer | None:
    """Return the transfer with this key, or None."""
    return Transfer.objects.filter(key=key).first()


def _held(codes: list[str], before: int | None = None) -> dict[str, int]:
    """Return the balance of each account by code, or its balance before the posting with the number `before`.

    Accounts that were never used are left out.
    """
    subtotals = Subtotal.objects.filter(account=OuterRef("pk")).order_by("-posting")
    behind = Posting.objects.filter(account=OuterRef("pk"), pk__gt=OuterRef("counted")).order_by()
    if before is not None:
        subtotals = subtotals.filter(posting__lt=before)
        behind = behind.filter(pk__lt=before)
    added = behind.values("account").annotate(total=Sum("amount")).values("total")
    accounts = Account.objects.filter(code__in=codes).annotate(
        counted=Coalesce(Subquery(subtotals.values("posting")[:1]), 0),
        held=Coalesce(Subquery(subtotals.values("held")[:1]), 0),
    )
    total = F("held") + Coalesce(Subquery(added), 0)
    return {code: int(held) for code, held in accounts.values_list("code", total)}

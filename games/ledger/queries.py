"""Reading the ledger: balances, statements, and the proof that all of it adds up to nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from games.ledger.models import Posting, Transfer


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a statement: one posting and what the account held after it, in whole chips."""

    recorded_at: datetime
    memo: str
    key: str
    amount: int
    balance: int


def balance(code: str) -> int:
    """What the account holds, in whole chips; 0 for one that was never used."""
    return balances([code])[code]


def balances(codes: Iterable[str]) -> dict[str, int]:
    """What each of these accounts holds, in whole chips; 0 for one that was never used."""
    wanted = list(codes)
    sums = Posting.objects.filter(account__code__in=wanted).values_list("account__code")
    held = {code: int(total) for code, total in sums.annotate(Sum("amount")).order_by()}
    return {code: held.get(code, 0) for code in wanted}


def statement(code: str, last: int | None = None) -> list[Line]:
    """The account's postings with the balance after each, oldest first; only the `last` if given."""
    rows = (
        Posting.objects.filter(account__code=code)
        .order_by("-id")
        .values_list("transfer__recorded_at", "transfer__memo", "transfer__key", "amount")
    )
    held = balance(code)
    lines: list[Line] = []
    for recorded_at, memo, key, amount in rows[:last]:
        lines.append(Line(recorded_at, memo, key, amount, held))
        held -= amount
    lines.reverse()
    return lines


def trial_balance() -> dict[str, int]:
    """What every account holds, by code. The values add up to 0: the database sees to it."""
    sums = Posting.objects.values_list("account__code").annotate(Sum("amount"))
    return {code: int(total) for code, total in sums.order_by("account__code")}


def transfer_of(key: str) -> Transfer | None:
    """The transfer with this key, or None where nothing was posted under it."""
    return Transfer.objects.filter(key=key).first()

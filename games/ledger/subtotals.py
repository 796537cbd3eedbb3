"""Makes subtotals, the balance of an account after some of its postings, so that sums need not start at the first.

Postings are the truth. Subtotals are computed from them, never changed, and can be deleted: `balance` and `statement`
start at the nearest one and add the postings after it. A posting can get its number early and be committed late. So
subtotals are made only up to a number below which no more postings can appear.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.ledger.models import Posting, Subtotal, SubtotalsReached

EVERY = 100
"""A subtotal after each so many postings of an account."""
_BATCH = 5_000
"""Postings that one transaction looks at."""

# What is checked is all of it, so all of it is added up: one pass over the postings, nothing kept in memory.
_WRONG = """
    SELECT account.code, subtotal.posting, subtotal.held, added.total
    FROM ledger_subtotal AS subtotal
    JOIN ledger_account AS account ON account.id = subtotal.account_id
    LEFT JOIN (
        SELECT id, account_id, SUM(amount) OVER (PARTITION BY account_id ORDER BY id) AS total
        FROM ledger_posting
    ) AS added ON added.account_id = subtotal.account_id AND added.id = subtotal.posting
    WHERE added.total IS NULL OR added.total <> subtotal.held
    ORDER BY account.code, subtotal.posting
"""


def make_subtotals(limit: int = _BATCH) -> int:
    """Make the subtotals that are due among the next `limit` postings; return how many postings were read.

    Returns 0 when nothing can be done now; call it again later. Writers of postings never wait for it. If two calls
    run at the same time, one does nothing.
    """
    _look_ahead()
    return _advance(limit)


def rebuild() -> int:
    """Delete all subtotals and make them again; return how many postings were read. Safe while people play."""
    _row()
    with transaction.atomic():
        SubtotalsReached.objects.select_for_update().get(pk=1)
        Subtotal.objects.all().delete()
        SubtotalsReached.objects.filter(pk=1).update(done=0)
    total = 0
    while done := make_subtotals():
        total += done
    return total


def wrong_subtotals() -> Iterator[str]:
    """Yield a sentence for each subtotal that differs from the sum of its account's postings."""
    with connection.cursor() as cursor:
        cursor.execute(_WRONG)
        for code, posting, held, total in cursor.fetchall():
            yield _(
                "At posting %(posting)d the stored subtotal of %(account)s is %(held)+d chips, but the "
                "postings add up to %(total)s. `manage.py rebuild_subtotals` rebuilds all of them."
            ) % {
                "account": code,
                "posting": posting,
                "held": held,
                "total": _("something else") if total is None else f"{int(total):+d}",
            }


def _look_ahead() -> None:
    """Save the highest posting number so far and the number of a transaction that begins after it was read.

    A posting gets its number before others see it. On PostgreSQL a trigger numbers its transaction even earlier. So
    every transaction that holds one of these posting numbers is older than the saved transaction.
    """
    last = _last_number()
    row = _row()
    if row.safe < row.seen or last <= row.seen:
        return
    with transaction.atomic(
        durable=True
    ):  # in an older transaction its own number would say nothing
        locked = _lock()
        if locked is None or locked.safe < locked.seen:
            return
        locked.seen, locked.txid = max(last, locked.seen), _own_transaction()
        locked.save(update_fields=["seen", "txid"])


def _advance(limit: int) -> int:
    with transaction.atomic():
        row = _lock()
        if row is None:
            return 0
        if row.safe < row.seen and _all_have_ended(row):
            row.safe = row.seen
        due = Posting.objects.filter(pk__gt=row.done, pk__lte=row.safe).order_by("pk")
        found = list(due.values_list("pk", "account_id")[:limit])
        row.done = found[-1][0] if len(found) == limit else row.safe
        for account in sorted({account for _, account in found}):
            _note(account, row.done)
        row.save(update_fields=["done", "safe"])
        return len(found)


def _note(account: int, up_to: int) -> None:
    """Store the missing subtotals of one account, after its last one and up to the posting `up_to`."""
    last = Subtotal.objects.filter(account_id=account).order_by("-posting").first()
    after, held = (0, 0) if last is None else (last.posting, last.held)
    rows = Posting.objects.filter(account_id=account, pk__gt=after, pk__lte=up_to).order_by("pk")
    made = []
    for at, (posting, amount) in enumerate(rows.values_list("pk", "amount"), start=1):
        held += amount
        if at % EVERY == 0:
            made.append(Subtotal(account_id=account, posting=posting, held=held))
    Subtotal.objects.bulk_create(made)


def _row() -> SubtotalsReached:
    row = SubtotalsReached.objects.filter(pk=1).first()
    if row is None:
        row = SubtotalsReached(pk=1)
        SubtotalsReached.objects.bulk_create([row], ignore_conflicts=True)
    return row


def _lock() -> SubtotalsReached | None:
    """Return the progress row, locked; None if another worker holds it. On SQLite the transaction locks all."""
    return SubtotalsReached.objects.select_for_update(skip_locked=True).filter(pk=1).first()


def _last_number() -> int:
    """Return the highest number that any posting has been given, committed or not."""
    if connection.vendor != "postgresql":
        return Posting.objects.aggregate(last=Max("pk"))["last"] or 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_sequence_last_value(pg_get_serial_sequence('ledger_posting', 'id')::regclass)"
        )
        return int(cursor.fetchone()[0] or 0)


def _own_transaction() -> int:
    if connection.vendor != "postgresql":
        return 0  # one writer at a time: what is seen is committed, and nothing comes before it
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        return int(cursor.fetchone()[0])


def _all_have_ended(row: SubtotalsReached) -> bool:
    """Return whether every transaction has ended that may hold a posting number up to `row.seen`.

    A transaction number from the future comes from another cluster, from which this database was restored. Its
    transactions do not run here.
    """
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= %s"
            " OR pg_current_xact_id()::text::bigint < %s",
            [row.txid, row.txid],
        )
        return bool(cursor.fetchone()[0])

"""The audit of this app: every transfer that deals call for, by their events in the log alone.

`manage.py check_ledger` asks the module `checks.ledger` of each app that has one for two things:
`LEDGER_KEYS`, how the keys of its transfers begin, and `check_ledger()`, a sentence for each thing
that is not right about them.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from games.engine.errors import BadNotation
from games.ledger.accounts import BACK, HOUSE, member_account
from games.ledger.audit import Called, differences
from games.ledger.models import Posting
from games.models import Deal
from games.settlement import owed

LEDGER_KEYS = ("deal:", "grant:")
"""Results of deals with their rulings, and chips that the club granted."""


def check_ledger() -> Iterator[str]:
    """What is not right about the transfers of deals and the grants."""
    unreadable: list[str] = []
    yield from differences(lambda: _called(unreadable), "deal:")
    yield from dict.fromkeys(unreadable)  # the deals may have been asked twice
    yield from _strange_grants()


def _called(unreadable: list[str]) -> Iterator[Called]:
    deals = Deal.objects.select_related("table").order_by("pk")
    for deal in deals.iterator(chunk_size=200):
        # Its row knows that it is not settled yet: the sweep will see to that.
        pending = deal.owed_version != deal.settled_version
        try:
            transfers = owed(deal.pk, "", deal.table.chips_per_point)
        except (AssertionError, BadNotation, LookupError, ValueError) as error:
            unreadable.append(
                _("%(deal)s cannot be read: %(error)r") % {"deal": deal.stream, "error": error}
            )
            continue
        for transfer in transfers:
            yield Called(transfer.key, transfer.amounts, transfer.counters, pending)


def _strange_grants() -> Iterator[str]:
    """Grants are decisions of people, which nothing calls for; but each is from the house to the member it names.

    What takes one back is its exact opposite, and says so.
    """
    granted = OuterRef("transfer__counters_id")
    original = Posting.objects.filter(transfer=granted, account=OuterRef("account"))
    rows = Posting.objects.filter(transfer__key__startswith="grant:").order_by("transfer__key")
    for key, taken_back, undone, code, amount in rows.values_list(
        "transfer__key",
        "transfer__counters__key",
        Subquery(original.values("amount")[:1]),
        "account__code",
        "amount",
    ).iterator():
        to = member_account(int(key.split(":")[1])) if key.split(":")[1].isdecimal() else None
        if key.endswith(BACK):
            right = taken_back == key.removesuffix(BACK) and undone == -amount
            right = right and code in (HOUSE, to)
        else:
            right = (code == HOUSE and amount < 0) or (code == to and amount > 0)
            right = right and taken_back is None
        if not right:
            yield _("Transfer %(key)s is no grant: %(account)s %(amount)+d.") % {
                "key": key,
                "account": code,
                "amount": amount,
            }

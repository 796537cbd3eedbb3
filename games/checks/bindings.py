"""Checks that no two deals are committed to the same secret, and that every deal binds its seats' seeds.

Deals from before the first one with bound seeds are excepted. Since deals are compared with each other, the nightly
check runs this over all deals together, on their first events only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _

from games.checks.deals import deals_of
from games.checks.wording import UNREADABLE
from games.engine import events as ev
from games.log import read_facts
from games.models import Deal
from games.models.tables import IMPORTED
from games.schema import from_text


def strange_bindings(only: Collection[str] | None = None) -> Iterator[str]:
    """Yield a sentence for each deal that shares another's secret, or was dealt without binding its seats' seeds.

    If `only` is given, only the deals of the streams named in it are compared.
    """
    in_two_steps = False
    bound_to: dict[str, str] = {}
    for deal in deals_of(only):
        try:
            commitment, bound, dealt = _opening(deal)
        except UNREADABLE:
            continue  # whoever folds it names it
        if not commitment:  # no row without events has one
            continue
        first = bound_to.setdefault(_binding(deal, commitment), deal.stream)
        if first != deal.stream:
            yield _(
                "%(stream)s is bound to the same secret as %(first)s, so its secret was already "
                "known."
            ) % {
                "stream": deal.stream,
                "first": first,
            }
        if bound:
            in_two_steps = True
        elif in_two_steps and dealt and not deal.table.origin.startswith(IMPORTED):
            yield _(
                "%(stream)s was dealt without locking in its players' random numbers, although "
                "earlier deals did so."
            ) % {"stream": deal.stream}


def _opening(deal: Deal) -> tuple[str, bool, bool]:
    """Return a deal's commitment to its secret, whether its seats' seeds are bound, and whether it was dealt."""
    commitment, bound = "", False
    for fact in read_facts(deal.stream):
        event = from_text(*fact)
        if isinstance(event, ev.DealCommitted):
            commitment = event.commitment
        elif isinstance(event, ev.SeedCommitted):
            bound = True
        elif isinstance(event, ev.DealStarted):
            return commitment, bound, bool(event.stock)
    return commitment, bound, False


def _binding(deal: Deal, commitment: str) -> str:
    """Return the text that no two deals may share: the commitment, and in a duplicate also the table.

    The tables of a duplicate share each secret on purpose. A called-off deal of a duplicate may share its secret with
    the deal that replaces it.
    """
    if not deal.table.duplicate:
        return commitment
    called_off = f" {deal.pk}" if deal.cancelled else ""  # no card of it was dealt
    return f"{commitment} {deal.table_id}{called_off}"

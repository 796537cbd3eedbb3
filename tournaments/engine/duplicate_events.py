"""What happens to a duplicate: what its deals are bound to, and which of them all tables have played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class DealsCommitted:
    """All deals are bound to secrets before anybody enters; ``commitment`` is the first one's SHA-256 in hex.

    There is one for each of so many ``deals``, and each is the SHA-256 of the next one (`duplicate.place_of`).
    """

    commitment: str
    deals: int


@dataclass(frozen=True, slots=True)
class DealOpened:
    """No table of a round plays this deal any more: everybody may see how it went, and it counts.

    ``link`` is the secret to which the deal was bound, the one of ``place`` in the chain; None where the tournament was
    cancelled, since no secret of it can be read afterwards.
    """

    round: int
    deal_number: int
    place: int
    link: str | None


DuplicateEvent: TypeAlias = DealsCommitted | DealOpened

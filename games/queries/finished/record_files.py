"""Writes files of deal records: one line for each finished deal, with or without the players' names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from games.engine.recording.people import LONGEST_NAME, Mask, line_of_people
from games.engine.recording.records import to_line
from games.models import DealSeat
from games.queries.finished.histories import record_of
from games.queries.play.participants import names_of

People: TypeAlias = Literal["numbers", "named", "masked"]
"""How people stand in a file: by the club's numbers alone, with a first line of their names, or by other numbers."""


def lines_of_deals(deal_ids: Sequence[int], *, people: People = "numbers") -> Iterator[str]:
    """Yield the records of these deals, one line each, without line ends.

    With `people` as "named", the first line has the players' names; imported deals are not allowed, because their
    player numbers belong to another club. With "masked", people and deals get new numbers.

    Raises BadNotation for a deal that is not over, Refused("deal.unknown") and Refused("deal.sealed").
    """
    if people == "named":
        labels = sorted(_people_in(deal_ids))
        names = (name[:LONGEST_NAME] for name in names_of(labels))
        yield line_of_people(dict(zip(labels, names, strict=True)))
    mask = Mask()
    for deal_id in deal_ids:
        record = record_of(deal_id)
        yield to_line(mask.over(record) if people == "masked" else record)


def _people_in(deal_ids: Sequence[int]) -> set[str]:
    """Return the labels of the players in these deals, who will be named. Referees will appear by number only."""
    seats = DealSeat.objects.filter(deal__in=deal_ids, player__isnull=False)
    return {f"player:{key}" for key in seats.values_list("player_id", flat=True).distinct()}

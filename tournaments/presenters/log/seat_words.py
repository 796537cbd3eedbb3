"""A seat that was given away, in words."""

from __future__ import annotations

from typing import Final, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.presenters.sentences import wind
from tournaments.engine.participants import is_bot, member_label
from tournaments.engine.seat_events import SeatGiven, Span

SPANS: Final = {
    Span.DEAL: gettext_noop("for one deal"),
    Span.ROUND: gettext_noop("for this round"),
    Span.REST: gettext_noop("for the rest"),
}
"""For how long, in words."""


class _Names(Protocol):
    def name(self, label: str) -> str: ...
    def member(self, player: int) -> str: ...


def seat_given(event: SeatGiven, scene: _Names) -> str:
    """Who has which seat from the next deal on."""
    facts = {
        "round": event.round,
        "table": event.table,
        "seat": wind(event.seat),
        "owner": scene.name(event.owner),
        "name": _("the careful bot") if event.player is None else scene.member(event.player),
        "span": _(SPANS[event.span]),
        "reason": event.reason,
    }
    if is_bot(event.owner):
        said = _(
            "Round %(round)d, table %(table)d, %(seat)s: %(name)s plays in the bot's seat from the next deal on."
        )
    elif event.player is not None and member_label(event.player) == event.owner:
        said = _(
            "Round %(round)d, table %(table)d, %(seat)s: %(name)s has the own seat again (%(reason)s)."
        )
    else:
        said = _(
            "Round %(round)d, table %(table)d, %(seat)s: %(name)s sits in for %(owner)s %(span)s (%(reason)s)."
        )
    return said % facts

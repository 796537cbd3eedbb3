"""Describes a deal that was called off before its cards were dealt: who caused it, and why."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.common.joints import listed
from games.models import Player
from games.presenters import sentences
from games.presenters.play.shuffle import Shuffle, shuffle_of
from games.queries.play.seen import SeenDeal


@dataclass(frozen=True, slots=True)
class CalledOff:
    """A deal that was called off. For viewers who are not members, `words` contain no names."""

    deal_id: int
    words: str
    shuffle: Shuffle
    history: tuple[str, ...]
    """Its events in words, in order."""


def called_off_of(shown: SeenDeal | None, viewer: Player | None) -> CalledOff | None:
    """Return the notice that a deal was called off, or None if none was."""
    if shown is None or shown.view.ending is None:
        return None
    is_member = viewer is not None and viewer.is_authenticated
    # Without its number, which the next deal has.
    words = _("The deal was called off: %(why)s.") % {"why": _why(shown, is_named=is_member)}
    return CalledOff(
        shown.deal.pk,
        words,
        shuffle_of(shown),
        tuple(
            said for row in shown.events if (said := sentences.event_words(row.event, shown.names))
        )
        if is_member
        else (),
    )


def _why(shown: SeenDeal, *, is_named: bool) -> str:
    assert shown.view.ending is not None
    reason = shown.view.ending.cancelled
    blamed = [
        shown.names[seat.number] for seat in shown.seats if seat.withheld or seat.called_off_at
    ]
    if not blamed or not is_named:
        return sentences.reason_words(reason)
    who = {"who": listed(blamed)}
    match reason:
        case "a seed was not opened":
            return _("the shuffle was not finished in time (%(who)s)") % who
        case "somebody was not there":
            return _("%(who)s did not show up") % who
        case "somebody left":
            return _("%(who)s left") % who
    return sentences.reason_words(reason)

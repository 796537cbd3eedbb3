"""Describes corrections that a second person has to sign, for the log, the tournament's page and the signers."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind
from games.club.notices import notify
from games.models import Player
from games.presenters.amounts import in_unit, signed
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.correcting import correction_events as correction_ev
from tournaments.engine.participants import member_label
from tournaments.engine.state import Status
from tournaments.presenters.log.render_context import EventWords, RenderContext, is_kept, place_of
from tournaments.queries.recipients import correction_unsigned, correction_waits

WAITS: Final = gettext_noop(
    "This correction changes more prize money than one person may change alone. A second "
    "director or referee has to sign it before it takes effect."
)
"""What is said to who proposes one."""
_ASKED: Final[dict[str, str]] = {
    "void": gettext_noop("stop counting %(place)s"),
    "take-back": gettext_noop("count %(place)s again"),
    "points": gettext_noop("%(points)s points for %(name)s"),
    "adjustment": gettext_noop("undo the adjustment of %(points)s points for %(name)s"),
    "result": gettext_noop("enter the result of %(place)s again"),
}
"""What was proposed, by its kind."""


class WaitingCorrection(NamedTuple):
    """A correction that awaits a second person, as the pages show it."""

    number: int
    by: int
    name: str
    "The person who proposed it."
    words: str


def asked_words(event: correction_ev.CorrectionProposed, context: RenderContext) -> str:
    """Return the proposed correction in words, without the reason."""
    facts = {
        "place": place_of(event) if event.deal_id else "",
        "name": context.member(event.player) if event.player else "",
        "points": signed(event.points),
    }
    return _(_ASKED[event.what]) % facts


def _proposed(event: correction_ev.CorrectionProposed, context: RenderContext) -> str:
    said = _(
        "Correction %(number)d has to be signed by a second person because it changes the "
        "prizes by %(sum)s: %(asked)s (%(reason)s)."
    )
    facts = {"number": event.number, "sum": in_unit(event.chips), "reason": event.reason}
    return said % {**facts, "asked": asked_words(event, context)}


def _signed(event: correction_ev.CorrectionSigned, _scene: RenderContext) -> str:
    return _("A second person signed correction %(number)d.") % {"number": event.number}


def _unsigned(event: correction_ev.CorrectionUnsigned, _scene: RenderContext) -> str:
    facts = {"number": event.number, "reason": event.reason}
    return _("Correction %(number)d was not made (%(reason)s).") % facts


SIGNATURE_EVENT_WORDS: Final = (
    EventWords(
        correction_ev.CorrectionProposed,
        _proposed,
        notify(
            correction_waits,
            gettext_noop(
                "%(tournament)s: a correction of prizes has to be signed by a second person "
                "(%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: a correction of prizes has to be signed by a second "
                "director or referee (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "proposed correction %(number)s of tournament %(tournament)s, which a second person has to sign"
            ),
            ("number", "reason"),
        ),
    ),
    EventWords(
        correction_ev.CorrectionSigned,
        _signed,
        "the correction that follows at once is told",
        act=ActKind(
            gettext_noop(
                "signed correction %(number)s of tournament %(tournament)s as the second person"
            ),
            ("number",),
        ),
    ),
    EventWords(
        correction_ev.CorrectionUnsigned,
        _unsigned,
        notify(
            correction_unsigned,
            gettext_noop("%(tournament)s: a proposed correction was not made (%(reason)s)."),
        ),
        act=ActKind(
            gettext_noop("rejected or withdrew correction %(number)s of tournament %(tournament)s"),
            ("number", "reason"),
        ),
    ),
)
"""Their words, who is told, and whether they are acts of the staff."""


def waiting_corrections(tournament_id: int, viewer: Player | None) -> tuple[WaitingCorrection, ...]:
    """Return this tournament's corrections awaiting a second person, oldest first, as shown to this reader."""
    state = queries.current(tournament_id).state
    if state.status is not Status.CLOSED or not state.waiting:
        return ()
    found = [one.wish for one in state.waiting.values()]
    people = {one.director for one in found} | {one.player for one in found if one.player}
    labels = sorted(map(member_label, people))
    names = dict(zip(labels, names_of(labels), strict=True))
    context = RenderContext(state, names, kept=is_kept(found, viewer))
    return tuple(
        WaitingCorrection(
            one.number,
            one.director,
            context.member(one.director),
            _proposed(context.masked(one), context),
        )
        for one in found
    )

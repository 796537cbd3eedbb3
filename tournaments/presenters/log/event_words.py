"""Collects the words for all events of a tournament: log sentences, notices and staff acts."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind
from games.club.notices import NoticeKind, notify
from games.common.joints import listed, with_brackets
from games.presenters.play.calls import why
from tournaments.engine import events as ev
from tournaments.presenters.log.agreement_words import AGREEMENT_EVENT_WORDS
from tournaments.presenters.log.cardboard_event_words import CARDBOARD_EVENT_WORDS
from tournaments.presenters.log.cash_event_words import CASH_EVENT_WORDS
from tournaments.presenters.log.correction_event_words import CORRECTION_EVENT_WORDS
from tournaments.presenters.log.draw_event_words import DRAW_EVENT_WORDS
from tournaments.presenters.log.entry_event_words import ENTRY_EVENT_WORDS
from tournaments.presenters.log.render_context import (
    EventWords,
    RenderContext,
    amounts,
    nets,
    place_of,
    ruling_name,
)
from tournaments.presenters.log.signature_words import SIGNATURE_EVENT_WORDS
from tournaments.presenters.log.timing_event_words import TIMING_EVENT_WORDS
from tournaments.queries.recipients import cancelled, corrected, final
from tournaments.schema import name_of


def event_words(event: ev.TournamentEvent, context: RenderContext) -> str:
    """Return a sentence that says what happened."""
    return _SENTENCES[type(event)](context.masked(event), context)


def _created(event: ev.TournamentCreated, _scene: RenderContext) -> str:
    return _(
        "Tournament announced: %(name)s. Rounds: %(rounds)d, deals per round: %(deals)d, entry "
        "fee: %(fee)d."
    ) % {
        "name": event.name,
        "rounds": event.rounds,
        "deals": event.deals_per_round,
        "fee": event.entry_fee,
    }


def _described(_event: ev.TournamentDescribed, _scene: RenderContext) -> str:
    return _("The day or the description was changed.")


def _started(_event: ev.TournamentStarted, _scene: RenderContext) -> str:
    # The page of the draws shows the seed and its commitment.
    return _("Entries were closed, and the tournament began.")


def _penalty(event: ev.TableDealScored | ev.DealRescored, context: RenderContext) -> str:
    if event.penalised is None:
        return ""
    name = context.name(context.sat(event)[event.penalised])
    return " " + _("%(name)s paid the penalty.") % {"name": name}


def _scored(event: ev.TableDealScored, context: RenderContext) -> str:
    place = place_of(event)
    if event.winner is None:
        return _("%(place)s: nobody won.") % {"place": place}
    facts = {
        "place": place,
        "name": context.name(context.sat(event)[event.winner]),
        "points": event.points,
        "nets": nets(event, context),
    }
    said = _("%(place)s: %(name)s won, points of the hand: %(points)d (%(nets)s).") % facts
    return said + _penalty(event, context)


def _rescored(event: ev.DealRescored, context: RenderContext) -> str:
    facts = {
        "ruling": ruling_name(event.ruling),
        "place": place_of(event),
        "nets": nets(event, context),
    }
    said = _("%(ruling)s takes effect. %(place)s now: %(nets)s.") % facts
    return said + _penalty(event, context)


def _round_closed(event: ev.RoundClosed, context: RenderContext) -> str:
    said = _("Round %(round)d is over.") % {"round": event.number}
    if event.director is None:
        return said
    deals = listed(f"{deal}" for deal in event.unconfirmed)
    facts = {"name": context.member(event.director), "deals": deals}
    return (
        said
        + " "
        + _(
            "%(name)s closed the round although only one player had confirmed these results: %(deals)s."
        )
        % facts
    )


def _closed(event: ev.TournamentClosed, context: RenderContext) -> str:
    said = _("The tournament was closed, and the standings became final.")
    paid = listed(
        f"{context.name(row.standing.participant)} {row.prize}" for row in event.rows if row.prize
    )
    return said + (" " + _("Prizes: %(prizes)s.") % {"prizes": paid} if paid else "")


def _corrected(event: ev.PrizesCorrected, context: RenderContext) -> str:
    said = _("%(ruling)s changed the final standings.") % {"ruling": ruling_name(event.ruling)}
    if not event.corrections:
        return said + " " + _("The prizes do not change.")
    changed = {"changes": amounts(event.corrections, context)}
    return said + " " + _("Prizes corrected: %(changes)s.") % changed


def _answered(event: ev.RefereeAnswered, context: RenderContext) -> str:
    facts = {
        "round": event.round,
        "table": event.table,
        "who": context.member(event.player),
        "why": why(event.reason, event.words),
        "referee": context.member(event.referee),
        "answer": with_brackets(event.answer, event.section) if event.section else event.answer,
    }
    return (
        _(
            "Round %(round)d, table %(table)d: %(who)s called the referee (%(why)s). %(referee)s answered: %(answer)s"
        )
        % facts
    )


def _cancelled(event: ev.TournamentCancelled, _scene: RenderContext) -> str:
    return _("Cancelled: %(reason)s") % {"reason": event.reason}


EVENT_WORDS: Final[tuple[EventWords, ...]] = (
    EventWords(
        ev.TournamentCreated,
        _created,
        "nobody has entered yet",
        act=ActKind(gettext_noop("announced tournament %(name)s"), ("name",)),
    ),
    EventWords(
        ev.TournamentDescribed,
        _described,
        "moves no chips, place or seat; the tournament's page says it",
        act=ActKind(gettext_noop("changed the day or description of tournament %(tournament)s")),
    ),
    EventWords(
        ev.TournamentStarted,
        _started,
        "the draw that follows is told",
        act=ActKind(gettext_noop("started tournament %(tournament)s")),
    ),
    EventWords(
        ev.TableDealScored,
        _scored,
        "who sat there saw the deal end",
    ),
    EventWords(
        ev.DealRescored,
        _rescored,
        "the ruling on the deal is told",
    ),
    EventWords(
        ev.RoundClosed,
        _round_closed,
        "the draw or the closing that follows is told",
        act=ActKind(
            gettext_noop(
                "closed round %(number)s of tournament %(tournament)s although only one "
                "player had confirmed some results"
            ),
            ("number",),
            only=lambda payload: payload.get("director") is not None,
        ),
    ),
    EventWords(
        ev.TournamentClosed,
        _closed,
        notify(
            final,
            gettext_noop("%(tournament)s is closed. Your place: %(place)s."),
            gettext_noop(
                "%(tournament)s is closed. Your place: %(place)s, prize in %(unit)s: %(chips)s."
            ),
            gettext_noop("%(tournament)s is closed. You have no place in the standings."),
        ),
        act=ActKind(gettext_noop("closed tournament %(tournament)s")),
    ),
    EventWords(
        ev.PrizesCorrected,
        _corrected,
        notify(
            corrected,
            gettext_noop(
                "A late ruling changed the standings of %(tournament)s. Your place now: %(place)s."
            ),
            gettext_noop(
                "A late ruling changed the prizes of %(tournament)s. Your place now: %(place)s; "
                "change to your prize in %(unit)s: %(chips)s."
            ),
            gettext_noop(
                "A correction changed the standings of %(tournament)s. Your place now: %(place)s."
            ),
            gettext_noop(
                "A correction changed the prizes of %(tournament)s. Your place now: %(place)s; "
                "change to your prize in %(unit)s: %(chips)s."
            ),
        ),
    ),
    EventWords(
        ev.RefereeAnswered,
        _answered,
        "the answer is told to the table when it is given",
    ),
    EventWords(
        ev.TournamentCancelled,
        _cancelled,
        notify(
            cancelled,
            gettext_noop("%(tournament)s was cancelled: %(reason)s"),
            gettext_noop(
                "%(tournament)s was cancelled (%(reason)s), and %(chips)s %(unit)s were returned."
            ),
        ),
        act=ActKind(gettext_noop("cancelled tournament %(tournament)s"), ("reason",)),
    ),
    *ENTRY_EVENT_WORDS,
    *DRAW_EVENT_WORDS,
    *TIMING_EVENT_WORDS,
    *CORRECTION_EVENT_WORDS,
    *SIGNATURE_EVENT_WORDS,
    *AGREEMENT_EVENT_WORDS,
    *CARDBOARD_EVENT_WORDS,
    *CASH_EVENT_WORDS,
)
"""Every class of event in words. A test says which one has none."""
_SENTENCES: Final = {row.kind: row.sentence for row in EVENT_WORDS}
ACTS: Final[dict[str, ActKind]] = {
    name_of(row.kind): row.act for row in EVENT_WORDS if row.act is not None
}
"""The acts of the staff among them, by stored name; `TUSAC_ACTS` leads here."""
NOTICES: Final[dict[str, NoticeKind]] = {
    name_of(row.kind): row.notice for row in EVENT_WORDS if not isinstance(row.notice, str)
}
"""Whom an event is told, and in which words, by stored name."""
SILENT: Final[dict[str, str]] = {
    name_of(row.kind): row.notice for row in EVENT_WORDS if isinstance(row.notice, str)
}
"""Why the others tell nobody anything, by stored name."""

"""Describes events at tables with real cards, for the log, staff acts and notices."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind
from games.club.notices import notify
from games.common.joints import listed
from tournaments.engine.real_cards import events as ev
from tournaments.presenters.log.discard_event_words import DISCARD_EVENT_WORDS, result_words
from tournaments.presenters.log.render_context import EventWords, RenderContext, place_of, seat_name
from tournaments.queries.recipients import at_drawn, contradicted


def _marked(event: ev.PhysicalTablesSet, _scene: RenderContext) -> str:
    facts = {"table": event.table, "first": event.first}
    if event.table is None:
        if event.cardboard:
            return (
                _("From round %(first)d on, every table without a bot plays with real cards.")
                % facts
            )
        return _("From round %(first)d on, every table plays on screen.") % facts
    if event.cardboard:
        said = _("Table %(table)d plays round %(first)d with real cards.") % facts
    else:
        said = _("Table %(table)d plays round %(first)d on screen.") % facts
    return (
        said
        if event.last is not None
        else said + " " + _("The same applies to all following rounds.")
    )


def _entered(event: ev.ResultEntered, context: RenderContext) -> str:
    facts = {"place": place_of(event), "result": result_words(event, context)}
    if event.plays:
        return (
            _("Result entered for %(place)s: %(result)s. The table still has to confirm it.")
            % facts
        )
    if event.seat is None:
        return (
            _("%(place)s was entered by a director from the table's score sheet: %(result)s.")
            % facts
        )
    return _("%(place)s was entered, with real cards: %(result)s.") % facts


def _confirmed(event: ev.ResultConfirmed, context: RenderContext) -> str:
    if event.director:
        return _("%(place)s: a director confirmed the result.") % {"place": place_of(event)}
    names = listed(seat_name(event, seat, context) for seat in event.seats)
    facts = {"place": place_of(event), "names": names}
    if event.digits_on is not None:
        facts["phone"] = context.member(event.digits_on)
        said = _("%(place)s: %(names)s confirmed the result with six digits on %(phone)s's phone.")
    elif event.phone is not None:
        facts["phone"] = seat_name(event, event.phone, context)
        said = _("%(place)s: %(names)s confirmed the result on %(phone)s's phone.")
    else:
        return _("%(place)s: %(names)s confirmed the result.") % facts
    if event.on_playing_directors_device:
        return " ".join(
            (
                said % facts,
                _(
                    "That device belongs to a director who is playing, so one more confirmation is needed."
                ),
            )
        )
    return said % facts


def _contradicted(event: ev.ResultContradicted, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "name": seat_name(event, event.seat, context),
        "reason": event.reason,
    }
    return _("%(place)s: %(name)s says that the result is wrong (%(reason)s).") % facts


def _corrected_result(event: ev.ResultCorrected, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "result": result_words(event, context),
        "reason": event.reason.rstrip("."),
    }
    return _("%(place)s was corrected by a director: %(result)s. Reason: %(reason)s.") % facts


def _photographed(event: ev.PhotographAdded, context: RenderContext) -> str:
    directs = event.seat is None
    who = context.member(event.player) if directs else seat_name(event, event.seat or 0, context)
    facts = {"place": place_of(event), "name": who, "number": event.number}
    return _("%(place)s: %(name)s added photo %(number)d.") % facts


def _removed(event: ev.PhotographRemoved, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "name": context.member(event.director),
        "number": event.number,
        "reason": event.reason,
    }
    return _("%(place)s: %(name)s removed photo %(number)d (%(reason)s).") % facts


CARDBOARD_EVENT_WORDS: Final = (
    EventWords(
        ev.PhysicalTablesSet,
        _marked,
        "the draw leads its members there",
        act=ActKind(
            gettext_noop("set which tables of tournament %(tournament)s play with real cards")
        ),
    ),
    EventWords(
        ev.ResultEntered,
        _entered,
        notify(
            at_drawn(),
            gettext_noop(
                "%(tournament)s, table %(table)s: the result of deal %(deal_number)s was entered. Confirm it."
            ),
            by_mail=False,
        ),
        act=ActKind(
            gettext_noop("entered the result of deal %(deal_id)s of tournament %(tournament)s"),
            ("deal_id",),
            only=lambda payload: payload["seat"] is None,
        ),
    ),
    EventWords(
        ev.ResultConfirmed,
        _confirmed,
        "the table sees it",
        act=ActKind(
            gettext_noop("confirmed the result of deal %(deal_id)s of tournament %(tournament)s"),
            ("deal_id",),
            only=lambda payload: bool(payload["director"]),
        ),
    ),
    EventWords(
        ev.ResultContradicted,
        _contradicted,
        notify(
            contradicted,
            gettext_noop(
                "%(tournament)s, table %(table)s: a player says that the result of deal "
                "%(deal_number)s is wrong (%(reason)s)."
            ),
        ),
    ),
    EventWords(
        ev.ResultCorrected,
        _corrected_result,
        notify(
            at_drawn("reason"),
            gettext_noop(
                "%(tournament)s, table %(table)s: a director corrected the result of deal %(deal_number)s (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop("corrected the result of deal %(deal_id)s of tournament %(tournament)s"),
            ("deal_id", "reason"),
        ),
    ),
    *DISCARD_EVENT_WORDS,
    EventWords(
        ev.PhotographAdded,
        _photographed,
        "the table sees it",
    ),
    EventWords(
        ev.PhotographRemoved,
        _removed,
        "moves no chips, place or seat; the page and the staff's acts say it",
        act=ActKind(
            gettext_noop("removed a photo of deal %(deal_id)s of tournament %(tournament)s"),
            ("deal_id", "reason"),
        ),
    ),
)
"""Their words, who is told, and whether they are acts of the staff."""

"""Describes events of draws, for the log, staff acts and notices."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind
from games.club.notices import notify
from games.common.joints import listed
from tournaments.engine import draw_events as ev
from tournaments.engine.draws.groups import section
from tournaments.engine.events import TournamentEvent
from tournaments.presenters.log.render_context import EventWords, RenderContext
from tournaments.presenters.page.groups import part_words
from tournaments.queries.recipients import drawn, drawn_as_before, entrants


def _committed(_event: ev.DrawCommitted, _scene: RenderContext) -> str:
    return _(
        "The secret number that decides all draws is locked in. Nobody can change it any more."
    )


def _given(_event: ev.DrawGiven, _scene: RenderContext) -> str:
    return _("A director set the tables of all rounds by hand.")


def _drawn(event: ev.RoundDrawn, context: RenderContext) -> str:
    facts = {"round": event.number, "tables": len(event.tables)}
    said = _("Round %(round)d was drawn. Tables: %(tables)d.") % facts
    if event.out:
        out = listed(context.member(player) for player in event.out)
        said += " " + _("Sits out this round: %(names)s.") % {"names": out}
    if not event.finalists:
        return said
    names = listed(context.member(player) for player in event.finalists)
    return said + " " + _("Players in the final: %(names)s.") % {"names": names}


def details(event: TournamentEvent, context: RenderContext) -> tuple[str, ...]:
    """Return a line for each table of a draw, also of a restored one; empty for any other event."""
    if not isinstance(event, ev.RoundDrawn | ev.RedrawTakenBack):
        return ()
    sections = [section(event.groups, event.finalists, seats) for seats in event.tables]
    final = sections.count(0)
    grouped = bool(event.groups or event.finalists)
    return tuple(
        listed(
            filter(
                None,
                (
                    _("Table %(number)s") % {"number": number},
                    part_words(part, final) if grouped else "",
                ),
            )
        )
        + ": "
        + listed(map(context.name, seats))
        for number, (seats, part) in enumerate(zip(event.tables, sections, strict=True), 1)
    )


def _discarded(event: ev.DrawDiscarded, _scene: RenderContext) -> str:
    facts = {"round": event.round, "reason": event.reason}
    return _("The draw of round %(round)d was discarded before its first card: %(reason)s") % facts


def _redraw_back(event: ev.RedrawTakenBack, _scene: RenderContext) -> str:
    facts = {"round": event.round, "draw": event.draw, "reason": event.reason}
    said = _(
        "The redraw of round %(round)d was taken back: draw %(draw)d of the tournament "
        "counts again. %(reason)s"
    )
    return said % facts


def _apart(event: ev.MembersKeptApart, context: RenderContext) -> str:
    facts = {"names": listed(map(context.member, event.players)), "reason": event.reason}
    if event.reason:
        return _("Kept apart in later draws: %(names)s. %(reason)s") % facts
    return _("Kept apart in later draws: %(names)s.") % facts


def _apart_ended(event: ev.KeepingApartEnded, context: RenderContext) -> str:
    names = listed(map(context.member, event.players))
    return _("No longer kept apart: %(names)s.") % {"names": names}


def _deals_committed(_event: ev.DealsCommitted, _scene: RenderContext) -> str:
    return _(
        "The deals that all tables play depend on secret numbers chosen before anybody entered."
    )


def _deal_opened(event: ev.DealOpened, _scene: RenderContext) -> str:
    facts = {"deal": event.deal_number, "round": event.round}
    return (
        _("All tables have finished deal %(deal)d of round %(round)d. Everybody can see it now.")
        % facts
    )


DRAW_EVENT_WORDS: Final = (
    EventWords(
        ev.DrawCommitted,
        _committed,
        "binds the draw before anybody enters",
    ),
    EventWords(
        ev.DrawGiven,
        _given,
        notify(
            entrants,
            gettext_noop(
                "A director has set the tables for all rounds of %(tournament)s. Check them before "
                "the start."
            ),
            by_mail=False,
        ),
        act=ActKind(gettext_noop("set the tables of tournament %(tournament)s by hand")),
    ),
    EventWords(
        ev.RoundDrawn,
        _drawn,
        notify(
            drawn,
            gettext_noop("%(tournament)s, round %(round)s: you sit at table %(table)s, %(seat)s."),
            gettext_noop(
                "%(tournament)s, round %(round)s: you play in the final, at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s: you play for the places below the finalists, at "
                "table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s was drawn again (%(reason)s). You now sit "
                "at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s was drawn again (%(reason)s). You now play "
                "in the final, at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s was drawn again (%(reason)s). You now play for the "
                "places below the finalists, at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s was drawn again (%(reason)s), and you don't play "
                "this round."
            ),
            gettext_noop("%(tournament)s, round %(round)s: it is your turn to sit out."),
        ),
    ),
    EventWords(
        ev.DrawDiscarded,
        _discarded,
        "the new draw that follows is told, with the reason",
        act=ActKind(
            gettext_noop("drew round %(round)s of tournament %(tournament)s again"),
            ("round", "reason"),
        ),
    ),
    EventWords(
        ev.RedrawTakenBack,
        _redraw_back,
        notify(
            drawn_as_before,
            gettext_noop(
                "%(tournament)s, round %(round)s: the previous draw counts again "
                "(%(reason)s). You sit at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s: the previous draw counts again (%(reason)s), and "
                "you don't play this round."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s: the previous draw counts again "
                "(%(reason)s), and somebody else has your seat at table %(table)s."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "went back to the previous draw of round %(round)s of tournament %(tournament)s"
            ),
            ("round", "reason"),
        ),
    ),
    EventWords(
        ev.MembersKeptApart,
        _apart,
        "moves no chips, place or seat; the page says it",
        act=ActKind(
            gettext_noop("decided to keep %(players)s apart in tournament %(tournament)s"),
            ("players", "reason"),
        ),
    ),
    EventWords(
        ev.KeepingApartEnded,
        _apart_ended,
        "moves no chips, place or seat; the page says it",
        act=ActKind(
            gettext_noop("let %(players)s meet again in tournament %(tournament)s"),
            ("players",),
        ),
    ),
    EventWords(
        ev.DealsCommitted,
        _deals_committed,
        "binds the deals before anybody enters",
    ),
    EventWords(
        ev.DealOpened,
        _deal_opened,
        "moves no chips, place or seat but by the results that it makes count; the page says it",
    ),
)
"""Their words, who is told, and whether they are acts of the staff."""

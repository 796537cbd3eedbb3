"""Describes events of entries and seats, for the log, staff acts and notices."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind
from games.club.notices import notify
from games.common.joints import listed
from games.presenters.sentences import wind
from tournaments.engine.participants import is_bot, member_label
from tournaments.engine.people import entry_events as ev
from tournaments.engine.round_state import Span
from tournaments.presenters.log.render_context import EventWords, RenderContext, of_member
from tournaments.queries.recipients import (
    by_others,
    entered,
    entered_from_list,
    from_list,
    left,
    member,
    removed_before,
    seat_given,
    went,
)

SPANS: Final = {
    Span.DEAL: gettext_noop("for one deal"),
    Span.ROUND: gettext_noop("for this round"),
    Span.REST: gettext_noop("for the rest of the tournament"),
}
"""For how long, in words."""


def _members_entered(event: ev.MembersEntered, context: RenderContext) -> str:
    names = listed(context.member(player) for player in event.players)
    return _("A director entered these members from a list: %(names)s.") % {"names": names}


def _invited(event: ev.MembersInvited, context: RenderContext) -> str:
    names = listed(context.member(player) for player in event.players)
    return _("%(director)s invited: %(names)s.") % {
        "director": context.member(event.director),
        "names": names,
    }


def _invitation_back(event: ev.InvitationTakenBack, context: RenderContext) -> str:
    facts = {"director": context.member(event.director), "name": context.member(event.player)}
    return _("%(director)s took back %(name)s's invitation.") % facts


def _removed(event: ev.MemberRemoved | ev.EntryRemoved, context: RenderContext) -> str:
    facts = {"name": context.member(event.player), "reason": event.reason}
    return _("A director removed %(name)s: %(reason)s") % facts


def _seat_given(event: ev.SeatGiven, context: RenderContext) -> str:
    """Return in a sentence who has which seat from the next deal on."""
    facts = {
        "round": event.round,
        "table": event.table,
        "seat": wind(event.seat),
        "owner": context.name(event.owner),
        "name": _("the careful bot") if event.player is None else context.member(event.player),
        "span": _(SPANS[event.span]),
        "reason": event.reason,
    }
    if is_bot(event.owner):
        said = _(
            "Round %(round)d, table %(table)d, %(seat)s: %(name)s takes the bot's seat from the "
            "next deal on."
        )
    elif event.player is not None and member_label(event.player) == event.owner:
        said = _(
            "Round %(round)d, table %(table)d, %(seat)s: %(name)s is back in their own seat "
            "(%(reason)s)."
        )
    else:
        said = _(
            "Round %(round)d, table %(table)d, %(seat)s: %(name)s sits in for %(owner)s %(span)s (%(reason)s)."
        )
    return said % facts


ENTRY_EVENT_WORDS: Final = (
    EventWords(
        ev.MemberEntered,
        of_member(gettext_noop("%(name)s entered.")),
        notify(
            entered,
            gettext_noop("You were entered for %(tournament)s."),
            gettext_noop("You have entered for %(tournament)s. Entry fee in %(unit)s: %(chips)s."),
        ),
    ),
    EventWords(
        ev.MembersEntered,
        _members_entered,
        notify(
            entered_from_list,
            gettext_noop("A director entered you for %(tournament)s."),
            gettext_noop(
                "A director entered you for %(tournament)s. Entry fee in %(unit)s: "
                "%(chips)s. If you did not ask for this, tell a director. Until the start "
                "you can withdraw and get the fee back."
            ),
        ),
        act=ActKind(
            gettext_noop("entered %(players)s for tournament %(tournament)s"), ("players",)
        ),
    ),
    EventWords(
        ev.MemberWithdrew,
        of_member(gettext_noop("%(name)s withdrew.")),
        notify(
            went,
            gettext_noop("You were withdrawn from %(tournament)s."),
            gettext_noop(
                "You are no longer entered for %(tournament)s, and %(chips)s %(unit)s were "
                "returned."
            ),
        ),
    ),
    EventWords(
        ev.MemberCheckedIn,
        of_member(gettext_noop("%(name)s checked in.")),
        notify(by_others(), gettext_noop("A director marked you as here for %(tournament)s.")),
        act=ActKind(
            gettext_noop("checked %(player)s in for tournament %(tournament)s"), ("player",)
        ),
    ),
    EventWords(
        ev.CheckInUndone,
        of_member(gettext_noop("%(name)s's check-in was undone.")),
        notify(by_others(), gettext_noop("A director marked you as not here for %(tournament)s.")),
        act=ActKind(
            gettext_noop("undid %(player)s's check-in for tournament %(tournament)s"),
            ("player",),
        ),
    ),
    EventWords(
        ev.MemberLeftOut,
        of_member(gettext_noop("%(name)s had not checked in, and gets the entry fee back.")),
        notify(
            went,
            gettext_noop("%(tournament)s began without you: you had not checked in."),
            gettext_noop(
                "%(tournament)s began without you: you had not checked in, and %(chips)s "
                "%(unit)s were returned."
            ),
        ),
    ),
    EventWords(
        ev.EntryRemoved,
        _removed,
        notify(
            removed_before,
            gettext_noop("You were removed from %(tournament)s: %(reason)s"),
            gettext_noop(
                "You were removed from %(tournament)s (%(reason)s), and %(chips)s %(unit)s were "
                "returned."
            ),
        ),
        act=ActKind(
            gettext_noop("removed %(player)s from tournament %(tournament)s before the start"),
            ("player", "reason"),
        ),
    ),
    EventWords(
        ev.EntryAllowed,
        of_member(gettext_noop("%(name)s may enter again.")),
        notify(member(), gettext_noop("You may enter %(tournament)s again.")),
        act=ActKind(
            gettext_noop("let %(player)s enter tournament %(tournament)s again"), ("player",)
        ),
    ),
    EventWords(
        ev.MembersInvited,
        _invited,
        notify(from_list, gettext_noop("You are invited to enter %(tournament)s.")),
        act=ActKind(gettext_noop("invited %(players)s to tournament %(tournament)s"), ("players",)),
    ),
    EventWords(
        ev.InvitationTakenBack,
        _invitation_back,
        notify(member(), gettext_noop("Your invitation to %(tournament)s was taken back.")),
        act=ActKind(
            gettext_noop("took back %(player)s's invitation to tournament %(tournament)s"),
            ("player",),
        ),
    ),
    EventWords(
        ev.ReserveListed,
        of_member(gettext_noop("%(name)s is on the reserve list.")),
        notify(
            by_others(), gettext_noop("A director put you on the reserve list of %(tournament)s.")
        ),
        act=ActKind(
            gettext_noop("put %(player)s on the reserve list of tournament %(tournament)s"),
            ("player",),
        ),
    ),
    EventWords(
        ev.ReserveLeft,
        of_member(gettext_noop("%(name)s is no longer on the reserve list.")),
        notify(
            by_others(), gettext_noop("A director took you off the reserve list of %(tournament)s.")
        ),
        act=ActKind(
            gettext_noop("took %(player)s off the reserve list of tournament %(tournament)s"),
            ("player",),
        ),
    ),
    EventWords(
        ev.MemberLeft,
        of_member(gettext_noop("%(name)s withdrew and won't be seated in later rounds.")),
        notify(
            left,
            gettext_noop("A director withdrew you from %(tournament)s."),
            gettext_noop("%(who)s has withdrawn from %(tournament)s."),
        ),
    ),
    EventWords(
        ev.MemberRemoved,
        _removed,
        notify(member("reason"), gettext_noop("You were removed from %(tournament)s: %(reason)s")),
        act=ActKind(
            gettext_noop("removed %(player)s from tournament %(tournament)s"), ("player", "reason")
        ),
    ),
    EventWords(
        ev.MemberReturned,
        of_member(gettext_noop("%(name)s plays again from the next draw.")),
        notify(by_others(), gettext_noop("You play again in %(tournament)s, from the next draw.")),
        act=ActKind(
            gettext_noop("brought %(player)s back into tournament %(tournament)s"), ("player",)
        ),
    ),
    EventWords(
        ev.AbsenceAnnounced,
        of_member(gettext_noop("%(name)s sits out round %(round)d.")),
        notify(
            by_others("round"),
            gettext_noop(
                "A director has marked you as sitting out round %(round)s of %(tournament)s."
            ),
        ),
        act=ActKind(
            gettext_noop("let %(player)s sit out round %(round)s of tournament %(tournament)s"),
            ("player", "round"),
        ),
    ),
    EventWords(
        ev.AbsenceTakenBack,
        of_member(gettext_noop("%(name)s plays round %(round)d after all.")),
        notify(
            by_others("round"),
            gettext_noop("You play round %(round)s of %(tournament)s after all."),
        ),
        act=ActKind(
            gettext_noop(
                "let %(player)s play round %(round)s of tournament %(tournament)s after all"
            ),
            ("player", "round"),
        ),
    ),
    EventWords(
        ev.SeatGiven,
        _seat_given,
        notify(
            seat_given,
            gettext_noop(
                "%(tournament)s, round %(round)s: you are a substitute at table %(table)s, %(seat)s, "
                "from the next deal on."
            ),
            gettext_noop(
                "%(tournament)s: your seat at table %(table)s was given to somebody else (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: you have your seat at table %(table)s again, from the next deal on."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s: you play at table %(table)s, %(seat)s, from the next deal on."
            ),
            gettext_noop(
                "%(tournament)s: a new player will join your table (table %(table)s, %(seat)s) "
                "from the next deal on."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "set who sits at table %(table)s in round %(round)s of tournament %(tournament)s"
            ),
            ("round", "table", "reason"),
        ),
    ),
)
"""Their words, who is told, and whether they are acts of the staff."""

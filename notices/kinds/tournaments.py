"""What events of tournaments tell, to whom, in which words."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from notices.kinds.kind import Kind
from notices.recipients.tournaments import (
    by_others,
    cancelled,
    corrected,
    drawn,
    drawn_as_before,
    entered,
    entered_from_list,
    entrants,
    final,
    from_list,
    left,
    member,
    missing,
    removed_before,
    seat_given,
    went,
)

TOURNAMENTS: Final[dict[str, Kind]] = {
    "tournament.member-entered": Kind(
        entered,
        (
            gettext_noop("You were entered for %(tournament)s."),
            gettext_noop("You have entered for %(tournament)s. Entry fee in chips: %(chips)s."),
        ),
    ),
    "tournament.members-entered": Kind(
        entered_from_list,
        (
            gettext_noop("A director entered you for %(tournament)s."),
            gettext_noop(
                "A director entered you for %(tournament)s. Entry fee in chips: %(chips)s. "
                "If you have not asked for it, tell a director; until the start you can withdraw, and it comes back."
            ),
        ),
    ),
    "tournament.members-invited": Kind(
        from_list, (gettext_noop("You are invited to %(tournament)s, and may enter."),)
    ),
    "tournament.invitation-taken-back": Kind(
        member(), (gettext_noop("Your invitation to %(tournament)s was taken back."),)
    ),
    "tournament.member-withdrew": Kind(
        went,
        (
            gettext_noop("You were withdrawn from %(tournament)s."),
            gettext_noop(
                "You are no longer entered for %(tournament)s: %(chips)s chips came back."
            ),
        ),
    ),
    "tournament.member-checked-in": Kind(
        by_others(), (gettext_noop("A director noted for %(tournament)s that you are there."),)
    ),
    "tournament.check-in-undone": Kind(
        by_others(), (gettext_noop("A director noted for %(tournament)s that you are not there."),)
    ),
    "tournament.entry-removed": Kind(
        removed_before,
        (
            gettext_noop("You were removed from %(tournament)s: %(reason)s"),
            gettext_noop(
                "You were removed from %(tournament)s (%(reason)s), and %(chips)s chips came back."
            ),
        ),
    ),
    "tournament.entry-allowed": Kind(
        member(), (gettext_noop("You may enter %(tournament)s again."),)
    ),
    "tournament.reserve-listed": Kind(
        by_others(),
        (gettext_noop("A director put you on the reserve list of %(tournament)s."),),
    ),
    "tournament.reserve-left": Kind(
        by_others(),
        (gettext_noop("A director took you off the reserve list of %(tournament)s."),),
    ),
    "tournament.seat-given": Kind(
        seat_given,
        (
            gettext_noop(
                "%(tournament)s, round %(round)s: you sit in at table %(table)s, %(seat)s, from the next deal on."
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
                "%(tournament)s: the seat %(seat)s of your table %(table)s changes hands with the next deal."
            ),
        ),
    ),
    "tournament.member-left-out": Kind(
        went,
        (
            gettext_noop("%(tournament)s began without you: you had not checked in."),
            gettext_noop(
                "%(tournament)s began without you: you had not checked in, and %(chips)s chips came back."
            ),
        ),
    ),
    "tournament.member-left": Kind(
        left,
        (
            gettext_noop("A director withdrew you from %(tournament)s."),
            gettext_noop("%(who)s has withdrawn from %(tournament)s."),
        ),
    ),
    "tournament.member-removed": Kind(
        member("reason"), (gettext_noop("You were removed from %(tournament)s: %(reason)s"),)
    ),
    "tournament.member-returned": Kind(
        by_others(), (gettext_noop("You play again in %(tournament)s, from the next draw."),)
    ),
    "tournament.absence-announced": Kind(
        by_others("round"),
        (gettext_noop("A director noted that you sit out round %(round)s of %(tournament)s."),),
    ),
    "tournament.absence-taken-back": Kind(
        by_others("round"),
        (gettext_noop("You play round %(round)s of %(tournament)s after all."),),
    ),
    "tournament.round-drawn": Kind(
        drawn,
        (
            gettext_noop("%(tournament)s, round %(round)s: you sit at table %(table)s, %(seat)s."),
            gettext_noop(
                "%(tournament)s, round %(round)s: you play in the final, at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s: you play for the places behind the final, at table %(table)s, "
                "%(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s is drawn anew (%(reason)s). Now you sit at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s is drawn anew (%(reason)s). Now you play in the final, at table "
                "%(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s is drawn anew (%(reason)s). Now you play for the places behind the "
                "final, at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s is drawn anew (%(reason)s), and you do not play in it."
            ),
        ),
    ),
    "tournament.redraw-taken-back": Kind(
        drawn_as_before,
        (
            gettext_noop(
                "%(tournament)s, round %(round)s: the former draw stands again (%(reason)s). "
                "You sit at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s: the former draw stands again (%(reason)s), and you do not play in it."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s: the former draw stands again (%(reason)s), "
                "and by it somebody else has your seat at table %(table)s."
            ),
        ),
    ),
    "tournament.closed": Kind(
        final,
        (
            gettext_noop("%(tournament)s is closed. Your place: %(place)s."),
            gettext_noop(
                "%(tournament)s is closed. Your place: %(place)s, prize in chips: %(chips)s."
            ),
            gettext_noop("%(tournament)s is closed. You have no place in it."),
        ),
    ),
    "tournament.prizes-corrected": Kind(
        corrected,
        (
            gettext_noop(
                "A late ruling changed the standings of %(tournament)s. Your place now: %(place)s."
            ),
            gettext_noop(
                "A late ruling changed the prizes of %(tournament)s. "
                "Your place now: %(place)s; chips: %(chips)s."
            ),
            gettext_noop(
                "A correction changed the standings of %(tournament)s. Your place now: %(place)s."
            ),
            gettext_noop(
                "A correction changed the prizes of %(tournament)s. "
                "Your place now: %(place)s; chips: %(chips)s."
            ),
        ),
    ),
    "tournament.check-in-closed": Kind(
        missing,
        (
            gettext_noop(
                "The check-in of %(tournament)s is over, and you are not noted as there. Ask the director."
            ),
        ),
    ),
    "tournament.draw-given": Kind(
        entrants,
        (
            gettext_noop(
                "The tables of all rounds of %(tournament)s were given by hand. Check them before the start."
            ),
        ),
        by_mail=False,
    ),
    "tournament.appeal-opened": Kind(
        entrants,
        (
            gettext_noop(
                "The last deal of %(tournament)s is over. File a dispute before the time to appeal ends: "
                "then the prizes are paid."
            ),
        ),
    ),
    "tournament.cancelled": Kind(
        cancelled,
        (
            gettext_noop("%(tournament)s was cancelled: %(reason)s"),
            gettext_noop(
                "%(tournament)s was cancelled (%(reason)s), and %(chips)s chips came back."
            ),
        ),
    ),
}
"""The name of an event → whom it is told, in which words."""

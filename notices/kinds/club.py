"""Notices of deals, calls, members and the club: recipients and words."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from games.club.notices import NoticeKind
from games.engine.disputing.outcomes import RULINGS
from games.presenters.outcomes import OUTCOME_WORDS
from notices.recipients.club import (
    account,
    at_table,
    called,
    collection_removed,
    dispute_filed,
    disputed,
    held,
    merging,
    of_account,
    owners_of_alarm,
    pot_moved,
    ruled,
    seat,
    staff,
    table_closed,
    warned,
    words_removed,
)

_RULED: Final = (
    gettext_noop("A referee ruled on %(deal)s (%(section)s). Your %(unit)s do not change."),
    gettext_noop("A referee ruled on %(deal)s (%(section)s). Your %(unit)s: %(chips)s."),
    gettext_noop("A referee ruled on %(deal)s: %(outcome)s (%(section)s)."),
    gettext_noop(
        "A referee ruled on %(deal)s: %(outcome)s (%(section)s). Your %(unit)s: %(chips)s."
    ),
    gettext_noop("The appeal on %(deal)s was decided: %(outcome)s (%(section)s)."),
    gettext_noop(
        "The appeal on %(deal)s was decided: %(outcome)s (%(section)s). Your %(unit)s: %(chips)s."
    ),
    gettext_noop(
        "Your ruling on %(deal)s was appealed. Another referee decided: %(outcome)s (%(section)s)."
    ),
)
"""What a ruling is told in, where its outcome has no words of its own."""
CLUB: Final[dict[str, NoticeKind]] = {
    "club.alarm-raised": NoticeKind(
        owners_of_alarm,
        (
            gettext_noop(
                "The nightly check found differences: %(found)s. The first one concerns %(about)s. "
                "See the alarms for details."
            ),
        ),
    ),
    "club.limits-proposed": NoticeKind(
        staff,
        (
            gettext_noop(
                "An owner wants to raise a limit of the club. You can read the reason in the club rules; "
                "nothing has changed yet."
            ),
        ),
    ),
    "club.limits-signed": NoticeKind(
        staff, (gettext_noop("Two owners have raised a limit of the club."),)
    ),
    "club.limits-declined": NoticeKind(
        staff, (gettext_noop("An owner declined to raise the club's limits. Nothing changes."),)
    ),
    "club.limits-taken-back": NoticeKind(
        staff,
        (gettext_noop("The proposal to raise the club's limits was withdrawn. Nothing changes."),),
    ),
    "club.limits-ripened": NoticeKind(
        staff, (gettext_noop("The higher limits that an owner proposed a week ago now apply."),)
    ),
    "member.warned": NoticeKind(
        warned,
        (gettext_noop("You were given a warning at %(table)s (%(kind)s): %(reason)s"),),
    ),
    "member.warning-taken-back": NoticeKind(
        warned,
        (gettext_noop("Your warning (%(kind)s) was taken back: %(reason)s"),),
    ),
    "member.words-removed": NoticeKind(
        words_removed, (gettext_noop("Your note on %(deal)s was removed: %(reason)s"),)
    ),
    "member.collection-removed": NoticeKind(
        collection_removed,
        (gettext_noop("A collection that you had shared was removed: %(reason)s"),),
    ),
    "member.account-set": NoticeKind(
        of_account("changed", "is_open", "reason"),
        (gettext_noop("The staff changed your account (%(changed)s): %(reason)s"),),
    ),
    "member.password-set": NoticeKind(
        of_account("reason"),
        (gettext_noop("A staff member set a new password for you: %(reason)s"),),
    ),
    "member.second-factor-taken": NoticeKind(
        of_account(),
        (
            gettext_noop(
                "An owner removed your two-step login. You now log in with only your password."
            ),
        ),
    ),
    "member.merge-proposed": NoticeKind(
        merging,
        (
            gettext_noop(
                "An owner wants to merge your account with %(who)s, because both belong to you. "
                "Nothing happens until both accounts have confirmed it."
            ),
            gettext_noop(
                "An owner wants to merge the guest %(who)s with another account. A second "
                "person has to confirm it."
            ),
        ),
    ),
    "member.merge-declined": NoticeKind(
        merging,
        (gettext_noop("Your account was not merged with %(who)s, because somebody declined."),),
    ),
    "member.merge-taken-back": NoticeKind(
        merging,
        (
            gettext_noop(
                "Your account was not merged with %(who)s, because an owner took the proposal back."
            ),
        ),
    ),
    "member.merged": NoticeKind(
        merging,
        (
            gettext_noop("The account %(who)s was merged into yours, with its balance."),
            gettext_noop("Your account has been closed, because it was merged into %(who)s."),
        ),
    ),
    "member.table-closed": NoticeKind(
        table_closed, (gettext_noop("A director closed %(table)s: %(reason)s"),)
    ),
    "deal.seat-gone": NoticeKind(
        seat, (gettext_noop("The careful bot is playing for you in %(deal)s."),), False, True
    ),
    "deal.seat-unseen": NoticeKind(
        seat, (gettext_noop("The careful bot is playing for you in %(deal)s."),), False, True
    ),
    "deal.dispute-filed": NoticeKind(
        dispute_filed,
        (
            gettext_noop("A dispute was filed about %(deal)s, which you played in."),
            gettext_noop("A dispute was filed about %(deal)s."),
            gettext_noop(
                "Your discard in %(deal)s is disputed. You may answer once, before the referee rules."
            ),
        ),
    ),
    "deal.dispute-joined": NoticeKind(
        disputed,
        (gettext_noop("Another player has joined the dispute on the discard in %(deal)s."),),
    ),
    "deal.dispute-answered": NoticeKind(
        disputed,
        (gettext_noop("The player whose discard in %(deal)s is disputed has answered."),),
    ),
    "hold.set": NoticeKind(
        held,
        (
            gettext_noop(
                "%(held)s of your %(unit)s are held until the dispute on %(deal)s is decided (§10.7)."
            ),
            gettext_noop(
                "%(held)s of your %(unit)s are no longer held for the dispute on %(deal)s."
            ),
        ),
    ),
    "pot.given-back": NoticeKind(
        pot_moved,
        (
            gettext_noop(
                "%(chips)s %(unit)s: a ruling voided %(deal)s, so the pot won there is returned (§13.14)."
            ),
        ),
    ),
    "pot.taken-again": NoticeKind(
        pot_moved,
        (
            gettext_noop(
                "%(chips)s %(unit)s: %(deal)s is no longer void, so its winner gets the pot after "
                "all (§13.14)."
            ),
        ),
    ),
    "pot.shared-out": NoticeKind(
        pot_moved,
        (
            gettext_noop(
                "%(chips)s %(unit)s: a table has ended, and you got back what you paid into its pot "
                "(§13.14)."
            ),
        ),
    ),
    "deal.ruling-appealed": NoticeKind(
        disputed,
        (gettext_noop("The ruling on %(deal)s has been appealed. Another referee will decide."),),
    ),
    **{
        row.name: NoticeKind(ruled, OUTCOME_WORDS[outcome].notices or _RULED)
        for outcome, row in RULINGS.items()
    },
    "deal.ruling-proposed": NoticeKind(
        disputed,
        (gettext_noop("A ruling on %(deal)s is waiting for a second referee's signature."),),
    ),
    "deal.signature-refused": NoticeKind(
        disputed, (gettext_noop("A ruling proposed on %(deal)s was not signed."),)
    ),
    "deal.ruling-withdrawn": NoticeKind(
        ruled,
        (
            gettext_noop("A ruling on %(deal)s was withdrawn. Your %(unit)s do not change."),
            gettext_noop("A ruling on %(deal)s was withdrawn. Your %(unit)s: %(chips)s."),
            gettext_noop("Another referee withdrew your ruling on %(deal)s."),
        ),
    ),
    "call.made": NoticeKind(
        called, (gettext_noop("A referee has been called to %(table)s."),), False
    ),
    "call.taken": NoticeKind(
        at_table, (gettext_noop("A referee, %(who)s, is coming to %(table)s."),), False
    ),
    "call.answered": NoticeKind(
        at_table, (gettext_noop("The referee has answered at %(table)s: %(answer)s"),), False
    ),
    "member.joined": NoticeKind(
        account, (gettext_noop("Your account was opened. Your %(unit)s: %(chips)s."),)
    ),
    "member.chips-granted": NoticeKind(
        account,
        (
            gettext_noop("The club granted you %(unit)s: %(chips)s."),
            gettext_noop("The club granted you %(unit)s: %(chips)s (%(reason)s)."),
        ),
    ),
    "member.chips-taken-back": NoticeKind(
        account,
        (
            gettext_noop("The club took a grant back: %(chips)s."),
            gettext_noop("The club took a grant back: %(chips)s (%(reason)s)."),
        ),
    ),
}
"""The name of an event → whom it is told, in which words."""

"""What events of a tournament's results tell: real cards, disputes and rulings, corrections, conduct."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from notices.kinds.kind import Kind
from notices.recipients.tournaments import (
    at_drawn,
    contradicted,
    correction_unsigned,
    correction_waits,
    discard_ruled,
    member,
    sanctioned,
)

RESULTS: Final[dict[str, Kind]] = {
    "tournament.result-entered": Kind(
        at_drawn(),
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: the result of deal %(deal_number)s was entered. Confirm it."
            ),
        ),
        False,
    ),
    "tournament.result-contradicted": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: the result of deal %(deal_number)s is contradicted (%(reason)s)."
            ),
        ),
    ),
    "tournament.result-corrected": Kind(
        at_drawn("reason"),
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: a director corrected the result of deal %(deal_number)s (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-disputed": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: the penalty of deal %(deal_number)s is disputed (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-joined": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: another seat disputes the penalty of deal %(deal_number)s too"
                " (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-answered": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: who let the disputed card of deal %(deal_number)s go has answered"
                " (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-withdrawn": Kind(
        discard_ruled,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: a referee withdrew the ruling on deal %(deal_number)s (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s, table %(table)s: another referee withdrew your ruling on deal %(deal_number)s"
                " (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-ruled": Kind(
        discard_ruled,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: a referee ruled on the penalty of deal %(deal_number)s by %(section)s"
                " (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s, table %(table)s: your ruling on deal %(deal_number)s was appealed. Another referee"
                " decided by %(section)s (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-proposed": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: a ruling on deal %(deal_number)s waits for a second referee's"
                " signature (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-unsigned": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: the proposed ruling on deal %(deal_number)s was not signed"
                " (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-appealed": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: the ruling on deal %(deal_number)s is appealed (%(reason)s)."
            ),
        ),
    ),
    "tournament.deal-voided": Kind(
        at_drawn("reason"),
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: deal %(deal_number)s no longer counts (%(reason)s)."
            ),
        ),
    ),
    "tournament.voiding-taken-back": Kind(
        at_drawn("reason"),
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: deal %(deal_number)s counts after all (%(reason)s)."
            ),
        ),
    ),
    "tournament.correction-proposed": Kind(
        correction_waits,
        (
            gettext_noop(
                "%(tournament)s: a correction that moves prizes waits for a second person (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: a correction that moves prizes waits for a second director or referee to sign it"
                " (%(reason)s)."
            ),
        ),
    ),
    "tournament.correction-unsigned": Kind(
        correction_unsigned,
        (gettext_noop("%(tournament)s: a correction that waited is not made (%(reason)s)."),),
    ),
    "tournament.points-adjusted": Kind(
        member("points", "reason"),
        (gettext_noop("%(tournament)s: your points were adjusted by %(points)s (%(reason)s)."),),
    ),
    "tournament.adjustment-taken-back": Kind(
        member("points", "reason"),
        (
            gettext_noop(
                "%(tournament)s: the adjustment of your points by %(points)s was taken back (%(reason)s)."
            ),
        ),
    ),
    "tournament.sanctioned": Kind(
        sanctioned,
        (
            gettext_noop(
                "%(tournament)s: report %(number)s on you, %(kind)s: warning (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: report %(number)s on you, %(kind)s: %(points)s points are taken (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: report %(number)s on you, %(kind)s: the director is asked to remove you (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: a referee asks you to remove a member, %(kind)s, report %(number)s (%(reason)s)."
            ),
        ),
    ),
    "tournament.sanction-taken-back": Kind(
        member("number", "kind", "reason"),
        (
            gettext_noop(
                "%(tournament)s: report %(number)s on you, %(kind)s, was taken back (%(reason)s)."
            ),
        ),
    ),
}

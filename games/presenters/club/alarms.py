"""Describes alarms: what was found, and what an owner can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, gettext_noop

from games.club.events import AlarmKind
from games.club.state import Alarm
from games.common.joints import with_brackets
from games.models import Player
from games.presenters.club.codes import with_names
from games.queries.club.house import open_alarms

SENTENCES: Final[dict[str, str]] = {
    AlarmKind.COMMITMENT_BROKEN: gettext_noop(
        "The shuffle of %(subject)s at table %(table)s does not match what was fixed "
        "beforehand: its secret or a seed was changed in the database, or the key for the "
        "deals' secrets is missing. If its cards have not been dealt yet, they never will be."
    ),
    AlarmKind.SECOND_FACTOR_RESET: gettext_noop(
        "Two-step login of member %(player)s was removed by %(by)s. Ask them both whether "
        "this was intended."
    ),
    AlarmKind.SECOND_FACTOR_ENROLLED: gettext_noop(
        "Member %(player)s, who is on the staff, has set up two-step login. Ask whether it "
        "was really that member: until then the password alone was enough."
    ),
    AlarmKind.PASSWORD_SET: gettext_noop(
        "The password of member %(player)s was set or removed by member %(by)s, who could "
        "then log in as that member. Ask the member whether this was intended."
    ),
    AlarmKind.SEAL_REFUSED: gettext_noop(
        "The log differs from what was signed, so no new checkpoints are being signed. Problems "
        "found: %(found)s. The first one: %(first)s Restore the log, or explain on its page why "
        "it is right as it is."
    ),
    AlarmKind.SEAL_BEGUN_ANEW: gettext_noop(
        "The log's tree was started again although the club is older, so nothing proves the "
        "earlier history. This is normal once, after the update that introduced the tree: in "
        "that case, answer the alarm by naming the update. At any other time somebody has wiped "
        "it: compare it with a kept checkpoint, a receipt or a witness."
    ),
    AlarmKind.LOG_BROKEN: gettext_noop(
        "The nightly check of the log found problems (%(found)s), the first: %(first)s Run "
        "verify_log, and see docs/operations.md."
    ),
    AlarmKind.CODES_GUESSED: gettext_noop(
        "%(wrong)s wrong table codes were tried within %(minutes)s minutes, so somebody "
        "seems to be guessing. Until this stops, people without an account cannot join with "
        "a code. Look in the web server's log for the addresses, and block them there."
    ),
    AlarmKind.CLOCK_STEPPED: gettext_noop(
        "The computer's clock was changed by %(seconds)d s. Deals continued, and nobody "
        "lost time. Make sure that the computer sets its clock by NTP."
    ),
}
"""Kind of alarm → its sentence, with `%(subject)s` and the names of its facts."""


@dataclass(frozen=True, slots=True)
class ShownAlarm:
    """An alarm as the owner's page shows it."""

    number: int
    at: datetime
    sentence: str


def shown_alarms() -> list[ShownAlarm]:
    """Return the open alarms, oldest first."""
    alarms = open_alarms()
    named = {one.raised.facts.get(fact) for one in alarms for fact in _PEOPLE}
    people = Player.objects.in_bulk(pk for pk in named if isinstance(pk, int))
    return [ShownAlarm(one.number, one.at, _sentence_of(one, people)) for one in alarms]


_PEOPLE: Final = ("player", "by")
"""Facts that are a member's number; 0 is whoever runs the machine."""


def _sentence_of(alarm: Alarm, people: Mapping[int, Player]) -> str:
    """Return the alarm as a sentence, or its kind and subject if no sentence fits it."""
    raised = alarm.raised
    facts = {"subject": raised.subject, **raised.facts}
    for fact in _PEOPLE:
        pk = facts.get(fact)
        if isinstance(pk, int) and pk in people:
            facts[fact] = with_brackets(people[pk], people[pk].username)
        elif pk == 0:
            facts[fact] = gettext("somebody at the club's computer")
    try:
        return with_names(gettext(SENTENCES[raised.kind]) % facts)
    except (KeyError, TypeError, ValueError):  # stored for good, and to be answered all the same
        return f"{raised.kind} {raised.subject}".strip()

"""What the terms are called that a director corrects, and what they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.presenters import terms
from games.presenters.people.ratings import rules_name
from games.queries.play.participants import names_of
from tournaments.engine.correction_events import Setting, SettingCorrected
from tournaments.models import Tournament
from tournaments.presenters.page.tie_breaks import tie_breaks_in_words

SETTING_NAMES: Final = {
    "name": gettext_noop("Name"),
    "rules": gettext_noop("Rules"),
    "rounds": gettext_noop("Rounds"),
    "deals_per_round": gettext_noop("Deals in a round"),
    "round_minutes": gettext_noop("Minutes of a round"),
    "wait_minutes": gettext_noop("Minutes from the draw to the round"),
    "late_until": gettext_noop("Late entry until round"),
    "filler": gettext_noop("Bots in empty seats"),
    "fill_to": gettext_noop("Fill up with bots to"),
    "seconds_per_move": gettext_noop("Seconds per move"),
    "bank_seconds": gettext_noop("Bank in seconds"),
    "spectator_delay": gettext_noop("Who looks on sees the tables"),
    "least_members": gettext_noop("Least members to start"),
    "admits": gettext_noop("Who may enter"),
    "check_in": gettext_noop("Members check in before the start"),
    "check_in_ends": gettext_noop("Check-in ends, minutes before the start"),
    "final_rounds": gettext_noop("Rounds of the final"),
    "finalists": gettext_noop("Finalists"),
    "counts_for_player": gettext_noop("Each deal counts for who played it"),
    "tie_breaks": gettext_noop("Equal points are decided by"),
    "format": gettext_noop("Format"),
    "series": gettext_noop("Series"),
    "series_best": gettext_noop("Best tournaments that count in the series"),
    "duplicate": gettext_noop("Duplicate: all tables play the same deals"),
    "entry_fee": gettext_noop("Entry fee in chips"),
    "club_pays": gettext_noop("The club pays the entry fees"),
    "prize_sums": gettext_noop("Fixed prizes in chips"),
    "prize_shares": gettext_noop("Prize shares in percent"),
    "appeal_minutes": gettext_noop("Minutes to appeal"),
    "ruling_hours": gettext_noop("Hours to rule"),
}
"""What the terms are called that can be corrected."""


def setting_words(event: SettingCorrected) -> str:
    """Which term says what now, what it said before, and why."""
    return _("%(term)s: %(new)s instead of %(old)s: %(reason)s") % {
        "term": _(SETTING_NAMES[event.setting]),
        "old": value_words(event.setting, event.old),
        "new": value_words(event.setting, event.new),
        "reason": event.reason,
    }


def terms_in_words(terms: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What terms are called and what they say, in the order of `SETTING_NAMES`."""
    return [
        (_(words), value_words(name, _as_term(terms[name])))
        for name, words in SETTING_NAMES.items()
        if name in terms
    ]


def _as_term(value: Any) -> Setting:
    return tuple(value) if isinstance(value, list) else value


def value_words(setting: str, value: Setting) -> str:
    """What a term of this name says."""
    known: Any = value
    if setting == "spectator_delay":
        return str(terms.UNWATCHED if known is None else terms.DELAYS.get(known, known))
    if setting == "rules":
        return rules_name(known)
    if setting == "filler":
        (name,) = names_of([known])
        return name
    if setting == "tie_breaks":
        return tie_breaks_in_words(known)
    if setting == "format":
        return str(Tournament.Format(known).label)
    if setting == "admits":
        return str(Tournament.Admits(known).label)
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return (" / ".join(map(str, value)) or "–") if isinstance(value, tuple) else str(value)

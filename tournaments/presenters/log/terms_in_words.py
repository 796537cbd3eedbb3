"""Writes the values of a tournament's terms in words: for its page, its log, and those who sign a correction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from games.common.joints import listed
from games.presenters import terms
from games.presenters.sentences import rules_name
from games.queries.play.participants import names_of
from tournaments.engine.correcting.correction_events import Setting, SettingCorrected
from tournaments.engine.terms import DEFAULTS, Terms
from tournaments.models import Standing
from tournaments.presenters.log.term_words import CHOICES, TERM_WORDS


def setting_words(event: SettingCorrected) -> str:
    """Return the correction of a term in words: its name, the new and old value, and the reason."""
    return gettext("%(term)s: %(new)s instead of %(old)s: %(reason)s") % {
        "term": TERM_WORDS[event.setting].label,
        "old": value_words(event.setting, event.old),
        "new": value_words(event.setting, event.new),
        "reason": event.reason,
    }


def terms_in_words(said: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the name and value of each of these terms in words, in the order of `TERM_WORDS`."""
    return [
        (str(words.label), value_words(name, _as_term(said[name])))
        for name, words in TERM_WORDS.items()
        if name in said
    ]


def listed_terms(said: Terms) -> list[tuple[str, str]]:
    """Return the name and value of terms to list on the tournament's page.

    Terms with a sentence elsewhere on the page, and those that have their default, are left out.
    """
    return terms_in_words(
        {
            name: value
            for name, words in TERM_WORDS.items()
            if words.listed and (value := getattr(said, name)) != DEFAULTS.get(name)
        }
    )


def _as_term(value: Any) -> Setting:
    return tuple(value) if isinstance(value, list) else value


def value_words(setting: str, value: Setting) -> str:
    """Return the value of a term in words."""
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
    if setting in CHOICES:
        return str(CHOICES[setting](known).label)
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return (" / ".join(map(str, value)) or "–") if isinstance(value, tuple) else str(value)


def break_words(one: str) -> str:
    """Return the name of a tie-break, as in the standings."""
    return str(Standing.SettledBy(one).label)


def tie_breaks_in_words(chosen: Iterable[str]) -> str:
    """Return the names of the tie-breaks, in order, or a phrase that there are none."""
    words = listed(map(break_words, chosen))
    return words or gettext("none: tied members share the place")

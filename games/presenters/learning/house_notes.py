"""Writes notes on how the steps of a lesson differ under other rules than the lesson's own (§13)."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import urlencode

from games.common.joints import said_of
from games.engine.rules import RuleSet
from games.lessons import LESSONS
from games.presenters.club.how_we_play import SETS, facts_of
from games.presenters.club.rule_sets import GROUPS, OPTION_WORDS, has_effect, value_words
from games.presenters.sentences import rules_name
from games.queries.club.house import offered_rules

_SCORED: Final = tuple(SETS)
_PAID: Final = tuple(
    name for name, words in OPTION_WORDS.items() if words.group == "paid" and name != "penalty"
)
"""What is paid, but for the penalty, which has a step of its own."""
_DRAWN: Final = ("drawn_king", "unclaimed_draw")
_PAIR: Final = ("pair_claim", "pair_waived_when_waiting", "king_triples")
TAUGHT: Final[dict[str, tuple[str, ...]]] = {
    "welcome": ("stock_limit", "starter_after_draw"),
    "welcome-4sac": ("stock_limit", "starter_after_draw"),
    "khap": ("khap", "khaps_announced"),
    "khap-4sac": ("khap", "khaps_announced"),
    "chow": ("king_guard_minister", "rook_cannon_knight"),
    "pawns": ("three_pawns", "four_pawns"),
    "discard": ("discards",),
    "discard-4sac": ("discards",),
    "meld": ("melds",),
    "after-meld": ("win_claim",),
    "pass": _DRAWN,
    "hit-4sac": ("unclaimed_draw",),
    "king": _DRAWN,
    "points": _SCORED,
    "points-4sac": _SCORED,
    "payment": _PAID,
    "payment-4sac": _PAID,
    "quan": ("quan",),
    "khui": ("khap_claim", "khui"),
    "pair": _PAIR,
    "worst": ("penalty",),
    "one-short": ("penalty",),
    "penalty": ("penalty",),
    "triple": (*_PAIR, "exposed_triple", "melds"),
    "kong": ("khap_claim", "khui"),
    "win": ("win_claim", "fourth_to_exposed_triple"),
}
"""The options that a step teaches, by its key."""


class OtherRules(NamedTuple):
    """A rule set without a lesson of its own, as shown in the list of lessons."""

    name: str
    lesson: str
    """The lesson that is played for it."""
    query: str
    """What its addresses end with."""


def lesson_for(rules: RuleSet) -> str:
    """Return the key of the nearest lesson: the preset's own, or else one where pairs take cards in the same way."""
    if rules.key in LESSONS:
        return rules.key
    return "4sac" if rules.pair_claim == "offered" else "vinagames"


def query_of(rules: RuleSet | None) -> str:
    """Return the query that names this rule set in a lesson's address: ``?rules=…``.

    Empty if the rule set has its own lesson, or for None.
    """
    if rules is None or rules.key in LESSONS:
        return ""
    return "?" + urlencode({"rules": rules.key})


def other_rules() -> tuple[OtherRules, ...]:
    """Return the rule sets that the club offers but that have no lesson of their own."""
    return tuple(
        OtherRules(rules_name(rules), lesson_for(rules), query_of(rules))
        for key, rules in offered_rules().items()
        if key not in LESSONS
    )


def notes_of(step: str, taught: RuleSet, played: RuleSet) -> tuple[str, ...]:
    """Return a sentence for each thing taught in a step that differs under the rules being played."""
    names = [
        name
        for name in TAUGHT.get(step, ())
        if getattr(taught, name) != getattr(played, name) and has_effect(played, name)
    ]
    if names and set(names) <= set(_PAID):
        paid = next(one for one in facts_of(played) if one.heading == GROUPS["paid"])
        penalty = str(value_words("penalty", played.penalty))  # a step of its own
        return tuple(fact for fact in map(str, paid.facts) if fact != penalty)
    return tuple(_said(name, getattr(played, name)) for name in names)


def _said(name: str, value: object) -> str:
    """Return an option's value as a sentence, or for a number as the option's label and the number."""
    words = OPTION_WORDS[name]
    return str(value_words(name, value)) if words.values else said_of(words.label, value)

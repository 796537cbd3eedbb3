"""Translates outcomes (`games.engine.disputing.outcomes`) to and from their names in real-card events and forms."""

from __future__ import annotations

from typing import Final

from games.engine.disputing.outcomes import RULINGS, Outcome, Ruling

_SHORTER: Final = {"void": Outcome.VOIDED}
"""The one name that is neither `yes`, `no` nor the outcome's own."""


def outcome_of(name: str, judged: bool) -> Outcome:
    """Return the outcome with this stored name.

    `yes` and `no` say whether the penalty is paid, so their outcome depends on ``judged``: whether the engine judged
    that there is one.
    """
    if name in ("yes", "no"):
        return Outcome.UPHELD if (name == "yes") == judged else Outcome.REVERSED
    return _SHORTER.get(name) or Outcome(name)


def name_of_outcome(outcome: Outcome, judged: bool) -> str:
    """Return the name of an outcome in the log and forms of real cards."""
    if outcome in (Outcome.UPHELD, Outcome.REVERSED):
        return "yes" if RULINGS[outcome].penalty(judged) else "no"
    return next((name for name, one in _SHORTER.items() if one is outcome), outcome.value)


NAMES: Final = frozenset(name_of_outcome(outcome, judged=True) for outcome in Outcome)
"""The stored names of all outcomes."""


def outcome_said(penalty: bool, *, shared: bool = False, void: bool = False) -> str:
    """Return the name of the outcome that the flags ``penalty``, ``shared`` and ``void`` describe.

    Empty if the flags contradict each other. API requests may have these flags, and events from before format 4 have
    them.
    """
    if (shared and not penalty) or (void and penalty):
        return ""
    return "void" if void else "shared" if shared else "yes" if penalty else "no"


def row_of(name: str) -> Ruling:
    """Return the `Ruling` of the outcome with this name, as for a discard that the engine judged to be penalised."""
    return RULINGS[outcome_of(name, judged=True)]

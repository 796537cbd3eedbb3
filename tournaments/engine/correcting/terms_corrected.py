"""Decides on corrections of terms not yet in effect, and of the terms that depend on them (decision 0207).

The functions work like those in `decisions`: they return the events that follow from the state, or raise
`TournamentRefused`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from tournaments.engine.announcing import decide_create
from tournaments.engine.correcting.correction_events import Setting, SettingCorrected
from tournaments.engine.decisions import Events
from tournaments.engine.duplicate import check_cardboard, decide_commit_deals
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.people.entries import checked_reason
from tournaments.engine.real_cards.entered_results import MOST_TABLES, marked
from tournaments.engine.scoring.prizes import check_paid
from tournaments.engine.state import Status, TournamentState
from tournaments.engine.terms import TERMS, Format, Until


def correctable(state: TournamentState) -> tuple[str, ...]:
    """Return the terms that can still be corrected."""
    return tuple(name for name in TERMS if not _in_effect(state, name))


def decide_correct_settings(
    state: TournamentState,
    *,
    settings: Mapping[str, Setting],
    reason: str,
    director: int,
    known_rules: Collection[str] = (),
    known_fillers: Collection[str] = (),
    root: str | None = None,
) -> Events:
    """Change terms not yet in effect; skip values that stay the same.

    All terms together are checked as in an announcement, with the same ``known_rules`` and ``known_fillers``; terms
    that depend on a changed term are set with it. A tournament that becomes a duplicate binds its deals to ``root``.
    """
    reason = checked_reason(reason)
    old = state.options
    if any(name not in TERMS for name in settings):
        raise TournamentRefused("tournament.no-such-setting")
    changed: dict[str, Any] = {
        name: new for name, new in settings.items() if getattr(old, name) != new
    }
    for name in changed:
        if why := _in_effect(state, name):
            raise TournamentRefused(why)
    together = replace(old, **changed)
    if changed.keys() & {"entry_fee", "prize_sums"}:
        check_paid(together.prize_sums, together.entry_fee)
    if together.rounds < len(state.rounds):
        raise TournamentRefused("tournament.rounds-drawn", rounds=len(state.rounds))
    fixed = together.format == Format.FIXED
    if fixed and state.given and together.rounds > len(state.given):
        raise TournamentRefused("tournament.given-rounds", rounds=len(state.given))
    (created,) = decide_create(
        together,
        director=old.director,
        known_rules={*known_rules, old.rules},
        known_fillers={*known_fillers, old.filler},
    )
    if changed.get("check_in_ends") is not None and together.check_in and not state.starts_at:
        raise TournamentRefused("tournament.check-in-no-start")
    corrected = tuple(
        SettingCorrected(name, getattr(old, name), new, reason, director)
        for name in TERMS
        if (new := getattr(created, name)) != getattr(old, name)
    )
    return (*corrected, *_deals_bound(state, root)) if changed.get("duplicate") else corrected


def _deals_bound(state: TournamentState, root: str | None) -> Events:
    """Return the event that commits the deals of a tournament that becomes a duplicate.

    No events if the deals are committed already. Raises `TournamentRefused` if it is too late to prove that nobody
    chose the deals, or if tables play with real cards.
    """
    marks = [one for one in state.marks if one.cardboard]
    real = any(marked(state.marks, one.first, one.table or MOST_TABLES) for one in marks)
    check_cardboard(duplicate=True, cardboard=real)
    if state.deals_bound is not None:
        return ()
    if state.entrants or state.reserves:
        raise TournamentRefused("tournament.duplicate-too-late")
    if state.bound_draws == 1 or root is None:
        raise TournamentRefused("tournament.duplicate-unbound")
    made = replace(state, options=replace(state.options, duplicate=True))
    return decide_commit_deals(made, root=root)


def _in_effect(state: TournamentState, setting: str) -> str | None:
    """Return the code of the refusal if a term can no longer be changed, otherwise None."""
    until = TERMS[setting].until
    if state.status is Status.CANCELLED:
        return "tournament.cancelled"
    if until is Until.ALWAYS:
        return None
    if state.status is Status.CLOSED:
        return "tournament.closed"
    if setting in ("final_rounds", "finalists") and state.options.format != Format.GROUPS:
        return "tournament.no-such-setting"
    if setting == "spectator_delay" and state.options.duplicate:
        return "tournament.no-such-setting"
    if setting == "fill_to" and state.options.format == Format.FIXED:
        return "tournament.no-such-setting"  # the bots' seats are given with the others
    if until is Until.ENTRY and state.entrants:
        return "tournament.entered-by-terms"
    if until in (Until.START, Until.CHECK_IN) and state.status is not Status.OPEN:
        return "tournament.already-started"
    if until is Until.CHECK_IN and state.check_in_closed:
        return "tournament.check-in-ended"
    last = state.status is Status.RUNNING and len(state.rounds) >= state.options.rounds
    if until is Until.NEXT_DRAW and last and (setting != "rounds" or not state.outstanding()):
        return "tournament.last-round-drawn-terms"
    return None

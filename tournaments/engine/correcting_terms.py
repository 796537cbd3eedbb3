"""Terms of a tournament corrected: which have not taken effect, and what is corrected with them (decision 0207).

The functions are as those of `decisions`: given the state they say what happens, or raise `TournamentRefused`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from typing import Any, Final

from tournaments.engine.announcing import decide_create
from tournaments.engine.correction_events import Setting, SettingCorrected
from tournaments.engine.decisions import Events
from tournaments.engine.duplicate import check_cardboard, decide_commit_deals
from tournaments.engine.entries import checked_reason
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentCreated
from tournaments.engine.formats import Format
from tournaments.engine.paper import MOST_TABLES, marked
from tournaments.engine.state import Status, TournamentState

_FROM: Final[Mapping[str, str]] = {
    "name": "end",
    "rules": "start",
    "rounds": "next-draw",
    "deals_per_round": "next-draw",
    "late_until": "next-draw",
    "fill_to": "next-draw",
    "seconds_per_move": "next-draw",
    "bank_seconds": "next-draw",
    "spectator_delay": "next-draw",
    "round_minutes": "next-draw",
    "wait_minutes": "next-draw",
    "filler": "start",
    "least_members": "start",
    "admits": "start",
    "check_in": "check-in",
    "check_in_ends": "check-in",
    "tie_breaks": "start",
    "counts_for_player": "start",
    "format": "start",
    "series": "start",
    "series_best": "start",
    "duplicate": "start",
    "final_rounds": "start",
    "finalists": "start",
    "entry_fee": "entry",
    "club_pays": "entry",
    "prize_sums": "entry",
    "prize_shares": "entry",
    "appeal_minutes": "entry",
    "ruling_hours": "end",
}
"""What can be corrected, and until when: end, last draw, start, end of the check-in, first entry."""


SETTINGS: Final = tuple(_FROM)
"""The names of the terms that can be corrected, in the order in which they are shown."""


def correctable(state: TournamentState) -> tuple[str, ...]:
    """The terms that have not taken effect."""
    return tuple(name for name in SETTINGS if not _in_effect(state, name))


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
    """Change terms that have not taken effect; those that say what they said before are passed over.

    All terms together are judged as in an announcement, with the same ``known_rules`` and ``known_fillers``; a term
    that another one rules out is set with it. What becomes a duplicate binds its deals to ``root``.
    """
    reason = checked_reason(reason)
    old: dict[str, Any] = {
        field.name: getattr(state.options, field.name) for field in fields(TournamentCreated)
    }
    if any(name not in _FROM for name in settings):
        raise TournamentRefused("tournament.no-such-setting")
    changed = {name: new for name, new in settings.items() if old[name] != new}
    for name in changed:
        if why := _in_effect(state, name):
            raise TournamentRefused(why)
    together = {**old, **changed}
    if together["rounds"] < len(state.rounds):
        raise TournamentRefused("tournament.rounds-drawn", rounds=len(state.rounds))
    fixed = together["format"] == Format.FIXED
    if fixed and state.given and together["rounds"] > len(state.given):
        raise TournamentRefused("tournament.given-rounds", rounds=len(state.given))
    (created,) = decide_create(
        **together,
        known_rules={*known_rules, old["rules"]},
        known_fillers={*known_fillers, old["filler"]},
    )
    if changed.get("check_in_ends") is not None and together["check_in"] and not state.starts_at:
        raise TournamentRefused("tournament.check-in-no-start")
    said = {name: getattr(created, name) for name in _FROM}
    corrected = tuple(
        SettingCorrected(name, old[name], new, reason, director)
        for name, new in said.items()
        if new != old[name]
    )
    return (*corrected, *_deals_bound(state, root)) if changed.get("duplicate") else corrected


def _deals_bound(state: TournamentState, root: str | None) -> Events:
    """What binds the deals of a tournament that becomes a duplicate, unless they are bound already (`duplicate`).

    Raises `TournamentRefused` where that would be too late to prove that nobody chose them, and for real cards.
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
    """The code of the refusal where a term has taken effect."""
    if state.status is Status.CLOSED:
        return "tournament.closed"
    if state.status is Status.CANCELLED:
        return "tournament.cancelled"
    if setting in ("final_rounds", "finalists") and state.options.format != Format.GROUPS:
        return "tournament.no-such-setting"
    if setting == "spectator_delay" and state.options.duplicate:
        return "tournament.no-such-setting"
    if setting == "fill_to" and state.options.format == Format.FIXED:
        return "tournament.no-such-setting"  # the bots' seats are given with the others
    until = _FROM[setting]
    if until == "entry" and state.entrants:
        return "tournament.entered-by-terms"
    if until in ("start", "check-in") and state.status is not Status.OPEN:
        return "tournament.already-started"
    if until == "check-in" and state.check_in_closed:
        return "tournament.check-in-ended"
    every = len(state.rounds) >= state.options.rounds and not state.outstanding()
    last_is_over = state.status is Status.RUNNING and (state.open_round is None or every)
    if until == "next-draw" and (
        last_is_over or (setting != "rounds" and len(state.rounds) >= state.options.rounds)
    ):
        return "tournament.last-round-drawn-terms"
    return None

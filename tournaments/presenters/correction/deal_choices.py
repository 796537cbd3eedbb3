"""A deal of a tournament with everything that can be done about its result, and what that changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player
from games.presenters.amounts import minus
from games.presenters.effects import place_words
from games.queries.behalf import StandingsLine
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.people.seats import holders_of
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Status, TournamentState
from tournaments.presenters.cardboard.draft import Draft
from tournaments.presenters.cardboard.results import result_page

_MOST: Final = 12
"""Members of whom it is said what changes; of a large tournament a deal can move hundreds by a place."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """The effect of a correction on a member's line in the standings."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DealChoices:
    """A played deal, its result, and what can be done about it."""

    round: int
    table: int
    number: int
    """Of the deal at its table."""
    words: str
    """The result, in a sentence."""
    nets: tuple[tuple[str, int], ...]
    """Each seat's name, and what the deal brought."""
    voided: bool
    contradiction: str
    """Who contradicts the result, and why; empty if nobody does."""
    enter_again: str
    """The address at which it is entered again; empty where that is not offered."""
    table_page: str
    """Where a director decides at a table with real cards; empty at a table on screens."""
    changes: tuple[ChangeLine, ...]
    """What voiding it changes, or counting it again."""
    more: str
    """How many lines of `changes` are left out, in words."""
    adjusts: bool
    """Whether points of a member can be adjusted instead."""


def deal_choices(tournament_id: int, deal_id: int, viewer: Player) -> DealChoices | None:
    """Return the possible actions on the result of a deal; None if it has no result."""
    state = queries.current(tournament_id).state
    found = state.find_deal(deal_id)
    if found is None:
        return None
    number, table, score = found
    drawn = state.rounds[number - 1].tables[table - 1]
    voided = score in drawn.voided
    names = names_of(holders_of(drawn, score.number))
    again = contradiction = decide = ""
    if score.paper is not None:
        place = (tournament_id, number, table)
        page = result_page(*place, viewer, Draft(), directs=True, correct=deal_id, asked={})
        decide = reverse("decide-result", args=place) + f"#deal-{score.number}"
        if page.correcting is not None:
            again = reverse("decide-result", args=place) + f"?correct={deal_id}#entry"
        if score.paper.contradicted_by is not None:
            facts = {
                "name": names[score.paper.contradicted_by],
                "reason": score.paper.contradiction,
            }
            contradiction = _("%(name)s says that it is wrong: %(reason)s") % facts
    changes = _changes(tournament_id, deal_id, state, voided=voided)
    left = max(len(changes) - _MOST, 0)
    return DealChoices(
        *(number, table, score.number),
        _words(score, names),
        tuple(zip(names, score.net, strict=True)),
        voided,
        contradiction,
        again,
        decide,
        changes[:_MOST],
        ngettext("and %(count)d more", "and %(count)d more", left) % {"count": left}
        if left
        else "",
        state.status is not Status.CANCELLED,
    )


def _words(score: DealScore, names: tuple[str, ...]) -> str:
    if score.winner is None:
        return _("Nobody won.")
    facts = {"name": names[score.winner], "points": score.points}
    said = ngettext(
        "%(name)s won with %(points)d point.",
        "%(name)s won with %(points)d points.",
        score.points,
    )
    if score.penalised is not None:
        paid = _("%(name)s paid the penalty.") % {"name": names[score.penalised]}
        return f"{said % facts} {paid}"
    return said % facts


def _changes(
    tournament_id: int, deal_id: int, state: TournamentState, *, voided: bool
) -> tuple[ChangeLine, ...]:
    both = queries.standings_without(tournament_id, deal_id, voided=voided, now=timezone.now())
    if both is None:
        return ()
    prizes = state.status is Status.CLOSED
    before, after = ({row.participant: _line(row, prizes=prizes) for row in rows} for rows in both)
    moved = [label for label, said in before.items() if after.get(label, said) != said]
    return tuple(
        ChangeLine(name, before[label], after[label])
        for label, name in zip(moved, names_of(moved), strict=True)
    )


def _line(row: StandingsLine, *, prizes: bool) -> str:
    said = place_words(row)
    if not prizes:
        return said
    return _("%(place)s, prize %(prize)s") % {"place": said, "prize": minus(row.prize)}

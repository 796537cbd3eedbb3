"""Queries for the stored analyses of deals, and for the progress of analysing a whole tournament."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import F, Func, IntegerField, QuerySet
from django.utils.module_loading import import_string

from games.errors import Refused
from games.queries.play.deals import recorded_deals
from replays.analysis.whole import ENGINE
from replays.models import Analysis, TournamentAnalysis
from replays.models.analyses import STILL


def analysis_of(deal_id: int) -> Analysis | None:
    """Return a deal's stored analysis by the current engine; None if there is none."""
    return Analysis.objects.filter(pk=deal_id, engine=ENGINE).first()


def first_in_line() -> Analysis | None:
    """Return the analysis that workers continue next: the earliest requested unfinished one."""
    return Analysis.objects.filter(asked_at__isnull=False).order_by("asked_at", "pk").first()


def ahead_of(kept: Analysis) -> int:
    """Return how many unfinished analyses were requested before this one; workers continue those first."""
    return Analysis.objects.filter(asked_at__lt=kept.asked_at).count() if kept.asked_at else 0


class _Length(Func):
    """The number of elements of a JSON array."""

    function = "json_array_length"
    output_field = IntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Compile for the JSON type of PostgreSQL."""
        return self.as_sql(compiler, connection, function="jsonb_array_length", **context)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many deals of a tournament are analysed, and how many there are."""

    name: str
    """The tournament's."""
    done: int
    total: int
    """Its deals that are over and can be analysed."""
    run: TournamentAnalysis | None
    """What was asked for; None where nobody has."""

    @property
    def state(self) -> str:
        """The state of the request: `running`, `stopped` or `finished`; empty if nobody requested the analyses."""
        return "" if self.run is None else self.run.state


def deals_to_analyse(tournament_id: int) -> list[int]:
    """Return the ids of the tournament's finished deals that members may open, the oldest first."""
    return recorded_deals(tournament_id, imported=False, called_off=False)


def analysed(tournament_id: int) -> frozenset[int]:
    """Return which of the tournament's deals have a complete analysis by the current engine."""
    rows = _analyses(tournament_id).annotate(made=_Length("parts")).filter(made__gte=F("total"))
    return frozenset(rows.values_list("pk", flat=True))


def begun_elsewhere(tournament_id: int, now: datetime) -> frozenset[int]:
    """Return the ids of the tournament's deals whose analysis, finished or not, was requested or continued lately."""
    rows = _analyses(tournament_id).filter(touched_at__gt=now - STILL)
    return frozenset(rows.values_list("pk", flat=True))


def _analyses(tournament_id: int) -> QuerySet[Analysis]:
    behalf = f"tournament-{tournament_id}/"
    return Analysis.objects.filter(engine=ENGINE, deal__table__origin__startswith=behalf)


def progress_of(tournament_id: int) -> Progress:
    """Return the progress of a tournament's analyses. Raises Refused("analysis.no-tournament")."""
    name = tournament_named(tournament_id)
    deals = deals_to_analyse(tournament_id)
    done = len(analysed(tournament_id).intersection(deals))
    run = TournamentAnalysis.objects.select_related("asked_by").filter(pk=tournament_id).first()
    return Progress(name, done, len(deals), run)


def tournament_named(tournament_id: int) -> str:
    """Return the tournament's name. Raises Refused("analysis.no-tournament") if there is none."""
    if tournament_id >= 2**63:
        raise Refused("analysis.no-tournament")
    named: dict[int, str] = import_string(settings.TUSAC_TOURNAMENT_NAMES)([tournament_id])
    if tournament_id not in named:
        raise Refused("analysis.no-tournament")
    return named[tournament_id]

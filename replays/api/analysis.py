"""The API of analyses: of one deal, and of all deals of a tournament, with their progress."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT, READ
from games.api.serializers import ProblemSerializer
from games.inputs import Fields
from replays import queries
from replays.analysis.course import course_of
from replays.analysis.summary import shares
from replays.analysis.weighing import Estimate
from replays.analysis.whole import ENGINE
from replays.commands.analysing_tournaments import analyse_tournament, stop_analysing
from replays.queries.analyses import analysis_of, progress_of


class EstimateSerializer(Fields):
    """A mean in points, and its standard error."""

    mean = serializers.FloatField()
    error = serializers.FloatField()


class ShareSerializer(Fields):
    """The parts of one seat's result: deal + draws + others - discards - takes + rest."""

    result = serializers.IntegerField()
    deal = EstimateSerializer()
    draws = EstimateSerializer()
    others = EstimateSerializer()
    discards = EstimateSerializer()
    takes = EstimateSerializer()
    rest = EstimateSerializer()


class ChanceSerializer(Fields):
    """The number of cards a seat cannot see, and how many of them would complete its hand."""

    winning = serializers.IntegerField()
    unseen = serializers.IntegerField()


class MomentSerializer(Fields):
    """Each seat's trash, and its chance to win with the next card, just after the event of this version."""

    version = serializers.IntegerField()
    trash = serializers.ListField(child=serializers.IntegerField())
    chances = ChanceSerializer(many=True)


class WeighedSerializer(Fields):
    """A move of a decision; `better` is how many points it gains over the chosen move."""

    move = serializers.CharField()
    expected = EstimateSerializer()
    better = EstimateSerializer()
    draws = serializers.IntegerField()


class DecisionSerializer(Fields):
    """A decision with every move that was compared, best first, in the notation of moves.

    `worth` is what the choice gained or lost each seat with open hands, compared with the habitual choice.
    """

    version = serializers.IntegerField()
    seat = serializers.IntegerField()
    chosen = serializers.CharField()
    cost = EstimateSerializer()
    worth = EstimateSerializer(many=True)
    moves = WeighedSerializer(many=True)


class AnalysisSerializer(Fields):
    """The analysis of a deal, as far as it is done.

    `course` is complete from the beginning, and `seats` is filled once all parts are done. `decisions` grows with
    each part.
    """

    engine = serializers.IntegerField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    course = MomentSerializer(many=True)
    seats = ShareSerializer(many=True)
    decisions = DecisionSerializer(many=True)


class DealAnalysis(APIView):
    """The analysis of one deal."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="deal_analysis",
        responses={200: AnalysisSerializer, 404: ProblemSerializer, 409: ProblemSerializer},
        summary="The analysis of a finished deal",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """Return the analysis so far; `total` is 0 if nobody has requested it."""
        _deal, replay = queries.get_replay(deal_id)
        kept = analysis_of(deal_id)
        parts = [] if kept is None else kept.parts
        whole = kept is not None and kept.is_whole
        said = {
            "engine": ENGINE,
            "done": len(parts),
            "total": 0 if kept is None else kept.total,
            "course": course_of(replay.history),
            "seats": shares(parts, replay.ending.original.net) if whole else (),
            "decisions": [_decision(part) for part in parts if "moves" in part],
        }
        return Response(AnalysisSerializer(said).data)


def _decision(part: dict[str, Any]) -> dict[str, Any]:
    moves = [
        {**one, "expected": Estimate(*one["expected"]), "better": Estimate(*one["better"])}
        for one in part["moves"]
    ]
    worth = [Estimate(*one) for one in part["worth"]]
    return {**part, "cost": Estimate(*part["cost"]), "worth": worth, "moves": moves}


STATES = ["", "running", "stopped", "finished"]


class TournamentAnalysisSerializer(Fields):
    """How many of a tournament's finished deals are analysed; `state` is empty if nobody requested it."""

    done = serializers.IntegerField()
    total = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)


class TournamentAnalysisActSerializer(Fields):
    """What to do with a tournament's analyses: start (or resume), or stop."""

    act = serializers.ChoiceField(choices=["start", "stop"])


class TournamentDealsAnalysis(APIView):
    """The analyses of all deals of one tournament."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournament_analysis",
        responses={200: TournamentAnalysisSerializer, **problems(404)},
        summary="How many deals of a tournament are analysed",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return how far the analysis of a tournament's finished deals is."""
        return _told(tournament_id)

    @extend_schema(
        operation_id="tournament_analysis_act",
        request=TournamentAnalysisActSerializer,
        responses={200: TournamentAnalysisSerializer, **problems(400, 403, 404, 409, 422, 429)},
        summary="Have all deals of a tournament analysed, or stop it",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Start or stop the analyses, as a director or the owner. Repeating a request changes nothing."""
        asked = body_of(request, TournamentAnalysisActSerializer)
        change = stop_analysing if asked["act"] == "stop" else analyse_tournament
        change(by=player_of(request), tournament_id=tournament_id, now=timezone.now())
        return _told(tournament_id)


def _told(tournament_id: int) -> Response:
    return Response(TournamentAnalysisSerializer(progress_of(tournament_id)).data)

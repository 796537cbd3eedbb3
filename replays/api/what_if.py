"""The API of hypothetical play: trying another move at a decision of a finished deal."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import fields
from games.api.requests import number, problems
from games.api.scopes import READ
from games.engine.recording.notation import event_to_plain, move_text
from games.errors import Refused
from games.infrastructure.throttling import count, counted_as
from games.inputs import Fields
from replays import queries
from replays.queries.what_if import WhatIfLine, decision_at, line_of


class ImaginedMoveSerializer(Fields):
    """An event of the hypothetical play, after the move that was tried."""

    version = serializers.IntegerField()
    name = fields.Text(fields.event_name, source="event")
    payload = fields.Plain(
        event_to_plain, source="event", help_text="In the form that docs/records.md describes."
    )


class WhatIfSerializer(Fields):
    """A decision of a finished deal, and the hypothetical play after other moves. Nothing is paid for it."""

    hypothetical = serializers.SerializerMethodField()
    at = serializers.IntegerField(source="decision.at")
    seat = serializers.IntegerField(source="decision.seat")
    made = fields.Text(move_text, source="decision.made", allow_null=True)
    moves = serializers.ListField(source="decision.moves", child=fields.Text(move_text))
    asked = fields.moves()
    events = serializers.SerializerMethodField()
    result = fields.Plain(fields.result_to_plain, allow_null=True)

    def get_hypothetical(self, _line: WhatIfLine) -> bool:
        """Return True, which marks the data as hypothetical even where it is stored without its source."""
        return True

    @extend_schema_field(ImaginedMoveSerializer(many=True))
    def get_events(self, line: WhatIfLine) -> list[dict[str, Any]]:
        """Return the hypothetical events after the decision."""
        behind = [step for step in line.replay.steps if step.logged >= line.began]
        told: list[dict[str, Any]] = list(ImaginedMoveSerializer(behind, many=True).data)
        return told


class WhatIf(APIView):
    """Hypothetical play after a decision of a finished deal."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="deal_what_if",
        parameters=[
            number("at", "The version of the decision.", most=10**6 - 1, required=True),
            OpenApiParameter("move", str, many=True, description="Chosen moves, as `discard Rr`."),
            OpenApiParameter("play", str, enum=["own"], description="Ask for each later decision."),
        ],
        responses={200: WhatIfSerializer, **problems(403, 404, 409, 422, 429)},
        summary="What if it had been another move",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """Return the hypothetical play after the decision `at`.

        Bots play to the end, or with `play=own` until the deciding seat must decide again.
        """
        _deal, whole = queries.get_replay(deal_id)
        at = request.query_params.get("at", "")
        if not (at.isascii() and at.isdecimal() and len(at) < 7):
            raise Refused("replay.step")
        decision = decision_at(whole, int(at))
        wishes = request.query_params.getlist("move")
        alone = request.query_params.get("play") == "own"
        count("lines", counted_as(request._request))
        line = line_of(whole, decision, wishes, alone=alone)
        return Response(WhatIfSerializer(line).data)

"""Corrections that wait for a second person, by the API: signing one, and declining it or taking the own one back.

Those that wait stand in the tournament itself, for everybody to read (`TournamentDetailSerializer`).
"""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT
from games.api.serializers import Fields
from games.models import Player
from tournaments import commands
from tournaments.api.serializers import WaitingCorrectionSerializer
from tournaments.engine.entries import REASON_LENGTH
from tournaments.presenters.log.signature_words import waiting_corrections


class SignCorrectionSerializer(Fields):
    """A signature; its key is that of the press."""

    idempotency_key = serializers.UUIDField()


class DeclineCorrectionSerializer(Fields):
    """Why a correction is not to be made."""

    reason = serializers.CharField(max_length=REASON_LENGTH)
    idempotency_key = serializers.UUIDField()


class CorrectionSignature(APIView):
    """Signing a correction that waits."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_sign_correction",
        request=SignCorrectionSerializer,
        responses={
            200: WaitingCorrectionSerializer(many=True),
            **problems(400, 403, 404, 409, 422),
        },
        summary="Sign a correction of paid prizes that somebody else has proposed; those that wait still",
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Sign it, once for each key: it is made as things stand by now."""
        by, asked = player_of(request), body_of(request, SignCorrectionSerializer)
        commands.sign_correction(
            by=by,
            tournament_id=tournament_id,
            number=number,
            now=timezone.now(),
            idempotency_key=f"sign-correction:{by.pk}:{number}:{asked['idempotency_key']}",
        )
        return _waiting(tournament_id, by)


class CorrectionDeclined(APIView):
    """Declining a correction that waits."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_decline_correction",
        request=DeclineCorrectionSerializer,
        responses={
            200: WaitingCorrectionSerializer(many=True),
            **problems(400, 403, 404, 409, 422),
        },
        summary="Decline a correction that waits for a second person, or take the own one back; those that wait still",
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Do not make it, once for each key."""
        by, asked = player_of(request), body_of(request, DeclineCorrectionSerializer)
        commands.decline_correction(
            by=by,
            tournament_id=tournament_id,
            number=number,
            reason=asked["reason"],
            now=timezone.now(),
            idempotency_key=f"decline-correction:{by.pk}:{number}:{asked['idempotency_key']}",
        )
        return _waiting(tournament_id, by)


def _waiting(tournament_id: int, viewer: Player) -> Response:
    found = waiting_corrections(tournament_id, viewer)
    return Response(WaitingCorrectionSerializer(found, many=True).data)

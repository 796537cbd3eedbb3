"""The API of rulings on disputes: one operation for each of a referee's actions at the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT
from games.inputs import LARGEST_ID, Fields
from replays.api.serializers import (
    DisputeRowSerializer,
    DisputeRulingSerializer,
    RulingRejectionSerializer,
    RulingSignatureSerializer,
)
from replays.commands import rulings
from replays.models import Dispute


class RulingAct(NamedTuple):
    """An operation of the API: a referee's action on one dispute."""

    where: str
    """Its address below that of the dispute."""
    name: str
    command: Callable[..., Dispute]
    asked: type[Fields]
    summary: str


_ACTS: Final = (
    RulingAct(
        *("ruling", "deal-ruling", rulings.give_ruling, DisputeRulingSerializer),
        "Rule on a dispute, as a referee without interest (§10.8)",
    ),
    RulingAct(
        *("ruling/withdrawal", "deal-ruling-withdrawal"),
        *(rulings.withdraw_ruling, RulingRejectionSerializer),
        "Withdraw a ruling, so that the dispute waits again (§10.8)",
    ),
    RulingAct(
        *("ruling/signature", "deal-ruling-signature"),
        *(rulings.sign_ruling, RulingSignatureSerializer),
        "Sign another referee's proposed ruling (§10.8)",
    ),
    RulingAct(
        *("ruling/rejection", "deal-ruling-rejection"),
        *(rulings.refuse_signature, RulingRejectionSerializer),
        "Reject another referee's proposed ruling, or take your own back (§10.8)",
    ),
)


def _view_of(act: RulingAct) -> type[APIView]:
    """Return the API view that carries out an act."""

    class View(APIView):
        __doc__ = f"{act.summary}."
        scopes = {"POST": DIRECT}

        @extend_schema(
            operation_id=act.name.replace("-", "_"),
            request=act.asked,
            responses={200: DisputeRowSerializer, **problems(400, 403, 404, 409, 422, 429)},
            summary=act.summary,
            description="Answers with the dispute; `proposed` says whether a second referee has to sign.",
        )
        def post(self, request: Request, deal_id: int, number: int) -> Response:
            """Carry out the command, and return the dispute."""
            asked, by = body_of(request, act.asked), player_of(request)
            found = Dispute.objects.filter(deal_id=min(deal_id, LARGEST_ID), number=number).first()
            dispute_id = 0 if found is None else found.pk  # the command asks for the duty first
            ruled = act.command(by=by, dispute_id=dispute_id, now=timezone.now(), **asked)
            return Response(DisputeRowSerializer(ruled).data)

    return View


def addresses() -> list[URLPattern]:
    """Return the URL patterns of all of a referee's actions."""
    return [
        path(
            f"deals/<int:deal_id>/disputes/<int:number>/{act.where}/",
            _view_of(act).as_view(),
            name=act.name,
        )
        for act in _ACTS
    ]

"""What the API's views share: who asks, with what body, and what may be answered in place of a result."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from games.api.serializers import Fields, ProblemSerializer
from games.models import Player


def player_of(request: Request) -> Player:
    """The player who asks."""
    assert isinstance(request.user, Player)  # nobody else passes IsAuthenticated
    return request.user


def body_of(request: Request, serializer: type[Fields]) -> dict[str, Any]:
    """The body, as the serializer reads it. Raises ValidationError."""
    reader = serializer(data=request.data)
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)


def problems(*statuses: int) -> dict[int, type[Fields]]:
    """Of these statuses, that a problem is answered with them; for the schema."""
    return dict.fromkeys(statuses, ProblemSerializer)

"""Functions that the API's views share: the player, the body, and problem responses."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import ProblemSerializer
from games.common.addresses import whole_address
from games.inputs import Arguments, Fields, arguments
from games.models import Player
from games.queries.finished.pagination import cursor

LARGEST_ASKED: Final = 10**18 - 1
"""The largest number that `cursor` reads."""


def player_of(request: Request) -> Player:
    """Return the player who makes the request."""
    assert isinstance(request.user, Player)  # nobody else passes IsAuthenticated
    return request.user


def viewer_of(request: Request) -> Player | None:
    """Return the player who makes the request, or None if nobody is logged in."""
    return request.user if isinstance(request.user, Player) else None


def body_of(request: Request, serializer: type[Fields]) -> dict[str, Any]:
    """Return the request's body as validated by the serializer. Raises ValidationError."""
    reader = serializer(data=request.data)
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)


def wish_of(
    request: Request, serializer: type[Fields], act: str, about: int | None = None
) -> tuple[dict[str, Any], Arguments]:
    """Return the request's validated body and the `Arguments` for its command.

    The `Arguments` are the player who makes the request, the time, and the idempotency key, which is taken out of the
    body. Raises ValidationError.
    """
    asked = body_of(request, serializer)
    return asked, arguments(player_of(request), act, asked.pop("idempotency_key"), about)


def problems(*statuses: int) -> dict[int, type[Fields]]:
    """Return a schema entry for each status in `statuses`, saying that its response is a problem."""
    return dict.fromkeys(statuses, ProblemSerializer)


def number(
    name: str,
    description: str,
    *,
    least: int = 0,
    most: int = LARGEST_ASKED,
    required: bool = False,
) -> OpenApiParameter:
    """Return the schema of a whole-number query parameter with its bounds."""
    kind = {"type": "integer", "minimum": least, "maximum": most}
    return OpenApiParameter(name, kind, required=required, description=description)


PAGE, LARGEST_PAGE = 50, 200
"""Rows on a page of a list, unless `limit` says otherwise."""
PAGING = [
    number("limit", "Rows on a page, 1 to 200.", least=1),
    number("before", "Only rows older than the one of this id."),
]
"""What a list takes that `page_asked` reads; for the schema."""


def page_asked(request: Request, size: int = PAGE) -> tuple[int, int | None]:
    """Return the requested page size, and the id before which the page begins.

    The size is `size` if none is requested; the id is None for the first page.
    """
    size = cursor(request.query_params.get("limit")) or size
    return min(size, LARGEST_PAGE), cursor(request.query_params.get("before"))


def paged(request: Request, rows: Any, older: int | None) -> Response:
    """Return the response with a page of a list; its header `Link` (RFC 8288) names the next page if there is one."""
    if older is None:
        return Response(rows)
    asked = request.query_params.copy()
    asked["before"] = str(older)
    address = whole_address(f"{request.path}?{asked.urlencode()}")
    return Response(rows, headers={"Link": f'<{address}>; rel="next"'})

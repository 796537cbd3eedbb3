"""API of photographs of results with real cards: listing, reading, adding and removing them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import player_of, problems, wish_of
from games.api.scopes import DIRECT, PLAY, READ
from games.inputs import Fields, Upload
from tournaments import commands
from tournaments.commands.authority import require_director
from tournaments.engine.real_cards.photographs import KIND, LARGEST_FILE
from tournaments.presenters.cardboard.photographs import kept_bytes, photographs_page


class PhotographSerializer(Fields):
    """A stored photograph."""

    number = serializers.IntegerField()
    sha256 = serializers.CharField(help_text=_("SHA-256 of its bytes, as in the tournament's log."))
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    seat = serializers.IntegerField(
        allow_null=True, help_text=_("The seat that added it; null if a director did.")
    )


class PhotographFormSerializer(Fields):
    """An uploaded photograph."""

    photograph = Upload(
        required=False,
        allow_empty_file=True,
        help_text=_("JPEG, PNG or WebP of at most 10 MB. A smaller copy is stored."),
    )
    idempotency_key = serializers.UUIDField()


class PhotographRemovalSerializer(Fields):
    """A request to remove a photograph, with its reason."""

    reason = serializers.CharField(help_text=_("Everybody can read it in the tournament's log."))
    idempotency_key = serializers.UUIDField()


class FormParser(MultiPartParser):
    """Parses a form with a file. A form with too many parts raises ParseError like any malformed form."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return fields and files. Raises ParseError."""
        try:
            return super().parse(stream, media_type, dict(parser_context or {}))
        except RequestDataTooBig:
            raise
        except SuspiciousOperation as odd:
            raise ParseError(_("The request has too many parts.")) from odd


class OneKind(DefaultContentNegotiation):
    """Ignores the Accept header: every client gets the photograph as JPEG, and errors as problems in JSON."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        """Return the first renderer and its media type. It renders only errors, never the photograph."""
        return renderers[0], renderers[0].media_type


def _listed(request: Request, place: tuple[int, int, int, int]) -> Response:
    page = photographs_page(*place, player_of(request))
    return Response(PhotographSerializer(page.photographs, many=True).data)


class DealPhotographs(APIView):
    """The photographs of a result."""

    scopes = {"GET": READ, "POST": PLAY}
    parser_classes = [FormParser, *APIView.parser_classes]

    @extend_schema(
        operation_id="tournaments_photographs",
        responses={200: PhotographSerializer(many=True), **problems(404)},
        summary="The photographs of a result with real cards",
    )
    def get(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Return the photographs not removed, in the order they were added."""
        return _listed(request, (tournament_id, number, table, deal_id))

    @extend_schema(
        operation_id="tournaments_photographs_add",
        request={"multipart/form-data": PhotographFormSerializer},
        responses={
            200: PhotographSerializer(many=True),
            **problems(400, 403, 404, 409, 413, 415, 422),
        },
        summary="Add a photograph to a result of your table, as a form with the file",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Add a photograph, once per key."""
        asked, told = wish_of(request, PhotographFormSerializer, "photograph-add")
        place = (tournament_id, number, table, deal_id)
        photographs_page(*place, told["by"])  # check that the deal belongs to this table
        sent = asked.get("photograph")
        # Read one byte past the limit to detect a file that is too large, and no more.
        file = b"" if sent is None else sent.read(LARGEST_FILE + 1)
        commands.add_photograph(tournament_id=tournament_id, deal_id=deal_id, file=file, **told)
        return _listed(request, place)


class DealPhotograph(APIView):
    """A photograph."""

    scopes = {"GET": READ}
    content_negotiation_class = OneKind

    @extend_schema(
        operation_id="tournaments_photograph",
        responses={(200, KIND): OpenApiTypes.BINARY, **problems(404)},
        summary="The bytes of a photograph",
    )
    def get(
        self,
        request: Request,
        tournament_id: int,
        number: int,
        table: int,
        deal_id: int,
        photograph_id: int,
    ) -> HttpResponse:
        """Return the photograph as JPEG. Raises Refused if it is gone or its digest differs from the log."""
        page = photographs_page(tournament_id, number, table, deal_id, player_of(request))
        return HttpResponse(kept_bytes(page, photograph_id), content_type=KIND)


class PhotographRemoval(APIView):
    """The removal of a photograph."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_photographs_remove",
        request=PhotographRemovalSerializer,
        responses={200: PhotographSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Remove a photograph for good, as a director who does not play",
    )
    def post(
        self,
        request: Request,
        tournament_id: int,
        number: int,
        table: int,
        deal_id: int,
        photograph_id: int,
    ) -> Response:
        """Delete the photograph for good; the log keeps its digest and size."""
        asked, told = wish_of(request, PhotographRemovalSerializer, "photograph-remove")
        require_director(told["by"])
        place = (tournament_id, number, table, deal_id)
        photographs_page(*place, told["by"])  # check that the deal belongs to this table
        commands.remove_photograph(
            tournament_id=tournament_id,
            deal_id=deal_id,
            photograph=photograph_id,
            **asked,
            **told,
        )
        return _listed(request, place)

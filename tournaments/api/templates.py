"""API of templates: terms that directors save under a name and use to announce tournaments."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT
from games.inputs import Fields, WholeNumber
from games.models import Player
from tournaments import commands, queries
from tournaments.api.serializers import TournamentSerializer
from tournaments.commands.authority import require_director
from tournaments.engine.announcing import NAME_LENGTH
from tournaments.engine.terms import terms_from
from tournaments.models import TermsTemplate
from tournaments.queries.templates import all_templates, get_template, known_terms, terms_of


class TemplateSerializer(Fields):
    """A template: terms saved under a name."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    made_by = serializers.IntegerField(source="made_by_id", help_text=_("The director."))
    made_at = serializers.DateTimeField()
    terms = serializers.SerializerMethodField(
        help_text=_("Keyed by the names of a tournament's fields, without days or members.")
    )

    @extend_schema_field(serializers.DictField())
    def get_terms(self, row: TermsTemplate) -> dict[str, Any]:
        """Return the saved values by the name of the term, without terms that no longer exist."""
        return known_terms(row)


class TemplateNameSerializer(Fields):
    """The name of a template."""

    name = serializers.CharField(max_length=NAME_LENGTH)


class KeepTermsSerializer(TemplateNameSerializer):
    """The tournament whose terms are saved, and a name for the template."""

    tournament = WholeNumber(min_value=1)


class AnnounceSerializer(Fields):
    """A request to announce a tournament with a template's terms; `name` and `starts_at` are optional."""

    name = serializers.CharField(
        max_length=NAME_LENGTH, required=False, help_text=_("Otherwise as in the template.")
    )
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    idempotency_key = serializers.UUIDField()


class Templates(APIView):
    """All templates."""

    scopes = {"GET": DIRECT, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_templates",
        responses={200: TemplateSerializer(many=True), **problems(403)},
        summary="The terms that directors keep under names",
    )
    def get(self, request: Request) -> Response:
        """Return all templates, sorted by name."""
        _director(request)
        return Response(TemplateSerializer(all_templates(), many=True).data)

    @extend_schema(
        operation_id="tournaments_keep_template",
        request=KeepTermsSerializer,
        responses={201: TemplateSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Keep the terms of a tournament under a name",
    )
    def post(self, request: Request) -> Response:
        """Save a tournament's terms as a template; saving the same terms and name again changes nothing."""
        by, asked = _director(request), body_of(request, KeepTermsSerializer)
        tournament = queries.get_tournament(asked["tournament"])
        made = commands.save_template(
            by=by, name=asked["name"], terms=terms_of(tournament), now=timezone.now()
        )
        return Response(TemplateSerializer(made).data, status=201)


class Template(APIView):
    """One template."""

    scopes = {"GET": DIRECT, "PATCH": DIRECT, "DELETE": DIRECT}

    @extend_schema(
        operation_id="tournaments_template",
        responses={200: TemplateSerializer, **problems(403, 404)},
        summary="A template with its terms",
    )
    def get(self, request: Request, template_id: int) -> Response:
        """Return the template."""
        _director(request)
        return Response(TemplateSerializer(get_template(template_id)).data)

    @extend_schema(
        operation_id="tournaments_rename_template",
        request=TemplateNameSerializer,
        responses={200: TemplateSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Call a template otherwise",
    )
    def patch(self, request: Request, template_id: int) -> Response:
        """Rename the template."""
        by, asked = _director(request), body_of(request, TemplateNameSerializer)
        row = commands.rename_template(by=by, template_id=template_id, name=asked["name"])
        return Response(TemplateSerializer(row).data)

    @extend_schema(
        operation_id="tournaments_remove_template",
        responses={204: None, **problems(403, 404)},
        summary="Throw a template away",
    )
    def delete(self, request: Request, template_id: int) -> Response:
        """Remove the template; tournaments announced by it stay."""
        commands.remove_template(by=_director(request), template_id=template_id)
        return Response(status=204)


class TemplateAnnouncement(APIView):
    """A tournament announced by a template."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_announce",
        request=AnnounceSerializer,
        responses={201: TournamentSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Announce a tournament by a template",
    )
    def post(self, request: Request, template_id: int) -> Response:
        """Announce a tournament by the template, once per key."""
        by, asked = _director(request), body_of(request, AnnounceSerializer)
        said = known_terms(get_template(template_id)) | asked
        made = commands.create(
            by=by,
            terms=terms_from(said),
            now=timezone.now(),
            starts_at=said.get("starts_at"),
            description=said.get("description", ""),
            cardboard=said.get("cardboard", False),
            idempotency_key=said["idempotency_key"],
        )
        return Response(TournamentSerializer(made).data, status=201)


def _director(request: Request) -> Player:
    player = player_of(request)
    require_director(player)
    return player

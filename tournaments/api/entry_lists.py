"""Entering members from a list, in JSON: the lines of the page's file, with what is wrong by line."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT
from games.api.serializers import Fields, ProblemSerializer, problem
from tournaments import commands
from tournaments.commands.authority import require_director
from tournaments.errors import refusal
from tournaments.presenters.page.name_list import line_words, unreadable_words
from tournaments.queries.entry_lists import (
    Answer,
    Line,
    UnreadableList,
    answered,
    read_list,
    taking_entries,
)


class EnterListSerializer(Fields):
    """Who is to be entered."""

    names = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        help_text=_("Login names or shown names, one a line."),
    )
    partly = serializers.BooleanField(
        default=False, help_text=_("Leave wrong lines out; else nobody is entered.")
    )
    agreed = serializers.BooleanField(
        default=False,
        help_text=_("That all of them have asked to enter and know the fee, where there is one."),
    )
    idempotency_key = serializers.UUIDField()


class LineSerializer(Fields):
    """A line of the list, and what becomes of it."""

    line = serializers.IntegerField(source="number", help_text=_("From 1."))
    name = serializers.CharField()
    player = serializers.IntegerField(allow_null=True, help_text=_("Null where it names nobody."))
    wrong = serializers.BooleanField()
    detail = serializers.SerializerMethodField(help_text=_("A plain sentence for people."))

    def get_detail(self, line: Line) -> str:
        """What becomes of it."""
        return line_words(line)


class EnteredSerializer(Fields):
    """What became of the list."""

    lines = LineSerializer(many=True)


class WrongListSerializer(ProblemSerializer):
    """A problem with what becomes of each line."""

    lines = LineSerializer(many=True)


class EntryList(APIView):
    """A list of entries."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_enter_list",
        request=EnterListSerializer,
        responses={
            200: EnteredSerializer,
            409: WrongListSerializer,
            **problems(400, 403, 404, 422),
        },
        summary="Enter members from a list, all of them or nobody; where there is a fee each pays it",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Enter them as a director, once for each key."""
        by = player_of(request)
        require_director(by)
        row = taking_entries(tournament_id)
        asked = body_of(request, EnterListSerializer)
        if row.own_fee and not asked["agreed"]:
            raise refusal("tournament.list-unasked", fee=row.own_fee)
        try:
            lines = read_list(row.pk, asked["names"])
        except UnreadableList as wrong:
            raise refusal("tournament.list-unreadable", why=unreadable_words(wrong)) from wrong
        said = {"lines": LineSerializer(lines, many=True).data}
        if any(line.wrong for line in lines) and not asked["partly"]:
            refused = refusal("tournament.list-wrong")
            return Response({**problem(refused), **said}, status=refused.status)
        commands.enter_members(
            by=by,
            tournament_id=row.pk,
            players=answered(lines, Answer.ENTERS),
            now=timezone.now(),
            idempotency_key=f"enter-list:{by.pk}:{asked['idempotency_key']}",
        )
        return Response(said)

"""The API's views of notices: the same rows as the page."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import PAGING, body_of, page_asked, paged, player_of, problems
from games.api.scopes import PLAY, READ
from games.inputs import Fields, WholeNumber
from games.presenters.play.turns import turn_notices
from notices import commands, queries
from notices.presenters.words import lines


class NoticeSerializer(Fields):
    """A notice."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField(help_text=_("When it happened."))
    event = serializers.CharField(help_text=_("The name of the event that the notice is about."))
    words = serializers.CharField(help_text=_("In the requested language."))
    link = serializers.CharField(help_text=_("The page with the details."))
    read = serializers.BooleanField()


class TurnSerializer(Fields):
    """A table that waits for the caller."""

    table = serializers.IntegerField(source="table_id")
    since = serializers.DateTimeField(help_text=_("When the table began to wait."))
    words = serializers.CharField(help_text=_("In the requested language."))
    link = serializers.CharField(help_text=_("The page of the table."))


class ReadSerializer(Fields):
    """The notices to mark as read: all up to one of them."""

    upto = WholeNumber(
        min_value=0,
        help_text=_("The newest notice that was read. All older ones count as read too."),
    )


class UnreadSerializer(Fields):
    """The number of unread notices."""

    unread = serializers.IntegerField(help_text=_("At most 100, which means 100 or more."))


class NoticeList(APIView):
    """A member's notices."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="notices_list",
        parameters=PAGING,
        responses=NoticeSerializer(many=True),
        summary="Your notices, the newest first; the header Link leads to the next page",
    )
    def get(self, request: Request) -> Response:
        """Return the notices of the caller."""
        size, before = page_asked(request)
        page = queries.page_of_notices(player_of(request), before=before, size=size)
        return paged(request, NoticeSerializer(lines(page.notices), many=True).data, page.older)


class TurnList(APIView):
    """The tables where the member must move or say that they are ready."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="notices_turns_list",
        responses=TurnSerializer(many=True),
        summary="The tables that wait for you now: your move, or that you say you are ready",
    )
    def get(self, request: Request) -> Response:
        """Return the tables that wait for the caller, the one with the oldest deal first."""
        waiting = turn_notices(player_of(request)).notices
        told = [{**one._asdict(), "link": reverse("table", args=[one.table_id])} for one in waiting]
        return Response(TurnSerializer(told, many=True).data)


class NoticesRead(APIView):
    """The notices that a member has read."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=ReadSerializer,
        responses={200: UnreadSerializer, **problems(422)},
        summary="Mark your notices as read, up to one of them",
    )
    def post(self, request: Request) -> Response:
        """Mark the caller's notices as read up to the given one; return how many are still unread."""
        player = player_of(request)
        commands.mark_read(by=player, upto=body_of(request, ReadSerializer)["upto"])
        return Response(UnreadSerializer({"unread": queries.unread(player)}).data)

"""API views of what everybody may read about the club: ratings, acts of the staff, nightly checks of the log."""

from __future__ import annotations

from datetime import date

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.fields import BOT_ACCOUNT
from games.api.requests import PAGING, number, page_asked, paged, player_of, problems
from games.api.scopes import READ
from games.common.addresses import network_of
from games.engine.rules import PRESETS, VINAGAMES
from games.errors import Refused
from games.infrastructure.throttling import count
from games.inputs import Fields
from games.presenters.club.acts import acts
from games.presenters.club.nights import nights
from games.queries.finished.pagination import cursor
from games.queries.people.ratings import (
    history_of,
    page_of_ratings,
    rated_rules,
    rating_for,
    skill_of,
)
from games.queries.play.participants import called


class RatingSerializer(Fields):
    """A member's rating or that of a kind of bot."""

    id = serializers.IntegerField(source="rating.pk")
    rules = serializers.CharField(source="rating.rules")
    participant = serializers.CharField(
        source="rating.label", help_text=_("player:12 or bot:club.")
    )
    name = serializers.CharField()
    bot_account = serializers.BooleanField(help_text=BOT_ACCOUNT)
    rank = serializers.IntegerField(
        allow_null=True, help_text=_("Null while too few deals are rated.")
    )
    rating = serializers.IntegerField(source="skill.shown", help_text=_("Everyone starts at 1000."))
    error = serializers.IntegerField(
        source="skill.error", help_text=_("The margin of error, which holds 19 times out of 20.")
    )
    deals = serializers.IntegerField(source="rating.deals", help_text=_("Rated deals"))


class RatingStepSerializer(Fields):
    """A rating after one deal."""

    deal = serializers.IntegerField(source="deal_id")
    at = serializers.DateTimeField()
    deals = serializers.IntegerField(help_text=_("Rated deals up to this one."))
    rating = serializers.IntegerField(source="skill.shown")
    error = serializers.IntegerField(source="skill.error")


class ActSerializer(Fields):
    """An act of the staff, in the words of the page that lists them."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    player = serializers.IntegerField(help_text=_("The person who did it."))
    name = serializers.CharField(source="by")
    event = serializers.CharField(help_text=_("The name of the event in the log."))
    what = serializers.CharField(help_text=_("Says what was done."))
    why = serializers.CharField(help_text=_("The reason that was given, if one was."))


class NightSerializer(Fields):
    """What one nightly check compared, and how many differences it found; only owners see which."""

    day = serializers.DateField(help_text=_("In the club's time zone."))
    done = serializers.BooleanField(help_text=_("False if nothing was checked that night."))
    finished_at = serializers.DateTimeField(allow_null=True)
    whole = serializers.BooleanField(
        help_text=_(
            "Whether everything was compared, as happens every four weeks. If not, only new "
            "entries and half of the rest were compared."
        )
    )
    turns = serializers.IntegerField(
        help_text=_("More than one if the check was interrupted and then continued.")
    )
    counts = serializers.DictField(
        child=serializers.IntegerField(),
        help_text=_(
            "How many were compared: deals, tournaments, standings, ratings, transfers, chains."
        ),
    )
    found = serializers.IntegerField(help_text=_("Differences"))
    differences = serializers.DictField(
        child=serializers.IntegerField(),
        help_text=_("How many of them are in deals, standings, ratings, ledger, chains."),
    )


class RatingList(APIView):
    """The ratings for a rule set."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="ratings_list",
        parameters=[
            *PAGING,
            OpenApiParameter(
                "rules", str, description="The rule set's key; vinagames if not said."
            ),
            OpenApiParameter(
                "provisional", bool, description="Those that have no rank yet instead."
            ),
        ],
        responses={200: RatingSerializer(many=True), **problems(400)},
        summary="Ratings by a rule set, the best first; the header Link leads to the next page",
    )
    def get(self, request: Request) -> Response:
        """Return ratings, best first, without members who hide theirs. Raises Refused("list.filter")."""
        size, before = page_asked(request)
        rules = request.query_params.get("rules", VINAGAMES.key)
        if rules not in (*PRESETS, *rated_rules()):
            raise Refused("list.filter")
        page = page_of_ratings(
            rules,
            size,
            before=before,
            provisional=request.query_params.get("provisional") in ("1", "true"),
        )
        people = called(row.rating.label for row in page.rows)
        rows = [
            {
                "rating": row.rating,
                "rank": row.rank,
                "skill": skill_of(row.rating),
                "name": one.name,
                "bot_account": one.program,
            }
            for row, one in zip(page.rows, people, strict=True)
        ]
        return paged(request, RatingSerializer(rows, many=True).data, page.older)


class RatingDetail(APIView):
    """The history of a rating."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="rating_history",
        responses={200: RatingStepSerializer(many=True), **problems(404)},
        summary="A rating's last two hundred deals, the oldest first",
    )
    def get(self, request: Request, rating_id: int) -> Response:
        """Return the rating after each of its last two hundred deals, oldest first."""
        steps = history_of(rating_for(cursor(str(rating_id)) or 0, player_of(request)))
        return Response(RatingStepSerializer(steps, many=True).data)


class StaffActs(APIView):
    """All acts of the staff."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="staff_acts",
        parameters=[*PAGING, number("by", "Only those of this player.")],
        responses={200: ActSerializer(many=True), **problems(400)},
        summary="What the staff has done, the newest first; the header Link leads to the next page",
    )
    def get(self, request: Request) -> Response:
        """Return the staff's acts, newest first. Raises Refused("list.filter") if `by` is not a number."""
        size, before = page_asked(request)
        asked = request.query_params.get("by")
        if asked is not None and cursor(asked) is None:
            raise Refused("list.filter")
        shown, older = acts(player_of(request), by=cursor(asked), before=before, size=size)
        return paged(request, ActSerializer(shown, many=True).data, older)


class NightList(APIView):
    """The nightly checks of the log, for everybody."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="nights_list",
        parameters=PAGING,
        responses={200: NightSerializer(many=True), **problems(429)},
        auth=[],
        summary="What each night compared and how much differed, the newest first; Link leads to the next page",
    )
    def get(self, request: Request) -> Response:
        """Return the check of each day since the first one, newest first."""
        count("log", f"address:{network_of(request.META.get('REMOTE_ADDR'))}")
        size, before = page_asked(request)
        day = date.fromordinal(min(before, date.max.toordinal())) if before else None
        shown = nights(timezone.now(), size=size, before=day)
        rows = NightSerializer(shown.nights, many=True).data
        older = None if shown.older is None else shown.older.toordinal()
        return paged(request, rows, older)

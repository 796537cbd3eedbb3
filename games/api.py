"""The API's door to tables, deals and one's own account: the same commands and queries as the pages, in JSON."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from django.db import transaction
from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games import answers, commands, queries, serializers, tokens
from games.engine.errors import BadNotation
from games.engine.notation import parse_move
from games.engine.records import to_record
from games.engine.rules import PRESETS
from games.finished import page_of_deals
from games.ledger.queries import balance, statement
from games.models import Player
from games.rates import MoveThrottle
from games.refusals import Refused
from games.settlement import member_account


def _player(request: Request) -> Player:
    assert isinstance(request.user, Player)  # nobody else passes IsAuthenticated
    return request.user


def _asked(serializer: type[serializers.Fields], request: Request) -> dict[str, Any]:
    """The body, as the serializer reads it; raises ValidationError."""
    reader = serializer(data=request.data)
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)


def _problems(*statuses: int) -> dict[int, type[serializers.Fields]]:
    return dict.fromkeys(statuses, serializers.ProblemSerializer)


PAGE, LARGEST_PAGE = 50, 200
"""Deals on a page of the list, unless `limit` says otherwise."""


class TableList(APIView):
    """The lobby."""

    @extend_schema(
        operation_id="tables_list",
        responses=serializers.TableSerializer(many=True),
        summary="The open tables, the newest first",
    )
    def get(self, request: Request) -> Response:
        """The open tables, the newest first."""
        viewer = _player(request)
        lines = [
            answers.table_line(table, viewer, next(iter(getattr(table, "running", ())), None))
            for table in queries.open_tables()
        ]
        return Response(serializers.TableSerializer(lines, many=True).data)

    @extend_schema(
        request=serializers.OpenTableSerializer,
        responses={201: serializers.TableDetailSerializer, **_problems(422)},
        summary="Open a table",
    )
    def post(self, request: Request) -> Response:
        """Open a table; sit down at it afterwards."""
        viewer = _player(request)
        asked = _asked(serializers.OpenTableSerializer, request)
        table = commands.open_table(
            by=viewer, now=timezone.now(), **{**asked, "rules": PRESETS[asked["rules"]]}
        )
        return _table(table.pk, viewer, status=201)


def _table(table_id: int, viewer: Player, *, status: int = 200) -> Response:
    page = queries.table_page(table_id, viewer)
    shown = answers.table_detail(page, viewer)
    return Response(serializers.TableDetailSerializer(shown).data, status=status)


class TableDetail(APIView):
    """One table."""

    @extend_schema(
        responses={200: serializers.TableDetailSerializer, **_problems(404)},
        summary="A table with its seats",
    )
    def get(self, request: Request, table_id: int) -> Response:
        """A table with its seats."""
        return _table(table_id, _player(request))


class TableSit(APIView):
    """Taking a seat."""

    @extend_schema(
        request=serializers.SitSerializer,
        responses={200: serializers.TableDetailSerializer, **_problems(403, 404, 409, 422)},
        summary="Sit down",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Take an empty seat, or one that a bot keeps warm."""
        viewer = _player(request)
        seat = _asked(serializers.SitSerializer, request)["seat"]
        commands.sit_down(by=viewer, table_id=table_id, seat=seat, now=timezone.now())
        return _table(table_id, viewer)


class TableLeave(APIView):
    """Standing up."""

    @extend_schema(
        request=None,
        responses={200: serializers.TableDetailSerializer, **_problems(403, 404, 409)},
        summary="Leave the table",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Stand up; not while the cards are dealt."""
        viewer = _player(request)
        commands.leave_table(by=viewer, table_id=table_id, now=timezone.now())
        return _table(table_id, viewer)


class DealList(APIView):
    """Deals that are over."""

    @extend_schema(
        operation_id="deals_list",
        parameters=[
            OpenApiParameter("mine", bool, description="Only deals in which you sat."),
            OpenApiParameter("limit", int, description="1 to 200; 50 if not given."),
            OpenApiParameter("before", int, description="Only deals older than this one."),
            OpenApiParameter("after", int, description="The deals next newer than this one."),
        ],
        responses=serializers.FinishedDealsSerializer,
        summary="Finished deals, the newest first",
    )
    def get(self, request: Request) -> Response:
        """Finished deals, the newest first. A page begins at a deal, and nothing is counted."""
        mine = request.query_params.get("mine", "").lower() in {"1", "true", "yes"}
        page = page_of_deals(
            _player(request) if mine else None,
            min(_number(request, "limit") or PAGE, LARGEST_PAGE),
            before=_number(request, "before"),
            after=_number(request, "after"),
        )
        shown = {
            "next": _turned(request, "before", page.older),
            "previous": _turned(request, "after", page.newer),
            "results": [answers.finished_line(deal) for deal in page.deals],
        }
        return Response(serializers.FinishedDealsSerializer(shown).data)


def _number(request: Request, name: str) -> int | None:
    """A whole number of the query; None where there is none, as where it says nothing of use."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def _turned(request: Request, way: str, deal_id: int | None) -> str | None:
    """The address of this list from that deal on."""
    if deal_id is None:
        return None
    query = request.query_params.copy()
    query.pop("before", None)
    query.pop("after", None)
    query[way] = str(deal_id)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _seen(deal_id: int, viewer: Player) -> dict[str, Any]:
    page = queries.deal_page(queries.get_deal(deal_id), viewer)
    return dict(serializers.DealSerializer(answers.deal_seen(page)).data)


class DealDetail(APIView):
    """One deal."""

    @extend_schema(
        responses={200: serializers.DealSerializer, **_problems(404)},
        summary="The deal as you may see it",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """The deal as its seat, or a spectator, may see it."""
        return Response(_seen(deal_id, _player(request)))


class DealEvents(APIView):
    """What has happened in a deal."""

    @extend_schema(
        parameters=[
            OpenApiParameter("after", int, description="Only events after this version."),
        ],
        responses={200: serializers.EventsSerializer, **_problems(404, 422)},
        summary="The events that you may see",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """The events that the one who asks may see, after a version."""
        text = request.query_params.get("after", "0")
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise Refused("move.version")
        page = queries.deal_page(queries.get_deal(deal_id), _player(request))
        shown = {
            "version": page.view.version,
            "events": [
                answers.event_seen(event) for event in page.events if event.version > int(text)
            ],
        }
        return Response(serializers.EventsSerializer(shown).data)


class DealMoves(APIView):
    """Legal moves, and making one."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Only moves are counted; looking is free."""
        return [MoveThrottle()] if self.request.method == "POST" else super().get_throttles()

    @extend_schema(
        responses={200: serializers.MovesSerializer, **_problems(404)},
        summary="Your legal moves",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """The legal moves of the one who asks, in notation; none where it is not asked."""
        page = queries.deal_page(queries.get_deal(deal_id), _player(request))
        shown = {
            "version": page.view.version,
            "seat": page.view.viewer,
            "moves": answers.moves_text(page),
        }
        return Response(serializers.MovesSerializer(shown).data)

    @extend_schema(
        request=serializers.MoveSerializer,
        responses={
            200: serializers.VersionSerializer,
            **_problems(404, 429, 503),
            **dict.fromkeys((403, 409, 422), serializers.RefusedMoveSerializer),
        },
        summary="Make a move",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Make a move. A refused one changes nothing, and is answered with the deal as it stands."""
        viewer = _player(request)
        asked = _asked(serializers.MoveSerializer, request)
        queries.get_deal(deal_id)
        try:
            version = _submit(viewer, deal_id, asked)
        except Refused as refused:
            problem = {**serializers.problem(refused), "current": _seen(deal_id, viewer)}
            return Response(problem, status=refused.status)
        return Response({"version": version})


def _submit(viewer: Player, deal_id: int, asked: dict[str, Any]) -> int:
    mine = queries.seat_of(deal_id, viewer)
    if mine is None:
        raise Refused("seat.none")
    if asked.get("seat", mine) != mine:
        raise Refused("seat.not-yours")
    try:
        move = parse_move(asked["move"], mine)
    except BadNotation as error:
        raise Refused("move.unreadable", str(error)) from error
    return commands.submit_move(
        by=viewer,
        deal_id=deal_id,
        move=move,
        move_id=asked["move_id"],
        expected_version=asked["expected_version"],
        now=timezone.now(),
    )


class DealReady(APIView):
    """Being ready for the cards."""

    @extend_schema(
        request=serializers.ReadySerializer,
        responses={200: serializers.DealSerializer, **_problems(403, 404, 422)},
        summary="Be ready, with a seed if you like",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Be ready; the cards are dealt when everybody is."""
        viewer = _player(request)
        seed = _asked(serializers.ReadySerializer, request)["seed"]
        commands.get_ready(by=viewer, deal_id=deal_id, seed=seed, now=timezone.now())
        return Response(_seen(deal_id, viewer))


class DealRecord(APIView):
    """The record of a finished deal."""

    @extend_schema(
        responses={200: OpenApiTypes.OBJECT, **_problems(404, 409)},
        summary="The record of a finished deal",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """The record, as docs/records.md tells; refused while the deal is played."""
        deal = queries.get_deal(deal_id)
        if deal.ended_at is None:
            raise Refused("deal.not-over")
        return Response(to_record(queries.record_of(deal.pk)))


class Account(APIView):
    """One's own chips."""

    @extend_schema(responses=serializers.AccountSerializer, summary="Your balance")
    def get(self, request: Request) -> Response:
        """What the one who asks has."""
        held = balance(member_account(_player(request).pk))
        return Response(serializers.AccountSerializer({"balance": held}).data)


class Statement(APIView):
    """One's own postings."""

    @extend_schema(
        operation_id="account_statement",
        responses=serializers.StatementLineSerializer(many=True),
        summary="Your last two hundred postings, oldest first",
    )
    def get(self, request: Request) -> Response:
        """The last two hundred postings of the one who asks, oldest first."""
        lines = statement(member_account(_player(request).pk), last=200)
        return Response(serializers.StatementLineSerializer(lines, many=True).data)


class TokenLogin(APIView):
    """A token for programs, in exchange for a login name and its password."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        request=serializers.CredentialsSerializer,
        responses={200: serializers.TokenSerializer, **_problems(403, 422, 429)},
        auth=[],
        summary="Log in for a new token, shown this once; the ten newest work",
    )
    def post(self, request: Request) -> Response:
        """A new token each time: what was given before works on, and cannot be shown again."""
        asked = _asked(serializers.CredentialsSerializer, request)
        user = authenticate(request=request._request, **asked)
        if user is None:
            raise Refused("login.wrong")
        assert isinstance(user, Player)
        with transaction.atomic():
            key = tokens.issue(user, now=timezone.now())
        return Response({"token": key})


urlpatterns = [
    path("token/", TokenLogin.as_view(), name="token"),
    path("tables/", TableList.as_view(), name="tables"),
    path("tables/<int:table_id>/", TableDetail.as_view(), name="table"),
    path("tables/<int:table_id>/sit/", TableSit.as_view(), name="table-sit"),
    path("tables/<int:table_id>/leave/", TableLeave.as_view(), name="table-leave"),
    path("deals/", DealList.as_view(), name="deals"),
    path("deals/<int:deal_id>/", DealDetail.as_view(), name="deal"),
    path("deals/<int:deal_id>/events/", DealEvents.as_view(), name="deal-events"),
    path("deals/<int:deal_id>/moves/", DealMoves.as_view(), name="deal-moves"),
    path("deals/<int:deal_id>/ready/", DealReady.as_view(), name="deal-ready"),
    path("deals/<int:deal_id>/record/", DealRecord.as_view(), name="deal-record"),
    path("account/", Account.as_view(), name="account"),
    path("account/statement/", Statement.as_view(), name="statement"),
]

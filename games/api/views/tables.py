"""The API's views of the lobby and its tables."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import commands, queries
from games.api import serializers
from games.api.requests import PAGING, body_of, page_asked, paged, player_of, problems
from games.api.scopes import DIRECT, PLAY, READ
from games.engine.recording.stored_rules import completed
from games.engine.rules import RuleSet
from games.queries.club.house import offered_rules


class TableList(APIView):
    """The lobby."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tables_list",
        parameters=[
            *PAGING,
            OpenApiParameter("invited", bool, description="Only tables that invite you."),
        ],
        responses=serializers.TableSerializer(many=True),
        summary="The open tables, the newest first; the header Link leads to the next page",
    )
    def get(self, request: Request) -> Response:
        """Return a page of the open tables, newest first."""
        size, before = page_asked(request)
        tables, older = queries.listed_tables(
            size,
            viewer=player_of(request),
            before=before,
            invited=request.query_params.get("invited") in ("1", "true"),
        )
        shown = serializers.TableSerializer(tables, many=True, context={"request": request})
        return paged(request, shown.data, older)

    @extend_schema(
        request=serializers.OpenTableSerializer,
        responses={201: serializers.TableDetailSerializer, **problems(422)},
        summary="Open a table",
    )
    def post(self, request: Request) -> Response:
        """Open a table. This gives you no seat: sit down afterwards."""
        asked, by = body_of(request, serializers.OpenTableSerializer), player_of(request)
        invited = queries.members_named(asked.pop("invited"), by=by)
        table = commands.open_table(
            by=by, terms=commands.TableTerms(**asked), invited=invited, now=timezone.now()
        )
        return _table(table.pk, request, status=201)


def _table(table_id: int, request: Request, *, status: int = 200) -> Response:
    page = queries.see_table(table_id, player_of(request))
    shown = serializers.TableDetailSerializer(page, context={"request": request})
    return Response(shown.data, status=status)


class RuleSetList(APIView):
    """The rule sets that a table may be opened by (§11.1)."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        responses=serializers.RuleSetSerializer(many=True),
        summary="The rule sets with all their options: the presets, then the club's own",
    )
    def get(self, request: Request) -> Response:
        """Return the rule sets on offer now."""
        offered = list(offered_rules().values())
        return Response(serializers.RuleSetSerializer(offered, many=True).data)

    @extend_schema(
        request=serializers.RuleSetSerializer,
        responses={201: serializers.RuleSetSerializer, **problems(403, 409, 422)},
        summary="Save a rule set of the club's own; for owners",
    )
    def post(self, request: Request) -> Response:
        """Save a rule set of the club under a new name. The name always keeps these rules."""
        asked = body_of(request, serializers.RuleSetSerializer)
        rules = RuleSet(**completed(asked) | {"seats": tuple(asked["seats"])})
        saved = commands.save_rule_set(by=player_of(request), rules=rules, now=timezone.now())
        return Response(serializers.RuleSetSerializer(saved).data, status=201)


class TableDetail(APIView):
    """One table."""

    scopes = {"GET": READ}

    @extend_schema(
        responses={200: serializers.TableDetailSerializer, **problems(404)},
        summary="A table with its seats",
    )
    def get(self, request: Request, table_id: int) -> Response:
        """Return a table with its seats."""
        return _table(table_id, request)


class TableSit(APIView):
    """Taking a seat."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=serializers.SitSerializer,
        responses={200: serializers.TableDetailSerializer, **problems(403, 404, 409, 422)},
        summary="Sit down",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Take an empty seat, or one that a bot has."""
        seat = body_of(request, serializers.SitSerializer)["seat"]
        commands.sit_down(by=player_of(request), table_id=table_id, seat=seat, now=timezone.now())
        return _table(table_id, request)


class AnyTableSit(APIView):
    """Taking a seat at any table that wants a program's account."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="tables_any_sit",
        request=serializers.AnySeatSerializer,
        responses={200: serializers.TableDetailSerializer, **problems(403, 409, 422)},
        summary="Sit a program's account down at the first table that wants one",
    )
    def post(self, request: Request) -> Response:
        """Take a free seat at a table where `wants_bots` is true.

        The response is 409 `table.none-wants` if there is none; ask again later. Only programs' accounts may ask.
        Tables with a stake above `most_chips_per_point` are not tried. An account that already sits at such a table
        gets that table.
        """
        asked = body_of(request, serializers.AnySeatSerializer)
        table = commands.sit_anywhere(by=player_of(request), now=timezone.now(), **asked)
        return _table(table.pk, request)


class TableSwap(APIView):
    """Swapping seats with another player."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=serializers.SwapSerializer,
        responses={200: serializers.TableDetailSerializer, **problems(403, 404, 409, 422, 429)},
        summary="Ask another player to swap seats, or answer their request",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Ask to swap seats, or agree or decline. Seats change between two deals, when both players agree."""
        asked, by = body_of(request, serializers.SwapSerializer), player_of(request)
        seat, agree, now = asked["seat"], asked["agree"], timezone.now()
        if agree is None:
            commands.ask_to_swap(by=by, table_id=table_id, seat=seat, now=now)
        else:
            commands.answer_swap(by=by, table_id=table_id, seat=seat, agree=agree, now=now)
        return _table(table_id, request)


class TableLeave(APIView):
    """Standing up."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=None,
        responses={200: serializers.TableDetailSerializer, **problems(403, 404, 409)},
        summary="Leave the table",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Stand up; refused while cards are dealt."""
        commands.leave_table(by=player_of(request), table_id=table_id, now=timezone.now())
        return _table(table_id, request)


class TablePace(APIView):
    """The pace of the bots."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=serializers.ChosenPaceSerializer,
        responses={200: serializers.TableDetailSerializer, **problems(403, 404, 409, 422)},
        summary="Choose the pace of the bots: as the host between deals, alone with bots at any time",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Set the pace of the bots at this table.

        If you play alone with bots, the pace applies to all your tables where you do.
        """
        pace = body_of(request, serializers.ChosenPaceSerializer)["pace"]
        commands.choose_pace(by=player_of(request), table_id=table_id, pace=pace)
        return _table(table_id, request)


class TableSay(APIView):
    """Saying phrases at a table."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=serializers.SaySerializer,
        responses={200: serializers.TableDetailSerializer, **problems(403, 404, 409, 422, 429)},
        summary="Say a phrase at your seat",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Say one of the phrases; it is not stored."""
        phrase = body_of(request, serializers.SaySerializer)["phrase"]
        queries.get_table(table_id)
        commands.say(by=player_of(request), table_id=table_id, phrase=phrase, now=timezone.now())
        return _table(table_id, request)


class TableMute(APIView):
    """Hiding phrases."""

    scopes = {"POST": PLAY}
    beyond_its_table = True

    @extend_schema(
        request=serializers.MuteSerializer,
        responses={200: serializers.TableDetailSerializer, **problems(403, 404, 422)},
        summary="Hide a seat's phrases, or everybody's, or show them again",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Hide the phrases of the member in this seat, or everybody's (null), at all tables; or show them again."""
        asked = body_of(request, serializers.MuteSerializer)
        queries.get_table(table_id)
        commands.mute_seat(by=player_of(request), table_id=table_id, **asked)
        return _table(table_id, request)


class TableCompany(APIView):
    """A director's settings for spectators and phrases."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        request=serializers.CompanySerializer,
        responses={200: serializers.TableDetailSerializer, **problems(403, 404, 422)},
        summary="Say who may look on and whether phrases are said, as a director",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Allow or refuse spectators, with a delay, and phrases."""
        asked = body_of(request, serializers.CompanySerializer)
        commands.allow_company(
            by=player_of(request),
            table_id=table_id,
            spectators=asked["spectators"],
            delay=asked["spectator_delay"],
            phrases=asked["phrases"],
        )
        return _table(table_id, request)

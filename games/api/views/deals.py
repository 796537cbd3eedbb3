"""API views of deals: what the player may see of them, making moves, and records of finished deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import commands, queries
from games.api import serializers
from games.api.requests import body_of, number, page_asked, player_of, problems
from games.api.scopes import DIRECT, PLAY, READ
from games.engine.errors import BadNotation
from games.engine.recording.notation import parse_move
from games.errors import Refused
from games.models import Player
from games.queries.finished.pagination import cursor, page_of_deals


class DealList(APIView):
    """Deals that are over."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="deals_list",
        parameters=[
            OpenApiParameter("mine", bool, description="Only deals in which you sat."),
            number("tournament", "Only deals of this tournament."),
            number("limit", "1 to 200; 50 if not given.", least=1),
            number("before", "Only deals older than this one."),
            number("after", "The deals next newer than this one."),
        ],
        responses={200: serializers.FinishedDealsSerializer, **problems(400)},
        summary="Finished deals, newest first",
    )
    def get(self, request: Request) -> Response:
        """Return a page of finished deals, newest first. The total is not counted.

        Raises Refused("list.filter") if `tournament` is not a number.
        """
        size, before = page_asked(request)
        tournament = request.query_params.get("tournament")
        if tournament is not None and cursor(tournament) is None:
            raise Refused("list.filter")
        mine = request.query_params.get("mine", "").lower() in {"1", "true", "yes"}
        page = page_of_deals(
            player_of(request) if mine else None,
            size,
            before=before,
            after=cursor(request.query_params.get("after")),
            tournament=cursor(tournament),
        )
        shown = serializers.FinishedDealsSerializer(page, context={"request": request})
        return Response(shown.data)


def _page(deal_id: int, request: Request) -> queries.SeenDeal:
    return queries.see_deal(queries.get_deal(deal_id), player_of(request))


def _seen(deal_id: int, request: Request) -> dict[str, Any]:
    return serializers.DealSerializer(_page(deal_id, request)).data


class DealDetail(APIView):
    """One deal."""

    scopes = {"GET": READ}

    @extend_schema(
        responses={200: serializers.DealSerializer, **problems(404)},
        summary="The deal as you may see it",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """Return the deal as its player, or a spectator, may see it."""
        return Response(_seen(deal_id, request))


class DealEvents(APIView):
    """What has happened in a deal."""

    scopes = {"GET": READ}

    @extend_schema(
        parameters=[
            number("after", "Only events after this version.", most=10**9 - 1),
        ],
        responses={200: serializers.SeenEventsSerializer, **problems(404, 422)},
        summary="The events that you may see",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """Return the events after the version `after`, as far as the player may see them."""
        text = request.query_params.get("after", "0")
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise Refused("move.version")
        page = _page(deal_id, request)
        events = tuple(event for event in page.events if event.version > int(text))
        return Response(serializers.SeenEventsSerializer(replace(page, events=events)).data)


class DealMoves(APIView):
    """The player's legal moves, and making one."""

    scopes = {"GET": READ, "POST": PLAY}

    @extend_schema(
        responses={200: serializers.LegalMovesSerializer, **problems(404)},
        summary="Your legal moves",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """Return the player's legal moves in notation; none when it is not their turn."""
        return Response(serializers.LegalMovesSerializer(_page(deal_id, request)).data)

    @extend_schema(
        request=serializers.MoveSerializer,
        responses={
            200: serializers.VersionSerializer,
            **problems(404, 429, 503),
            **dict.fromkeys((403, 409, 422), serializers.RefusedMoveSerializer),
        },
        summary="Make a move",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Make a move. A refused move changes nothing; its response contains the deal as it is now."""
        asked = body_of(request, serializers.MoveSerializer)
        queries.get_deal(deal_id)
        try:
            version = _submit(player_of(request), deal_id, asked)
        except Refused as refused:
            problem = {**serializers.problem(refused), "current": _seen(deal_id, request)}
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
        now=timezone.now,
    )


class DealHold(APIView):
    """Holding a claim window open."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=serializers.HoldSerializer,
        responses={200: serializers.DealSerializer, **problems(403, 404, 409, 422)},
        summary="Hold the open claim window up, asked or not",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Hold the claim window open longer, for everybody. Each seat can do this once per window."""
        version = body_of(request, serializers.HoldSerializer)["expected_version"]
        commands.hold_window(
            by=player_of(request), deal_id=deal_id, expected_version=version, now=timezone.now()
        )
        return Response(_seen(deal_id, request))


class DealPairs(APIView):
    """Letting pairs go while waiting to win."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=serializers.PairsSerializer,
        responses={200: serializers.DealSerializer, **problems(403, 404, 409, 422)},
        summary="Let pairs go while you wait to win, or no more (§13.6)",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Turn your seat's switch for letting pairs go on or off.

        Nobody else learns of it before the deal is over. The switch turns off with your next discard.
        """
        asked = body_of(request, serializers.PairsSerializer)
        commands.let_pairs_go(by=player_of(request), deal_id=deal_id, now=timezone.now(), **asked)
        return Response(_seen(deal_id, request))


class DealBack(APIView):
    """Coming back to a seat."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=None,
        responses={200: serializers.DealSerializer, **problems(403, 404, 409)},
        summary="Play again at your seat, which counts as gone",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Come back to your seat, so that the careful bot stops playing for you. Making a move does the same."""
        commands.come_back(by=player_of(request), deal_id=deal_id, now=timezone.now)
        return Response(_seen(deal_id, request))


class DealPause(APIView):
    """A pause that the players agree on."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=serializers.PauseSerializer,
        responses={200: serializers.DealSerializer, **problems(403, 404, 409, 422)},
        summary="Ask for a pause, or to go on",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Ask for a pause; it begins when everyone present has asked."""
        resume = body_of(request, serializers.PauseSerializer)["resume"]
        commands.ask_pause(by=player_of(request), deal_id=deal_id, resume=resume, now=timezone.now)
        return Response(_seen(deal_id, request))


class DealHalt(APIView):
    """A pause that the director decides."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        request=serializers.PauseSerializer,
        responses={204: None, **problems(403, 404, 409, 422)},
        summary="Pause a deal, or resume it, as its director",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Pause or resume the deal as its director, without the players' agreement."""
        resume = body_of(request, serializers.PauseSerializer)["resume"]
        commands.pause_deal(by=player_of(request), deal_id=deal_id, resume=resume, now=timezone.now)
        return Response(status=204)


class DealTime(APIView):
    """The director's extra time."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        request=serializers.TimeSerializer,
        responses={204: None, **problems(403, 404, 409, 422)},
        summary="Give more time to those whom a deal waits for, as its director",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Extend the running clock, once per `key`."""
        asked = body_of(request, serializers.TimeSerializer)
        commands.give_time(
            by=player_of(request),
            deal_id=deal_id,
            seconds=asked["seconds"],
            key=str(asked["key"]),
            now=timezone.now,
        )
        return Response(status=204)


class DealReady(APIView):
    """Saying that you are ready for a deal."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=serializers.ReadySerializer,
        responses={200: serializers.DealSerializer, **problems(403, 404, 409, 422)},
        summary="Be ready, and bound to a seed",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Say that you are ready.

        When everyone is ready, the phase is `reveal`, and players who chose their own seed must open it in time.
        """
        asked = body_of(request, serializers.ReadySerializer)
        commands.get_ready(
            by=player_of(request),
            deal_id=deal_id,
            commitment=asked["commitment"],
            now=timezone.now,
        )
        return Response(_seen(deal_id, request))


class DealReveal(APIView):
    """Opening one's seed."""

    scopes = {"POST": PLAY}

    @extend_schema(
        request=serializers.RevealSerializer,
        responses={200: serializers.DealSerializer, **problems(403, 404, 409, 422)},
        summary="Open the seed that you are bound to",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Open the seed; the cards are dealt when all are open."""
        seed = body_of(request, serializers.RevealSerializer)["seed"]
        commands.reveal_seed(by=player_of(request), deal_id=deal_id, seed=seed, now=timezone.now)
        return Response(_seen(deal_id, request))

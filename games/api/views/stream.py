"""The API's stream of an account: the present state of its tables, then their events as its seats may see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api import serializers
from games.api.requests import player_of, problems
from games.api.scopes import READ
from games.live.account import (
    HANDED,
    INVITATIONS,
    LINES,
    SERVER_SENT,
    AccountLine,
    Look,
    TablePosition,
    cursor_of,
    places_in,
)
from games.live.publish import key_for_seats, topic_of, topic_of_account
from games.live.sse import SELDOM
from games.models import ApiToken, Player
from games.models.players import DUTIES
from games.queries.play.followed import FollowedTable, followed_tables, inviting_tables

_LINES = OpenApiResponse(
    serializers.StreamLineSerializer,
    description="Lines without end, each an object; a `beat` after twenty seconds without another. `docs/streams.md` "
    "says how to follow them.",
)


class AccountStream(APIView):
    """The stream of what happens at your tables."""

    scopes = {"GET": READ}

    def perform_content_negotiation(
        self, request: Request, force: bool = False
    ) -> tuple[BaseRenderer, str]:
        """Return the JSON renderer, which writes the problem responses whatever format the stream's lines have."""
        return JSONRenderer(), "application/json"

    @extend_schema(
        operation_id="stream",
        parameters=[
            OpenApiParameter("after", str, description="The `id` of the last line that you have."),
            OpenApiParameter(
                "Last-Event-ID",
                str,
                OpenApiParameter.HEADER,
                description="The same, as browsers send it; it goes before `after`.",
            ),
        ],
        responses={
            (200, LINES): _LINES,
            (200, SERVER_SENT): _LINES,
            **problems(422, 429, 503),
        },
        summary="Your tables as they are, then everything that happens there",
    )
    def get(self, request: Request) -> HttpResponse:
        """Stream lines of JSON, or server-sent events if `Accept` names `text/event-stream`."""
        kind = media_type(request.headers.get("Accept", ""))
        after = request.headers.get("Last-Event-ID") or request.query_params.get("after", "")
        look = _look(request, after)
        # Django hands a request's scope on; under a server without streams there is none.
        handed: list[Look] | None = getattr(request._request, "scope", {}).get(HANDED)
        if handed is not None:
            handed.append(look)
            return HttpResponse(content_type=kind)
        begins = SELDOM if kind == SERVER_SENT else b""
        return HttpResponse(
            begins + b"".join(line.written(kind) for line in look.lines if not line.says_nothing),
            content_type=kind,
        )


def media_type(accepted: str) -> str:
    """Return the media type of the stream for this `Accept` header."""
    return SERVER_SENT if SERVER_SENT in accepted else LINES


def _look(request: Request, after: str) -> Look:
    player = player_of(request)
    told = places_in(after)
    tables = followed_tables(player, told)
    begun = {one.table.pk: one.start for one in tables}
    places = dict(told)
    lines = [_line("left", gone, places, None) for gone in sorted(set(told) - set(begun))]
    places |= begun
    lines += [line for one in tables for line in _lines(one, places, request)]
    # Nothing announces it: whoever invites would choose when the stream of somebody else looks (§6.10).
    invites = JSONRenderer().render({"tables": inviting_tables(player)})
    lines.append(AccountLine(INVITATIONS, 0, cursor_of(places), invites))
    token = request.auth if isinstance(request.auth, ApiToken) else None
    return Look(
        player=player.pk,
        duties=_duties(player),
        until=None if token is None else token.expires_at,
        topics=frozenset(
            {topic_of_account(player.pk)}
            | {
                topic_of(one.table.pk, key_for_seats(one.table))
                for one in tables
                if not one.is_left
            }
        ),
        lines=tuple(lines),
        cursor=cursor_of(places),
        has_more=any(one.has_more for one in tables),
    )


def _duties(player: Player) -> tuple[bool, ...]:
    return tuple(getattr(player, duty) for duty in DUTIES)


def _line(
    kind: str,
    about: int,
    places: dict[int, TablePosition],
    here: TablePosition | None,
    /,
    **said: Any,
) -> AccountLine:
    """Return a line about a table, and set the table's position in `places` to `here`.

    If `here` is None, the table is removed from `places`, since no more lines about it follow.
    """
    if here is None:
        del places[about]
    else:
        places[about] = here
    fields = JSONRenderer().render({"table_id": about, **said})
    return AccountLine(kind, about, cursor_of(places), fields)


def _lines(
    one: FollowedTable, places: dict[int, TablePosition], request: Request
) -> Iterator[AccountLine]:
    """Yield the stream's lines about a table, and update its position in `places` with each."""
    table = one.table.pk
    context = {"request": request}
    if one.seen is not None:
        shown = serializers.TableDetailSerializer(one.seen, context=context).data
        yield _line("table", table, places, one.start, table=shown)
    for at, deal in enumerate(one.deals):
        number = deal.seen.deal.pk
        for event in deal.events:
            told = serializers.EventSerializer(event).data
            here = TablePosition(number, event.version)
            yield _line("event", table, places, here, deal_id=number, event=told)
        if deal.events or at == len(one.deals) - 1:
            told = serializers.DealSerializer(deal.seen).data
            here = TablePosition(number, deal.seen.view.version)
            yield _line("deal", table, places, here, deal_id=number, deal=told)
    if one.is_left:
        yield _line("left", table, places, None)

"""API operations that each carry out one command on a tournament and return the version of its stream.

Operations that return more, such as the results of a table, have views of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import player_of, problems, wish_of
from games.api.scopes import DIRECT, PLAY
from games.inputs import LARGEST_ID, Fields, WholeNumber
from tournaments import commands
from tournaments.api.terms import CorrectTermsSerializer
from tournaments.engine.correcting.corrections import GROUP
from tournaments.engine.people.entries import REASON_LENGTH
from tournaments.inputs import (
    BeginningSerializer,
    DescribeSerializer,
    LongerSerializer,
    OnceSerializer,
    PointsSerializer,
    ReasonSerializer,
    RedrawSerializer,
    StartSerializer,
    VoidSerializer,
    WalkInSerializer,
)
from tournaments.presenters.log.agreement_words import waits_words
from tournaments.presenters.page.clock import TEA


class DoneSerializer(Fields):
    """The answer to a command: the tournament's new version, and what the command still waits for."""

    version = serializers.IntegerField(help_text="The version of the tournament's stream.")
    waits = serializers.CharField(
        help_text="Empty if it is done; otherwise what it waits for, as a sentence for people."
    )


def done(tournament_id: int, version: int) -> Response:
    """Return the response to a command; ``version`` is the version of the tournament's stream after it."""
    said = {"version": version, "waits": waits_words(tournament_id, version)}
    return Response(DoneSerializer(said).data)


class BreakSerializer(OnceSerializer):
    """A request to pause all tables, with its reason."""

    reason = serializers.CharField(
        max_length=REASON_LENGTH,
        default=TEA,
        help_text="Everybody can read it; a break by default.",
    )


class ApartSerializer(OnceSerializer):
    """A request to keep some members apart in future draws, with an optional reason."""

    players = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=LARGEST_ID),
        min_length=GROUP[0],
        max_length=GROUP[1],
    )
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


class Act(NamedTuple):
    """An operation that carries out one command."""

    where: str
    """Its address below that of the tournament."""
    name: str
    """The name of its address."""
    scope: str
    command: Callable[..., int]
    summary: str
    asked: type[Fields] = OnceSerializer
    own: bool = False
    """Whether the command asks for the member whom it is about, who is the caller."""


_CALLED: Final = {"player_id": "player", "deal_id": "deal"}
"""What commands call a number of the address, where it is something else."""
_RETURN: Final = partial(commands.take_back, as_director=True)
_ENTRY: Final = "entries/<int:player_id>"
_DEAL: Final = "corrections/deals/<int:deal_id>"
ACTS: Final = (
    # what a member does
    Act("enter", "enter", PLAY, commands.enter, "Enter, and pay the fee if there is one"),
    Act(
        *("withdraw", "withdraw", PLAY, commands.withdraw),
        "Withdraw before the start; the fee is returned",
    ),
    Act(
        *("entry/check-in", "check-in", PLAY, commands.check_in),
        "Check in for the first round",
        own=True,
    ),
    Act(
        *("entry/check-in/undo", "undo-check-in", PLAY, commands.undo_check_in),
        "Undo your check-in before the start",
        own=True,
    ),
    Act(
        *("entry/sit-out", "sit-out", PLAY, commands.sit_out),
        "Sit out the next round",
        own=True,
    ),
    Act(
        *("entry/sit-in", "sit-in", PLAY, commands.sit_in),
        "Play in the next round after all",
        own=True,
    ),
    Act(
        *("entry/leave", "leave", PLAY, commands.leave),
        "Withdraw after the start; the fee stays in the pot",
    ),
    Act(
        *("entry/return", "return", PLAY, commands.take_back),
        "Take your withdrawal back before the next draw",
        own=True,
    ),
    # its course
    Act(
        *("describe", "describe", DIRECT, commands.describe),
        "Set before the start when it begins, and its description",
        DescribeSerializer,
    ),
    Act(
        *("start", "start", DIRECT, commands.start),
        "Close the entries and draw the first round; the tables open by themselves",
        StartSerializer,
    ),
    Act(
        *("draw-on", "draw-on", DIRECT, commands.draw_on),
        "Draw the next round with bots for the one member who is left; other rounds are drawn by themselves",
    ),
    Act(
        *("close", "close", DIRECT, commands.close),
        "Make the standings final and pay the prizes",
    ),
    Act(
        *("cancel", "cancel", DIRECT, commands.cancel),
        "Cancel it and return every fee, for a public reason",
        ReasonSerializer,
    ),
    # its time
    Act(
        *("time/pause", "pause", DIRECT, commands.pause_all),
        "Pause all tables",
        BreakSerializer,
    ),
    Act(
        *("time/resume", "resume", DIRECT, commands.resume_all),
        "Resume all tables, each clock where it stopped",
    ),
    Act(
        *("time/beginning", "beginning", DIRECT, commands.set_beginning),
        "Start the drawn round in so many minutes, or now",
        BeginningSerializer,
    ),
    Act(
        *("time/longer", "longer", DIRECT, commands.lengthen_round),
        "Make the running round longer, for a public reason",
        LongerSerializer,
    ),
    # who plays
    Act(f"{_ENTRY}/check-in", "entry-check-in", DIRECT, commands.check_in, "Check a member in"),
    Act(
        *(f"{_ENTRY}/check-in/undo", "entry-undo-check-in", DIRECT, commands.undo_check_in),
        "Undo a member's check-in before the start",
    ),
    Act(
        *(f"{_ENTRY}/take-seat", "entry-take-seat", DIRECT, commands.take_seat),
        "Let an entered member take a bot's seat of the current round",
    ),
    Act(
        *(f"{_ENTRY}/sit-out", "entry-sit-out", DIRECT, commands.sit_out),
        "Draw the next round without a member",
    ),
    Act(
        *(f"{_ENTRY}/sit-in", "entry-sit-in", DIRECT, commands.sit_in),
        "Draw the next round with a member after all",
    ),
    Act(
        *(f"{_ENTRY}/remove", "entry-remove", DIRECT, commands.remove),
        "Remove a member for a public reason; before the start the fee is returned",
        ReasonSerializer,
    ),
    Act(
        *(f"{_ENTRY}/return", "entry-return", DIRECT, _RETURN),
        "Let a member who withdrew or was removed play again from the next draw",
    ),
    Act(
        *(f"{_ENTRY}/allow", "entry-allow", DIRECT, commands.allow_entry),
        "Let a member who was removed before the start enter again",
    ),
    Act(
        *("reserve/guests", "reserve-guest", DIRECT, commands.list_guest),
        "Put somebody without an account on the reserve list by their name",
        WalkInSerializer,
    ),
    Act(
        *("reserve/<int:player_id>", "reserve-member", DIRECT, commands.list_reserve),
        "Put a member on the reserve list",
    ),
    Act(
        *("reserve/<int:player_id>/leave", "reserve-leave", DIRECT, commands.leave_reserve),
        "Take a member off the reserve list",
    ),
    # its corrections
    Act(
        *(f"{_DEAL}/void", "void-deal", DIRECT, commands.void_deal),
        "Void a deal, and order its replay if asked; a running deal ends where it stands",
        VoidSerializer,
    ),
    Act(
        *(f"{_DEAL}/replay", "replay-deal", DIRECT, commands.replay_deal),
        "Play a voided deal again at the same table",
    ),
    Act(
        *(f"{_DEAL}/restore", "restore-deal", DIRECT, commands.take_voiding_back),
        "Let a voided deal count again",
        ReasonSerializer,
    ),
    Act(
        *("corrections/redraw", "redraw", DIRECT, commands.redraw),
        "Draw the newest round again before its first card",
        RedrawSerializer,
    ),
    Act(
        *("corrections/redraw/undo", "undo-redraw", DIRECT, commands.take_redraw_back),
        "Go back to the previous draw before the first card, once a round",
        RedrawSerializer,
    ),
    Act(
        *("corrections/points", "adjust-points", DIRECT, commands.adjust_points),
        "Give a member points, or take some",
        PointsSerializer,
    ),
    Act(
        *("corrections/points/<int:number>/undo", "undo-points", DIRECT),
        commands.take_adjustment_back,
        "Take an adjustment of points back",
        ReasonSerializer,
    ),
    Act(
        *("corrections/terms", "correct-terms", DIRECT, commands.correct_settings),
        "Change terms that have not taken effect",
        CorrectTermsSerializer,
    ),
    Act(
        *("corrections/apart", "keep-apart", DIRECT, commands.keep_apart),
        "Keep members apart in the draws to come, where that can be",
        ApartSerializer,
    ),
    Act(
        *("corrections/apart/<int:number>/end", "end-apart", DIRECT, commands.end_apart),
        "Let the members of a group meet again",
    ),
)
"""Every one of them, in the order of a tournament."""


def _view_of(act: Act) -> type[APIView]:
    """Return the view of an act."""

    class View(APIView):
        __doc__ = f"{act.summary}."
        scopes = {"POST": act.scope}

        @extend_schema(
            operation_id=f"tournaments_{act.name.replace('-', '_')}",
            request=act.asked,
            responses={200: DoneSerializer, **problems(400, 403, 404, 409, 422)},
            summary=act.summary,
            description="Carried out once per key.",
        )
        def post(self, request: Request, tournament_id: int, **place: int) -> Response:
            """Carry out the command."""
            about = next(iter(place.values()), None)
            asked, told = wish_of(request, act.asked, act.name, about)
            whom: dict[str, Any] = {_CALLED.get(name, name): one for name, one in place.items()}
            if act.own:
                whom["player"] = player_of(request).pk
            version = act.command(tournament_id=tournament_id, **whom, **asked, **told)
            return done(tournament_id, version)

    return View


def addresses() -> list[URLPattern]:
    """Return the URL patterns of all acts."""
    return [
        path(
            f"tournaments/<int:tournament_id>/{act.where}/",
            _view_of(act).as_view(),
            name=f"tournament-{act.name}",
        )
        for act in ACTS
    ]

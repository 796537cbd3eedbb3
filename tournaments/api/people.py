"""API of the people of a tournament: entries, invitations, guests, the reserve list, substitutes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.fields import BotAccount
from games.api.open_views import OpenView
from games.api.requests import player_of, problems, wish_of
from games.api.scopes import DIRECT, PLAY, READ
from games.api.serializers import ProblemSerializer, problem
from games.common.name_lists import UnreadableList
from games.inputs import Fields, WholeNumber
from tournaments import commands, queries
from tournaments.commands.authority import require_director
from tournaments.commands.entering import MOST_ASKED
from tournaments.errors import refusal
from tournaments.inputs import (
    OWNER,
    SUBSTITUTE,
    EnterListSerializer,
    GiveSeatSerializer,
    OnceSerializer,
    WalkInSerializer,
)
from tournaments.presenters.page.entry import entries
from tournaments.presenters.page.name_list import line_words, unreadable_words
from tournaments.presenters.page.seats import owner_of, seats_left
from tournaments.queries.entry_lists import (
    EntryLineOutcome,
    ListLine,
    answered,
    read_list,
    taking_entries,
)


class OwnReserveSerializer(OnceSerializer):
    """A request by the caller to join the reserve list (`listed` true) or to leave it (false)."""

    listed = serializers.BooleanField()


class ReserveSerializer(Fields):
    """A member on the reserve list."""

    id = serializers.IntegerField()
    name = serializers.CharField(source="shown_name")
    bot_account = BotAccount(lambda player: player)


class TakenSerializer(Fields):
    """The version of the tournament after a seat was taken or a guest entered."""

    version = serializers.IntegerField(help_text=_("The version of the tournament's stream."))


class ReserveList(APIView):
    """The reserve list of a tournament."""

    scopes = {"GET": READ, "POST": PLAY}

    @extend_schema(
        operation_id="tournaments_reserve",
        responses={200: ReserveSerializer(many=True), **problems(404)},
        summary="The reserve list of a tournament, in order",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the reserve list."""
        queries.get_tournament(tournament_id)
        return Response(ReserveSerializer(queries.reserves_of(tournament_id), many=True).data)

    @extend_schema(
        operation_id="tournaments_reserve_list",
        request=OwnReserveSerializer,
        responses={200: ReserveSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Stand on the reserve list of a tournament, or no more",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Put the caller on the list or take them off it, once per key."""
        asked, told = wish_of(request, OwnReserveSerializer, "reserve")
        command = commands.list_reserve if asked["listed"] else commands.leave_reserve
        command(tournament_id=tournament_id, player=told["by"].pk, **told)
        return Response(ReserveSerializer(queries.reserves_of(tournament_id), many=True).data)


class OwnSeat(APIView):
    """A bot's seat that the caller takes."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="tournaments_take_seat",
        request=OnceSerializer,
        responses={200: TakenSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Take a bot's seat of the round that is played; who has not entered enters and pays the fee",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Take a bot's seat, once per key."""
        _asked, told = wish_of(request, OnceSerializer, "own-seat")
        version = commands.take_seat(tournament_id=tournament_id, player=told["by"].pk, **told)
        return Response(TakenSerializer({"version": version}).data)


class SeatLeftSerializer(Fields):
    """A member's seat at a table that still has deals to play."""

    table = serializers.IntegerField()
    seat = serializers.IntegerField(help_text=_("South is 0, then East, North and West."))
    owner = serializers.CharField(help_text=_("The drawn member, such as player:12."))
    holder = serializers.CharField(help_text=_("The seat's holder from the next deal on."))


class GivenSeats(APIView):
    """The members' seats in the current round."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_seats",
        responses={200: SeatLeftSerializer(many=True), **problems(404)},
        summary="The members' seats at the tables that have deals left, and who has them",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the members' seats at tables that still have deals to play."""
        return _seats(tournament_id)

    @extend_schema(
        operation_id="tournaments_give_seat",
        request=GiveSeatSerializer,
        responses={200: SeatLeftSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Give a seat to a substitute, the careful bot or its owner again",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Give a seat to another holder, once per key. A director who plays needs another member's agreement."""
        asked, told = wish_of(request, GiveSeatSerializer, "give-seat")
        require_director(told["by"])
        row = queries.get_tournament(tournament_id)
        to, player = asked.pop("to"), asked.pop("player", None)
        if (to == SUBSTITUTE) != (player is not None):
            raise refusal("tournament.substitute-unnamed")
        if to == OWNER:
            player = owner_of(row, asked["table"], asked["seat"])
            if player is None:
                raise refusal("tournament.seat-of-bot")
        holder = asked.pop("holder", None)
        commands.give_seat(
            tournament_id=tournament_id, player=player, instead_of=holder, **asked, **told
        )
        return _seats(tournament_id)


def _seats(tournament_id: int) -> Response:
    row = queries.get_tournament(tournament_id)
    return Response(SeatLeftSerializer(seats_left(row), many=True).data)


class EnteredMemberSerializer(Fields):
    """A member who has entered."""

    id = serializers.IntegerField(source="player_id", help_text=_("The member's."))
    name = serializers.CharField(source="player.shown_name")
    bot_account = BotAccount()
    status = serializers.CharField(help_text="plays, absent, withdrew or removed")
    checked_in = serializers.BooleanField()
    entered_at = serializers.DateTimeField()


class Entries(OpenView):
    """The entries of a tournament."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="tournaments_entries",
        responses={200: EnteredMemberSerializer(many=True), **problems(404)},
        summary="The entries of a tournament, in order",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the entries."""
        _row, found = entries(tournament_id)
        return Response(EnteredMemberSerializer(found, many=True).data)


class InvitationSerializer(Fields):
    """A member who is invited."""

    id = serializers.IntegerField(source="player_id", help_text=_("The member's."))
    name = serializers.CharField(source="player.shown_name")
    bot_account = BotAccount()
    invited_at = serializers.DateTimeField()
    invited_by = serializers.IntegerField(source="invited_by_id", help_text=_("The director."))


class InviteSerializer(Fields):
    """A request to invite members."""

    players = serializers.ListField(
        child=WholeNumber(min_value=1),
        min_length=1,
        max_length=MOST_ASKED,
        help_text=_("Ids of members; either all of them are invited or none."),
    )
    idempotency_key = serializers.UUIDField()


class TakeBackSerializer(Fields):
    """A request to take a member's invitation back."""

    player = WholeNumber(min_value=1)
    idempotency_key = serializers.UUIDField()


class Invitations(APIView):
    """The invited members."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_invitations",
        responses={200: InvitationSerializer(many=True), **problems(404)},
        summary="Who is invited to a tournament, in order",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the invitations."""
        return _invited(tournament_id)

    @extend_schema(
        operation_id="tournaments_invite",
        request=InviteSerializer,
        responses={200: InvitationSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Invite members to a tournament that takes only who is invited",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Invite as a director, once per key."""
        asked, told = wish_of(request, InviteSerializer, "invite")
        commands.invite(tournament_id=tournament_id, **asked, **told)
        return _invited(tournament_id)


class InvitationTakenBack(APIView):
    """The withdrawal of an invitation."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_take_invitation_back",
        request=TakeBackSerializer,
        responses={200: InvitationSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Take back the invitation of a member who has not entered",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Take the invitation back, once per key. A director who plays needs another member's agreement."""
        asked, told = wish_of(request, TakeBackSerializer, "uninvite")
        commands.take_invitation_back(tournament_id=tournament_id, **asked, **told)
        return _invited(tournament_id)


def _invited(tournament_id: int) -> Response:
    queries.get_tournament(tournament_id)
    return Response(InvitationSerializer(queries.invitations_of(tournament_id), many=True).data)


class LineSerializer(Fields):
    """A line of a list of names: the member found for it, and whether the line is wrong."""

    line = serializers.IntegerField(source="number", help_text=_("From 1."))
    name = serializers.CharField()
    player = serializers.IntegerField(allow_null=True, help_text=_("Null if it names nobody."))
    wrong = serializers.BooleanField()
    detail = serializers.SerializerMethodField(help_text=_("A plain sentence for people."))

    def get_detail(self, line: ListLine) -> str:
        """Return a sentence that says what was done with the line, or what is wrong in it."""
        return line_words(line)


class EnteredSerializer(Fields):
    """The answer to a list of names: for each line the member found, and what was done."""

    lines = LineSerializer(many=True)


class WrongListSerializer(ProblemSerializer):
    """A problem response for a list of names, with the outcome of each line."""

    lines = LineSerializer(many=True)


class EntryList(APIView):
    """Entries from a list of names."""

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
        """Enter the members on the list as a director, once per key."""
        require_director(player_of(request))
        row = taking_entries(tournament_id)
        asked, told = wish_of(request, EnterListSerializer, "enter-list")
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
        players = answered(lines, EntryLineOutcome.ENTERS)
        commands.enter_members(tournament_id=row.pk, players=players, **told)
        return Response(said)


class WalkIns(APIView):
    """Guests without an account, entered by name."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_enter_guest",
        request=WalkInSerializer,
        responses={200: TakenSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Enter somebody without an account by their name",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Enter the guest as a director, once per key."""
        asked, told = wish_of(request, WalkInSerializer, "walk-in")
        version = commands.enter_guests(tournament_id=tournament_id, names=[asked["name"]], **told)
        return Response(TakenSerializer({"version": version}).data)

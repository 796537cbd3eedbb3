"""The API of notes on a deal: reading those visible to the caller, writing one, removing one."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import body_of, player_of, problems
from games.api.scopes import PLAY, READ
from games.inputs import Fields
from replays import queries
from replays.commands.notes import REASON_LENGTH, remove_note, write_note
from replays.inputs import NoteWritingSerializer
from replays.models import Note
from replays.queries.notes import notes_of


class NoteSerializer(Fields):
    """A note on the move of this version."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    by = serializers.IntegerField(source="by_id")
    circle = serializers.ChoiceField(choices=Note.Circle.choices)
    words = serializers.CharField()
    written_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField(allow_null=True)


class NoteRemovalSerializer(Fields):
    """The reason for removing a note; its writer leaves it empty."""

    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True)


class DealNotes(APIView):
    """The notes on one deal."""

    scopes = {"GET": READ, "POST": PLAY}

    @extend_schema(
        operation_id="deal_notes",
        responses={200: NoteSerializer(many=True), **problems(404, 409)},
        summary="The notes on a finished deal that you may read",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """Return the notes, in the order of moves, then of writing."""
        queries.get_replay(deal_id)
        found = notes_of(deal_id, player_of(request))
        return Response(NoteSerializer(found, many=True).data)

    @extend_schema(
        operation_id="deal_notes_write",
        request=NoteWritingSerializer,
        responses={201: NoteSerializer, **problems(400, 403, 404, 409, 422, 429)},
        summary="Write a note on a move of a finished deal",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Write a note for yourself, for the table, or for the club."""
        asked = body_of(request, NoteWritingSerializer)
        note = write_note(by=player_of(request), deal_id=deal_id, now=timezone.now(), **asked)
        return Response(NoteSerializer(note).data, status=201)


class DealNoteRemoval(APIView):
    """Removing one note."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="deal_note_remove",
        request=NoteRemovalSerializer,
        responses={204: None, **problems(400, 403, 404, 409, 422, 429)},
        summary="Remove your note; a director removes another's with a reason",
    )
    def post(self, request: Request, deal_id: int, number: int) -> Response:
        """Remove the note with this id."""
        asked = body_of(request, NoteRemovalSerializer)
        by = player_of(request)
        queries.get_replay(deal_id)
        remove_note(
            by=by,
            deal_id=deal_id,
            note_id=number,
            reason=asked["reason"],
            now=timezone.now(),
        )
        return Response(status=204)

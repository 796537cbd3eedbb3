"""The page of notes on a deal, where members write notes on a move for readers of their choice, and remove them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from games.errors import Refused
from games.inputs import form_field
from games.queries.play.deals import seat_of
from games.web.requests import HtmxHttpRequest, player_of, whole
from replays import queries
from replays.commands.notes import REASON_LENGTH, change_note, remove_note, write_note
from replays.inputs import NoteWritingSerializer
from replays.models import Note
from replays.models.note import WORDS_LENGTH
from replays.presenters.notes import move_notes
from replays.presenters.replay import draw_step
from replays.queries.notes import get_note, notes_of
from replays.web.steps_cache import board
from replays.web.view_options import club_only, version_of


class Lines(forms.CharField):
    """A text field in which each line break counts as one character, as browsers count it, although they send two."""

    def to_python(self, value: Any) -> Any:
        """Return the text, with a single character for each line break."""
        return (super().to_python(value) or "").replace("\r\n", "\n")


class NoteForm(forms.Form):
    """A note on a move."""

    words = form_field(
        NoteWritingSerializer,
        "words",
        text=Lines,
        label=gettext_lazy("Note"),
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": WORDS_LENGTH}),
    )
    circle = forms.ChoiceField(label=gettext_lazy("Visible to"))

    def __init__(self, *args: Any, seated: bool, **kwargs: Any) -> None:
        """Create the form; if the writer sat in the deal (`seated`), the note may be for its players alone."""
        super().__init__(*args, **kwargs)
        field = self.fields["circle"]
        assert isinstance(field, forms.ChoiceField)
        circles = [one for one in Note.Circle.choices if seated or one[0] != Note.Circle.TABLE]
        field.choices = circles


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def notes(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Show the notes on the deal, with the form for a note on the move `at`.

    A POST writes, changes or removes a note.
    """
    player = player_of(request)
    seated = seat_of(deal_id, player) is not None
    if request.method != "POST":
        note = request.GET.get("note")
        held = None if note is None else get_note(deal_id, whole(note, "note.unknown"), player)
        at = version_of(request.GET.get("at")) if held is None else held.version
        if held is not None and held.by_id != player.pk:
            raise Refused("note.not-yours")
        shown = {} if held is None else {"words": held.words, "circle": held.circle}
        form = NoteForm(initial=shown or {"circle": Note.Circle.MINE}, seated=seated)
        return _page(request, deal_id, at, form, note=held)
    at, said = version_of(request.POST.get("at")), request.POST
    number = whole(said["note"], "note.unknown") if said.get("note") else None
    if "remove" in said:
        try:
            remove_note(
                by=player,
                deal_id=deal_id,
                note_id=whole(said["remove"], "note.unknown"),
                reason=said.get("reason", ""),
                now=timezone.now(),
            )
        except Refused as error:
            if error.code != "note.reason":
                raise
            form = NoteForm(initial={"circle": Note.Circle.MINE}, seated=seated)
            return _page(request, deal_id, at, form, refusal=error)
        messages.success(request, _("The note is removed."))
        return _back(deal_id, at)
    form = NoteForm(said, seated=seated)
    status = 422
    if form.is_valid():
        wanted = {**form.cleaned_data, "by": player, "deal_id": deal_id, "now": timezone.now()}
        try:
            if number is None:
                if at is None:
                    raise Refused("replay.step")
                write_note(version=at, **wanted)
            else:
                change_note(note_id=number, **wanted)
        except Refused as error:
            if error.status == 404:
                raise
            form.add_error(None, error.sentence)
            status = error.status
        else:
            messages.success(request, _("The note is saved."))
            return _back(deal_id, at)
    held = None if number is None else get_note(deal_id, number, player)
    return _page(request, deal_id, at, form, note=held, status=status)


def _back(deal_id: int, at: int | None) -> HttpResponse:
    address = reverse("replay-notes", args=[deal_id])
    return HttpResponseRedirect(address if at is None else f"{address}?at={at}", status=303)


def _page(
    request: HtmxHttpRequest,
    deal_id: int,
    at: int | None,
    form: NoteForm,
    *,
    note: Note | None = None,
    refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    player = player_of(request)
    deal, replay = queries.get_replay(deal_id)
    here = replay.steps[0].version if at is None else at
    found = move_notes(deal, replay, notes_of(deal_id, player), at=here, viewer=player)
    context = {
        "deal": deal,
        "at": here,
        "board": board(draw_step(deal, replay, here)),
        "moves": found,
        "form": form,
        "note": note,
        "refusal": refusal,
        "reason_length": REASON_LENGTH,
    }
    return render(
        request, "replays/notes.html", context, status=status if refusal is None else refusal.status
    )

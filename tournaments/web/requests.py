"""Helpers for requests: the player who asks, and forms that may be sent twice and show refusals at their fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.inputs import Arguments, arguments, form_field
from games.models import Player
from games.web.requests import player_of
from tournaments.commands.authority import require_director
from tournaments.errors import RefusedByTournament, refusal
from tournaments.inputs import OnceSerializer, ReasonSerializer
from tournaments.presenters.log.agreement_words import waits_words


class IdempotentForm(forms.Form):
    """A form whose command is carried out only once, even if the form is sent twice."""

    idempotency_key = form_field(OnceSerializer, "idempotency_key", widget=forms.HiddenInput)
    status = 200
    """What the page answers that shows this form."""
    version = 0
    """What the command answered that was carried out."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Give an empty form a new id."""
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.initial["idempotency_key"] = uuid4()

    def clean(self) -> dict[str, Any] | None:
        """Move an error in the hidden id to the top of the form, and give the form a new id."""
        read = super().clean()
        if "idempotency_key" in self.errors:
            del self.errors["idempotency_key"]
            self.data = {**dict(self.data.items()), "idempotency_key": str(uuid4())}
            self.add_error(None, _("Part of the form was missing. Press the button again."))
        return read

    @property
    def given(self) -> dict[str, Any]:
        """Return the values of a valid form, by the names of its command's parameters."""
        return {name: said for name, said in self.cleaned_data.items() if name != "idempotency_key"}

    def arguments(self, by: Player, act: str, about: int | None = None) -> Arguments:
        """Return the arguments that every command takes: the player, the time and the idempotency key."""
        return arguments(by, act, self.cleaned_data["idempotency_key"], about)

    def carry_out(
        self,
        command: Callable[..., int],
        by: Player,
        act: str,
        /,
        *,
        about: int | None = None,
        refusals: type[Refused] = RefusedByTournament,
        **more: Any,
    ) -> bool:
        """Carry out the command once, and return True.

        Return False, with the response's status and the errors set, if the form is invalid or the command refuses.
        """
        self.status = 422
        if not self.is_valid():
            return False
        try:
            self.version = command(**self.given, **more, **self.arguments(by, act, about))
        except refusals as refused:
            self.add_refusal(refused)
            self.status = refused.status
            return False
        return True

    def add_refusal(self, refused: Refused) -> None:
        """Show a command's refusal at the field concerned."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.sentence)


def reason_field(help_text: Any = "", *, rows: int = 0, required: bool = True) -> Any:
    """Return the field of a reason, with one line or several."""
    words: dict[str, Any] = {"label": _("Reason"), "help_text": help_text, "required": required}
    if rows:
        words["widget"] = forms.Textarea(attrs={"rows": rows})
    return form_field(ReasonSerializer, "reason", **words)


class ReasonForm(IdempotentForm):
    """The reason for a correction."""

    reason = reason_field(
        _("Everybody can read it on the tournament's page and in its log."), rows=2
    )


def director_of(request: HttpRequest) -> Player:
    """Return the director who asks. Raises Refused for anybody else."""
    by = player_of(request)
    require_director(by)
    return by


def judge_of(request: HttpRequest) -> Player:
    """Return the director or referee who asks. Raises Refused for anybody else."""
    by = player_of(request)
    if not (by.is_director or by.is_referee):
        raise refusal("tournament.not-judge")
    return by


def say_done(request: HttpRequest, tournament_id: int, version: int, done: str = "") -> bool:
    """Show the message `done`, or a warning if the act awaits another person. Return whether it is done."""
    waits = waits_words(tournament_id, version)
    if waits or done:
        messages.add_message(
            request, messages.WARNING if waits else messages.SUCCESS, waits or done
        )
    return not waits


def say_refusals(request: HttpRequest, form: IdempotentForm) -> None:
    """Show a form's general errors as messages, for pages that do not show the form itself."""
    for wrong in form.non_field_errors():
        messages.error(request, str(wrong))


def key_in(asked: QueryDict) -> str:
    """Return the id of the form that was sent; a new one if it is missing, so that the form is still carried out."""
    try:
        return str(UUID(asked.get("idempotency_key", "")))
    except ValueError:
        return str(uuid4())

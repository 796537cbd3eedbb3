"""The director's page of the money paid at the door: a button for each payment, and the count of the cash box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.inputs import form_field
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest
from tournaments import commands
from tournaments.errors import refusal
from tournaments.inputs import BoxCountSerializer, CashPaymentSerializer, CashPrizeSerializer
from tournaments.presenters.cash.box import BoxPage, box_page
from tournaments.web.requests import IdempotentForm, director_of


class PrizeForm(IdempotentForm):
    """A prize paid out from the box."""

    amount = form_field(CashPrizeSerializer, "amount", label=_("Amount"))


class OtherPrizeForm(PrizeForm):
    """A prize for a member to whom none is proposed."""

    player = forms.TypedChoiceField(label=_("Member"), coerce=int)
    field_order = ("player", "amount")

    def __init__(self, *args: Any, page: BoxPage, **kwargs: Any) -> None:
        """Offer the members of the final standings."""
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = page.places  # type: ignore[attr-defined]


class PaymentForm(IdempotentForm):
    """A form for any other payment into or out of the cash box."""

    out = forms.TypedChoiceField(
        label=_("Into or out of the box"),
        coerce=lambda said: said == "out",
        choices=(("out", _("Out of the box")), ("in", _("Into the box"))),
        initial="out",
        widget=forms.RadioSelect,
    )
    amount = form_field(CashPrizeSerializer, "amount", label=_("Amount"))
    words = form_field(
        CashPaymentSerializer,
        "words",
        label=_("Purpose"),
        help_text=_(
            "Such as tea, the room, or change for the box. Everybody can read it in the log."
        ),
    )

    @property
    def given(self) -> dict[str, Any]:
        """Return the amount, negative for money taken out, and what it was for."""
        read = self.cleaned_data
        return {
            "amount": -read["amount"] if read["out"] else read["amount"],
            "words": read["words"],
        }


class CountForm(IdempotentForm):
    """A form for the counted contents of the cash box."""

    counted = form_field(BoxCountSerializer, "counted", label=_("Counted in the box"))


_DONE: Final = {
    "fee": gettext_noop("Marked as paid."),
    "prize": gettext_noop("The prize has been marked as paid."),
    "other-prize": gettext_noop("The prize has been marked as paid."),
    "other": gettext_noop("The payment has been recorded."),
    "back": gettext_noop("The payment has been taken back."),
    "count": gettext_noop("The count has been recorded."),
}
"""What is said when a button was pressed."""
_COMMANDS: Final[dict[str, Callable[..., int]]] = {
    "fee": commands.mark_fee_paid,
    "prize": commands.mark_prize_paid,
    "other-prize": commands.mark_prize_paid,
    "other": commands.note_payment,
    "back": commands.take_payment_back,
    "count": commands.count_box,
}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def box(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show directors the money paid at the door; POST carries out the action named in the form's `act`."""
    director, status = director_of(request), 200
    page = box_page(tournament_id)
    act = request.POST.get("act", "")
    if request.method == "POST" and act not in _DONE:
        raise refusal("tournament.act-unknown")
    data = request.POST if act else None
    filled: dict[str, IdempotentForm] = {
        "other_prize": OtherPrizeForm(
            data if act == "other-prize" else None, page=page, auto_id="prize_%s"
        ),
        "other": PaymentForm(data if act == "other" else None, auto_id="other_%s"),
        "count": CountForm(data if act == "count" else None, auto_id="count_%s"),
    }
    if act:
        about: int | None = None
        whom: dict[str, Any] = {}
        sent = filled.get(act.replace("-", "_"))
        if sent is None:  # a button of a line
            sent = PrizeForm(data) if act == "prize" else IdempotentForm(data)
            named = "number" if act == "back" else "player"
            about = cursor(request.POST.get(named)) or 0
            whom = {named: about}
        if sent.carry_out(
            _COMMANDS[act],
            director,
            f"cash-{act}",
            about=about,
            tournament_id=tournament_id,
            **whom,
        ):
            messages.success(request, gettext(_DONE[act]))
            return see_other("tournament-cash", tournament_id)
        status = sent.status
        if sent not in filled.values() or (act == "other-prize" and not page.places):
            for wrong in sent.errors.values():
                messages.error(request, " ".join(map(str, wrong)))
        page = box_page(tournament_id)
    shown = {"page": page, "row": page.row, "key": IdempotentForm().initial["idempotency_key"]}
    return render(request, "tournaments/cash.html", {**shown, **filled}, status=status)

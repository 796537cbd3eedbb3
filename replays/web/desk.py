"""Pages of the referees' desk: the queue of cases, and each dispute with its move and the form to rule on it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.common.joints import said_of
from games.errors import Refused
from games.models import Player
from games.presenters.effects import effects_box
from games.presenters.sentences import distinct_names
from games.queries.behalf import behalf, real_card_disputes
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import player_of
from games.web.views.rulebook import section_text
from replays import queries
from replays.commands import rulings
from replays.forms import RulingForm, SignatureForm, WithdrawalForm
from replays.models import Dispute
from replays.presenters.casebook import like_words
from replays.presenters.court import barred_words, court_box
from replays.presenters.queue import queue_boxes
from replays.presenters.replay import draw_before_discard, draw_step, names_in
from replays.presenters.rulings import dispute_boxes
from replays.queries import casebook

CITED: Final = ("10.3", "10.5", "9.3", "10.8")
"""The sections that the desk shows in full; the book has the others."""
AnyForm = RulingForm | WithdrawalForm | SignatureForm
DEEDS: Final[dict[str, type[AnyForm]]] = {
    "withdraw": WithdrawalForm,
    "sign": SignatureForm,
    "refuse": SignatureForm,
    "rule": RulingForm,
}
"""What a referee can press, by the button's name → the form that goes with it."""


@login_required
@never_cache
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Show referees the waiting cases, the nearest end first."""
    _referee(request)
    now = timezone.now()
    shown = {
        "queue": queue_boxes(queries.queue(now), real_card_disputes(now), now=now),
        "differing": len(casebook.unlike_keys(now)),
    }
    return render(request, "replays/desk/queue.html", shown)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def real_cards(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show a referee a dispute from a table with real cards, with the actions that are possible."""
    _referee(request)
    return behalf().desk(request, cursor(str(case_id)) or 0)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def case(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Show a referee one dispute, with the form to rule on it, to sign a proposal, or to withdraw the ruling."""
    by = _referee(request)
    dispute = queries.get_dispute(cursor(str(dispute_id)) or 0)
    if dispute is None:
        raise Refused("dispute.unknown")
    if request.method == "GET":
        return _page(request, by, dispute, _form_for(dispute)())
    deed = next((one for one in DEEDS if one in request.POST), "rule")
    form = DEEDS[deed](request.POST)
    if not form.is_valid():
        return _page(request, by, dispute, form, status=422)
    try:
        done = _carry_out(deed, by, dispute, form.cleaned_data)
    except Refused as error:
        form.add_error(error.field or None, error.sentence)
        return _page(request, by, dispute, form, status=error.status)
    messages.success(request, done)
    return see_other("desk-case", dispute.pk)


def _referee(request: HttpRequest) -> Player:
    """Return the user if they are a referee. Raises Refused for everybody else, even owners."""
    player = player_of(request)
    if not player.is_referee:
        raise Refused("ruling.not-referee")
    return player


def _page(
    request: HttpRequest, by: Player, dispute: Dispute, form: AnyForm, status: int = 200
) -> HttpResponse:
    fresh = queries.get_dispute(dispute.pk) or dispute
    # A referee too late with one form needs the other, beside the message.
    refused, wanted = form.non_field_errors(), _form_for(fresh)
    if refused and not isinstance(form, wanted):
        form = wanted()
    now, title = timezone.now(), fresh.deal.shown_name
    deal, replay = queries.get_replay(fresh.deal_id)
    names = distinct_names(names_in(deal, replay))
    then = draw_before_discard(deal, replay)
    judged = draw_step(deal, replay, fresh.discard)
    effects = queries.effects_of(
        deal, fresh.number, now=now, settled=rulings.is_settled(fresh, now)
    )
    box = None if effects is None else effects_box(effects, names, title)
    if box is not None and isinstance(form, RulingForm):
        form.name_outcomes([(one.outcome, said_of(one.name, one.words)) for one in box.columns])
    why_not = rulings.why_not(by, fresh)
    shown = {
        "title": title,
        "dispute": fresh,
        "address": f"{reverse('replay', args=[fresh.deal_id])}?at={fresh.discard}",
        "discarder": "" if then is None else names[replay.ending.taken.seat],  # type: ignore[union-attr]
        "then": then,
        "judged": judged,
        "box": dispute_boxes([fresh], replay.acts, names)[0],
        "effects": box,
        "rules": [(f"§{one}", section_text(one)) for one in CITED],
        **_like(fresh, now),
        "earlier": queries.earlier_rulings(fresh, now=now),
        "form": form,
        "refused": refused,
        "withdrawing": isinstance(form, WithdrawalForm),
        "court": court_box(fresh, replay.ending, by, box),
        "why_not": why_not,
        "barred": barred_words(why_not, fresh, now=now),
    }
    return render(request, "replays/desk/case.html", shown, status=status)


def _carry_out(deed: str, by: Player, dispute: Dispute, said: dict[str, Any]) -> str:
    """Carry out the referee's action; return the sentence that reports it. Raises Refused."""
    now = timezone.now()
    who: dict[str, Any] = {"by": by, "dispute_id": dispute.pk, "seen": said["seen"], "now": now}
    if deed == "sign":
        rulings.sign_ruling(**who)
        return _("The ruling has been signed and is now in effect.")
    if deed == "refuse":
        rulings.refuse_signature(**who, reason=said["reason"])
        return _("The proposal was rejected. Nothing has changed.")
    if deed == "withdraw":
        after = rulings.withdraw_ruling(**who, reason=said["reason"])
        done = _("The ruling has been withdrawn.")
    else:
        after = rulings.give_ruling(
            **who,
            outcome=said["decision"],
            section=said["section"],
            reason=said["reason"],
        )
        done = _("The ruling has been given.")
    if after.proposed:
        return _(
            "Your ruling has been proposed. Nothing changes until a second referee signs it (§10.8)."
        )
    return done


def _form_for(dispute: Dispute) -> type[AnyForm]:
    if dispute.proposed:
        return SignatureForm
    return RulingForm if dispute.status == Dispute.OPEN else WithdrawalForm


def _like(dispute: Dispute, now: datetime) -> dict[str, Any]:
    """Return the desk's display of final rulings on similar positions."""
    key = casebook.key_in_dispute(dispute)
    return {
        "key": key,
        "like_words": like_words(key),
        "alike": casebook.alike(dispute, now=now),
        "differ": key in casebook.unlike_keys(now),
    }

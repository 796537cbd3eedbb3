"""Disputes in the admin: a referee reads them, sees the disputed move, and rules. Nothing else is written here."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Refused
from games.model_admin import ClubModelAdmin
from games.models import Player
from games.presenters.effects import effects_box
from games.presenters.sentences import distinct_names
from games.queries.behalf import behalf, real_card_disputes
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
_ID = re.compile(r"[0-9]{1,18}")


@admin.register(Dispute)
class DisputeAdmin(ClubModelAdmin):
    """Disputes: referees and directors look, referees rule.

    Permission comes from the player's duties and from nothing else, so a superuser who is no referee cannot rule.
    """

    actions = None
    list_display = ("which", "status", "move", "filed_by", "filed_at", "referee", "ruled_at")
    list_filter = ("status",)
    list_select_related = ("deal__table", "filed_by", "referee")
    search_fields = ("deal__table__name", "reason")
    ordering = ("-filed_at",)
    show_facets = admin.ShowFacets.NEVER  # the queue above counts what matters

    def has_view_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        """Referees and directors."""
        user = request.user
        return isinstance(user, Player) and user.is_active and (user.is_referee or user.is_director)

    def has_change_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        """Return True for referees: to change a dispute is to rule on it."""
        user = request.user
        return isinstance(user, Player) and user.is_active and user.is_referee

    @admin.display(description=gettext_lazy("dispute"))
    def which(self, dispute: Dispute) -> str:
        """Return the disputed deal."""
        return dispute.deal.shown_name

    @admin.display(description=gettext_lazy("move"))
    def move(self, dispute: Dispute) -> SafeString:
        """Return the link to the very discard in the replay, in a new tab."""
        return format_html(
            '<a href="{}" target="_blank" rel="noopener">{}</a>',
            _address(dispute),
            _("To the move"),
        )

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show what waits, the nearest end first, and below it all disputes ever filed."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        now = timezone.now()
        context = {
            "queue": queue_boxes(queries.queue(now), real_card_disputes(now), now=now),
            "differing": len(casebook.unlike_keys(now)),
        }
        return super().changelist_view(request, {**(extra_context or {}), **context})

    def get_urls(self) -> list[Any]:
        """Add the address of a case of real cards, which has its number and is ruled on here too."""
        case = path(
            "real-cards/<int:case_id>/",
            self.admin_site.admin_view(self.real_cards),
            name="replays_dispute_real_cards",
        )
        return [case, *super().get_urls()]

    def real_cards(self, request: HttpRequest, case_id: int) -> HttpResponse:
        """Show one dispute with real cards, with this referee's actions."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method == "POST" and not self.has_change_permission(request):
            raise PermissionDenied
        chrome = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("The penalty"),
        }
        return behalf().desk(request, case_id, chrome)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show one dispute, with the form to rule on it or to withdraw its ruling."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        known = _ID.fullmatch(object_id)
        dispute = queries.get_dispute(int(object_id)) if known else None
        if dispute is None:
            answer: HttpResponse = self._get_obj_does_not_exist_redirect(  # type: ignore[attr-defined]
                request, self.opts, object_id
            )
            return answer
        if request.method == "POST":
            return self._rule(request, dispute)
        return self._page(request, dispute, _form_for(dispute)())

    def _rule(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        deed = next((one for one in DEEDS if one in request.POST), "rule")
        form = DEEDS[deed](request.POST)
        if not form.is_valid():
            return self._page(request, dispute, form, status=422)
        try:
            done = _carry_out(deed, cast(Player, request.user), dispute, form.cleaned_data)
        except Refused as error:
            form.add_error(error.field or None, error.sentence)
            return self._page(request, dispute, form, status=error.status)
        self.log_change(request, dispute, done)
        messages.success(request, done)
        return HttpResponseRedirect(reverse("admin:replays_dispute_change", args=[dispute.pk]))

    def _page(
        self,
        request: HttpRequest,
        dispute: Dispute,
        form: AnyForm,
        status: int = 200,
    ) -> HttpResponse:
        player = cast(Player, request.user)
        fresh = queries.get_dispute(dispute.pk) or dispute
        # A referee too late with one form needs the other, beside the message.
        refused, wanted = form.non_field_errors(), _form_for(fresh)
        if refused and not isinstance(form, wanted):
            form = wanted()
        now = timezone.now()
        deal, replay = queries.get_replay(fresh.deal_id)
        names = distinct_names(names_in(deal, replay))
        then = draw_before_discard(deal, replay)
        judged = draw_step(deal, replay, fresh.discard)
        effects = queries.effects_of(
            deal, fresh.number, now=now, settled=rulings.is_settled(fresh, now)
        )
        box = None if effects is None else effects_box(effects, names, self.which(fresh))
        if box is not None and isinstance(form, RulingForm):
            form.name_outcomes([(one.outcome, f"{one.name}: {one.words}") for one in box.columns])
        why_not = rulings.why_not(player, fresh)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": self.which(fresh),
            "dispute": fresh,
            "address": _address(fresh),
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
            "court": court_box(fresh, replay.ending, player, box),
            "why_not": why_not,
            "barred": barred_words(why_not, fresh, now=now),
        }
        return TemplateResponse(
            request, "admin/replays/dispute/change_form.html", context, status=status
        )


def _carry_out(deed: str, by: Player, dispute: Dispute, said: dict[str, Any]) -> str:
    """Carry out the referee's action, and report it. Raises Refused."""
    now = timezone.now()
    who: dict[str, Any] = {"by": by, "dispute_id": dispute.pk, "seen": said["seen"], "now": now}
    if deed == "sign":
        rulings.sign_ruling(**who)
        return _("The ruling is signed, and holds.")
    if deed == "refuse":
        rulings.refuse_signature(**who, reason=said["reason"])
        return _("What was proposed is off. Nothing has changed.")
    if deed == "withdraw":
        after = rulings.withdraw_ruling(**who, reason=said["reason"])
        done = _("The ruling is withdrawn.")
    else:
        after = rulings.give_ruling(
            **who,
            outcome=said["decision"],
            section=said["section"],
            reason=said["reason"],
        )
        done = _("The ruling is given.")
    if after.proposed:
        return _("It is proposed. Nothing changes before a second referee signs it (§10.8).")
    return done


def _form_for(dispute: Dispute) -> type[AnyForm]:
    if dispute.proposed:
        return SignatureForm
    return RulingForm if dispute.status == Dispute.OPEN else WithdrawalForm


def _address(dispute: Dispute) -> str:
    return f"{reverse('replay', args=[dispute.deal_id])}?at={dispute.discard}"


def _like(dispute: Dispute, now: datetime) -> dict[str, Any]:
    """Return the desk's display of final rulings on similar positions."""
    key = casebook.key_in_dispute(dispute)
    return {
        "key": key,
        "like_words": like_words(key),
        "alike": casebook.alike(dispute, now=now),
        "differ": key in casebook.unlike_keys(now),
    }

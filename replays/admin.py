"""Disputes in the admin: a referee reads them, looks at the very move, and rules. Nothing else is written here."""

from __future__ import annotations

import re
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Refused
from games.model_admin import ClubModelAdmin
from games.models import Player
from games.presenters.sentences import deal_name, distinct_names
from replays import queries
from replays.commands import rulings
from replays.forms import RulingForm, WithdrawalForm
from replays.models import Dispute
from replays.presenters.replay import draw, names_in
from replays.presenters.rulings import dispute_boxes

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

    def has_view_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        """Referees and directors."""
        user = request.user
        return isinstance(user, Player) and user.is_active and (user.is_referee or user.is_director)

    def has_change_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        """Referees: to change a dispute is to rule on it."""
        user = request.user
        return isinstance(user, Player) and user.is_active and user.is_referee

    @admin.display(description=gettext_lazy("dispute"))
    def which(self, dispute: Dispute) -> str:
        """The deal that it is about."""
        return deal_name(dispute.deal.number, dispute.deal.table.name)

    @admin.display(description=gettext_lazy("move"))
    def move(self, dispute: Dispute) -> SafeString:
        """The way to the very discard in the replay, in a new tab."""
        return format_html(
            '<a href="{}" target="_blank" rel="noopener">{}</a>',
            _address(dispute),
            _("To the move"),
        )

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """One dispute, with the form to rule on it or to withdraw its ruling."""
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
        is_open = dispute.status == Dispute.Status.OPEN
        return self._page(request, dispute, RulingForm() if is_open else WithdrawalForm())

    def _rule(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        withdrawing = "withdraw" in request.POST
        form = WithdrawalForm(request.POST) if withdrawing else RulingForm(request.POST)
        if not form.is_valid():
            return self._page(request, dispute, form, status=422)
        referee = cast(Player, request.user)
        said, now = form.cleaned_data, timezone.now()
        try:
            if withdrawing:
                rulings.withdraw_ruling(
                    by=referee, dispute_id=dispute.pk, reason=said["reason"], now=now
                )
            else:
                rulings.give_ruling(
                    by=referee,
                    dispute_id=dispute.pk,
                    upheld=said["decision"] == RulingForm.UPHOLD,
                    shared=said["decision"] == RulingForm.SHARE,
                    section=said["section"],
                    reason=said["reason"],
                    now=now,
                )
        except Refused as error:
            field = "section" if error.code == "ruling.section" else None
            form.add_error(field, error.sentence)
            return self._page(request, dispute, form, status=error.status)
        done = _("The ruling is withdrawn.") if withdrawing else _("The ruling is given.")
        self.log_change(request, dispute, done)
        messages.success(request, done)
        return HttpResponseRedirect(reverse("admin:replays_dispute_change", args=[dispute.pk]))

    def _page(
        self,
        request: HttpRequest,
        dispute: Dispute,
        form: RulingForm | WithdrawalForm,
        status: int = 200,
    ) -> HttpResponse:
        player = cast(Player, request.user)
        fresh = queries.get_dispute(dispute.pk) or dispute
        deal, replay = queries.get_replay(fresh.deal_id)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": self.which(fresh),
            "dispute": fresh,
            "address": _address(fresh),
            "judged": draw(deal, replay, (), viewer=player, at=fresh.discard).shown.review,
            "box": dispute_boxes([fresh], replay.acts, distinct_names(names_in(deal, replay)))[0],
            "form": form,
            "withdrawing": isinstance(form, WithdrawalForm),
            "why_not": rulings.why_not(player, fresh),
        }
        return TemplateResponse(
            request, "admin/replays/dispute/change_form.html", context, status=status
        )


def _address(dispute: Dispute) -> str:
    return f"{reverse('replay', args=[dispute.deal_id])}?at={dispute.discard}"

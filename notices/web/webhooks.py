"""An owner's pages of webhooks: the addresses that get the club's news, and the messages sent to each."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.models import Player
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import owner_of
from notices import commands, queries
from notices.models import Webhook
from notices.models.webhooks import LONGEST
from notices.presenters.webhooks import delivery_lines, hook_lines
from notices.webhooks.messages import shown_secret


class WebhookForm(forms.Form):
    """The form for the address of a new webhook."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
        help_text=gettext_lazy(
            "The address at which the other program receives messages. Look it up in that program's manual."
        ),
    )
    own_network = forms.BooleanField(
        label=gettext_lazy("On our own network"),
        required=False,
        help_text=gettext_lazy(
            "Tick this only for a program on the club's own computer or on the same private "
            "network."
        ),
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def webhooks(request: HttpRequest) -> HttpResponse:
    """Show the webhooks. A POST adds one and shows its secret, which is shown only this once."""
    owner, status, form = owner_of(request), 200, WebhookForm()
    if request.method == "POST":
        form, status = WebhookForm(request.POST), 422
        if form.is_valid():
            try:
                hook = commands.add_webhook(by=owner, now=timezone.now(), **form.cleaned_data)
            except Refused as refused:
                form.add_error(refused.field or None, refused.sentence)
                status = refused.status
            else:
                return _show(request, hook, secret=shown_secret(hook))
    shown = {"form": form, "hooks": hook_lines()}
    return render(request, "notices/webhooks.html", shown, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def webhook(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Show a webhook and its messages.

    A POST pauses, tests or removes the webhook, renews its secret, or sends a message again.
    """
    owner, status = owner_of(request), 200
    if request.method == "POST":
        try:
            return _act(request, owner, webhook_id)
        except Refused as refused:
            if refused.code == "webhook.unknown":
                raise
            messages.error(request, refused.sentence)
            status = refused.status
    return _show(request, queries.get_webhook(webhook_id), status=status)


def _act(request: HttpRequest, owner: Player, webhook_id: int) -> HttpResponse:
    act, now = request.POST.get("act", ""), timezone.now()
    if act == "secret":
        hook = commands.renew_secret(by=owner, webhook_id=webhook_id)
        return _show(request, hook, secret=shown_secret(hook))
    if act == "remove":
        commands.remove_webhook(by=owner, webhook_id=webhook_id)
        messages.success(request, _("The address has been removed. Nothing more is sent to it."))
        return see_other("webhooks")
    if act in ("pause", "resume"):
        commands.pause_webhook(by=owner, webhook_id=webhook_id, paused=act == "pause", now=now)
    elif act == "test":
        commands.send_test(by=owner, webhook_id=webhook_id, now=now)
        messages.success(
            request, _("A test is on its way. Reload the page in ten seconds to see the answer.")
        )
    elif again := cursor(request.POST.get("again")):
        commands.send_again(by=owner, webhook_id=webhook_id, delivery_id=again, now=now)
        messages.success(
            request,
            _("The message is being sent again. Reload the page in ten seconds to see the answer."),
        )
    return see_other("webhook", webhook_id)


def _show(
    request: HttpRequest, hook: Webhook, *, secret: str = "", status: int = 200
) -> HttpResponse:
    shown = {"hook": hook, "secret": secret, "lines": delivery_lines(hook)}
    return render(request, "notices/webhook.html", shown, status=status)

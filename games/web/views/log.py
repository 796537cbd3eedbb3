"""Pages of the public log: its key, checkpoints and proofs as text, and a page that explains them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import commands
from games.common.addresses import network_of
from games.errors import Refused
from games.infrastructure.throttling import count
from games.log.integrity import tree, witnessing
from games.log.integrity.keys import NoKey, log_key, witnesses
from games.log.integrity.notes import LONGEST, BadNote, proof_text
from games.log.integrity.receipts import PROOF
from games.log.integrity.witnessing import UnknownCheckpoint
from games.presenters.club.log import draw, standing
from games.presenters.club.nights import nights
from games.web.answers import see_other
from games.web.requests import owner_of, whole

View = Callable[..., HttpResponse]


def _open(view: View) -> View:
    """Wrap a view for everyone: limit its requests by network address.

    Raises Refused for an unknown checkpoint, or if the log has no key.
    """

    @never_cache
    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":  # tusac_site.security.write_limits has counted that one
            count("log", f"address:{network_of(request.META.get('REMOTE_ADDR'))}")
        try:
            return view(request, *args, **kwargs)
        except UnknownCheckpoint:
            raise Refused("log.unknown") from None
        except NoKey:
            raise Refused("log.key") from None

    return shown


def _plain(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
@_open
def log(request: HttpRequest) -> HttpResponse:
    """Show what the log guarantees, its public key, the newest checkpoint with cosigners, and the nightly findings.

    `?nights=2026-11-09` shows the nights before that day; an invalid date is ignored.
    """
    before = None
    with suppress(ValueError):
        before = date.fromisoformat(request.GET.get("nights", ""))
    checked = nights(timezone.now(), before=before)
    return render(request, "games/log.html", {"log": draw(), "checked": checked, "before": before})


@require_safe
@_open
def key(request: HttpRequest) -> HttpResponse:
    """Return the public key of the log as one line."""
    return _plain(f"{log_key().verifier}\n")


@require_safe
@_open
def checkpoint(request: HttpRequest, size: int | None = None) -> HttpResponse:
    """Return a checkpoint with its cosignatures: the newest, or the one with this `size`. 204 before the
    first one.
    """
    if size is None and not tree.size():
        return HttpResponse(status=204)
    return _plain(str(witnessing.newest() if size is None else witnessing.checkpoint(size)))


@require_safe
@_open
def consistency(request: HttpRequest) -> HttpResponse:
    """Return the proof, as hashes, one a line, that the log's tree only grew.

    `from` and `to` are the numbers of leaves before and after.
    """
    old, new = (whole(request.GET.get(name), "log.unknown") for name in ("from", "to"))
    return _plain(proof_text(witnessing.consistency(old, new)))


@require_safe
@_open
def proof(request: HttpRequest, index: int) -> HttpResponse:
    """Return the proof that a leaf is in the tree of the newest checkpoint, or of the one with `size` leaves."""
    said = request.GET.get("size")
    note = witnessing.checkpoint(whole(said, "log.unknown")) if said else witnessing.newest()
    hashes = witnessing.inclusion(index, witnessing.size_of(note))
    return _plain(f"{PROOF}\nindex {index}\n{proof_text(hashes)}\n{note}")


@require_safe
@_open
def leaf(request: HttpRequest, index: int, digest: str) -> HttpResponse:
    """Show whether the leaf on a receipt is still in the log. The receipt's QR code leads to this page."""
    size = witnessing.size_of(witnessing.newest())
    there = index < size and tree.leaf(index).hex() == digest
    said = standing(index) if there else ""
    if there and "plain" in request.GET:  # for verify_receipt --club
        return _plain(f"{said}\n")
    context = {"index": index, "digest": digest, "there": there, "size": size, "said": said}
    return render(request, "games/leaf.html", context, status=200 if there else 404)


@csrf_exempt
@require_POST
@_open
def cosignatures(request: HttpRequest) -> HttpResponse:
    """Store a known witness's cosignature of a checkpoint.

    The request's body is the line `size N`, then the line of the signature.
    """
    try:
        first, _end, line = request.read(LONGEST).decode().partition("\n")
        size = whole(first.removeprefix("size "), "log.cosignature")
        if not witnessing.keep_cosignature(size, line, witnesses()):
            raise Refused("log.witness")
    except (BadNote, UnicodeDecodeError):
        raise Refused("log.cosignature") from None
    return _plain("kept\n")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def refusals(request: HttpRequest) -> HttpResponse:
    """Show owners what prevents the log from being signed, and the form for accepting the log as it is."""
    player, status = owner_of(request), 200
    try:
        if request.method == "POST":
            commands.accept_seal(
                by=player,
                streams=request.POST.getlist("stream"),
                reason=request.POST.get("reason", ""),
                now=timezone.now(),
            )
            messages.success(
                request,
                _("The log is accepted. Your reason will be shown with the next checkpoint."),
            )
            return see_other("log-refusals")
    except Refused as error:
        messages.error(request, error.sentence)
        status = error.status
    try:
        found = commands.refusals()
    except NoKey:
        raise Refused("log.key") from None
    context = {
        "findings": found,
        "streams": sorted({one.stream for one in found}),
        "acceptable": all(one.acceptable for one in found),
    }
    return render(request, "games/refusals.html", context, status=status)

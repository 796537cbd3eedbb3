"""Mails notices, each at most once, to members who want that, if the club has a mail server."""

from __future__ import annotations

import logging
from datetime import datetime
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from games.common import preferences
from games.common.addresses import whole_address
from games.common.dialect import language_for
from games.models import Player
from games.queries.club.house import club_settings
from notices.models import Notice, Wish
from notices.presenters.words import lines
from notices.projections import FRESH

_log = logging.getLogger(__name__)

_AT_ONCE: Final = 50
"""Members who get a mail in one run."""


def send_due(*, now: datetime) -> int:
    """Send the notices that are due, in one mail per member; return how many mails were sent.

    Notices are marked as sent beforehand, so that nobody gets one twice; if the server fails, they are due again.
    Notices older than a day are not mailed.
    """
    due = Notice.objects.filter(mail_due=True)
    due.filter(at__lt=now - FRESH).update(mail_due=False)
    if not settings.EMAIL_HOST:
        return 0
    sent = 0
    players = due.order_by().values_list("player", flat=True).distinct()[:_AT_ONCE]
    for player in list(players):
        rows = _taken(player)
        if not rows:
            continue
        try:
            sent += _send(rows)
        except SMTPRecipientsRefused:
            _log.warning("a mail server takes no mail for member %s", player)
        except (SMTPException, OSError) as error:
            # Never the error's own text, which may hold an address.
            _log.warning("notices were not mailed: %s", type(error).__name__)
            Notice.objects.filter(pk__in=[row.pk for row in rows]).update(mail_due=True)
            return sent
    return sent


@transaction.atomic
def _taken(player: int) -> list[Notice]:
    """Return a member's due notices, and mark them as sent: no transaction stays open while the mail is sent."""
    due = Notice.objects.select_for_update(of=("self",), skip_locked=True)
    rows = list(due.filter(player=player, mail_due=True).select_related("player").order_by("id"))
    Notice.objects.filter(pk__in=[row.pk for row in rows]).update(mail_due=False)
    return rows


def _send(rows: list[Notice]) -> int:
    player = rows[0].player
    wish = Wish.objects.filter(player=player, by_mail=True).first()
    if wish is None or not player.email or player.is_guest or not player.is_active:
        return 0
    language = wish.language or club_settings().language or settings.LANGUAGE_CODE
    with translation.override(language_for(language, preferences.read(player.preferences))):
        shown = lines(rows)
        said = [f"{line.words}\n{whole_address(line.link)}\n" for line in shown]
        end = _(
            "You're getting this because you asked for notices by email. You can turn them off "
            "here: %(page)s"
        ) % {"page": whole_address("/notices")}
        subject = (
            shown[0].words if len(shown) == 1 else _("%(number)d notices") % {"number": len(shown)}
        )
        mail = EmailMessage(" ".join(subject.split()), "\n".join([*said, end]), to=[player.email])
        return mail.send()


def mark_read(*, by: Player, upto: int) -> int:
    """Mark the member's notices as read, up to and including `upto`; return how many were unread."""
    rows = Notice.objects.filter(player=by, read=False)
    return rows.filter(pk__lte=min(upto, 2**63 - 1)).update(read=True)


def wish_mail(*, by: Player, by_mail: bool, language: str = "") -> None:
    """Set whether notices come by mail from now on. Turning it off drops notices due but not yet sent."""
    Wish.objects.update_or_create(player=by, defaults={"by_mail": by_mail, "language": language})
    if not by_mail:
        Notice.objects.filter(player=by, mail_due=True).update(mail_due=False)

"""What a member does with notices: read them, and say whether they shall come by mail."""

from __future__ import annotations

from games.models import Player
from notices.models import Notice, Wish


def mark_read(*, by: Player, upto: int) -> int:
    """Mark the member's notices as read, up to the notice `upto` and with it; how many were not."""
    rows = Notice.objects.filter(player=by, read=False)
    return rows.filter(pk__lte=min(upto, 2**63 - 1)).update(read=True)


def wish_mail(*, by: Player, by_mail: bool, language: str = "") -> None:
    """Say whether notices shall come by mail from now on. What is due and not sent yet is not sent to who says no."""
    Wish.objects.update_or_create(player=by, defaults={"by_mail": by_mail, "language": language})
    if not by_mail:
        Notice.objects.filter(player=by, mail_due=True).update(mail_due=False)

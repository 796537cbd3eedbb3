"""Every change to notices but their making is one of these."""

from notices.commands.mail import mark_read, send_due, wish_mail
from notices.commands.reminding import remind

__all__ = ["mark_read", "remind", "send_due", "wish_mail"]

"""Every change to notices but their making is one of these."""

from notices.commands.mail import send_due
from notices.commands.own import mark_read, wish_mail
from notices.commands.reminding import remind

__all__ = ["mark_read", "remind", "send_due", "wish_mail"]

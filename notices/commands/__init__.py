"""Every change to notices except their creation."""

from notices.commands.mail import mark_read, send_due, wish_mail
from notices.commands.reminding import remind

__all__ = ["mark_read", "remind", "send_due", "wish_mail"]

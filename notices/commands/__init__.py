"""Every change to notices but their making is one of these."""

from notices.commands.mail import send_due
from notices.commands.own import mark_read, wish_mail

__all__ = ["mark_read", "send_due", "wish_mail"]

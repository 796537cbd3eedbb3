"""Rows of notices and webhooks."""

from notices.models.notices import Notice, Wish
from notices.models.webhooks import Delivery, Webhook

__all__ = ["Delivery", "Notice", "Webhook", "Wish"]

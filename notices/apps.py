"""The notices app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """Who is told what of the log."""

    name = "notices"
    label = "notices"
    verbose_name = _("Notices")
    default_auto_field = "django.db.models.BigAutoField"

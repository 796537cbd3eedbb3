"""Configures the log app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LogConfig(AppConfig):
    """The app of the event store, which knows JSON and SQL, but no cards."""

    name = "games.log"
    label = "log"
    verbose_name = _("Event log")
    default_auto_field = "django.db.models.BigAutoField"

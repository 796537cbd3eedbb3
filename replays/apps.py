"""The replays app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReplaysConfig(AppConfig):
    """The configuration of the app for replays, reviews, disputes and rulings."""

    name = "replays"
    label = "replays"
    verbose_name = _("Replays")
    default_auto_field = "django.db.models.BigAutoField"

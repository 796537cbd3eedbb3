"""The model of disputes about deals on screens. Replays show these disputes; referees rule on them at the desk."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.models import FiledDispute


class _OnScreens(models.Manager["Dispute"]):
    def get_queryset(self) -> QuerySet[Dispute]:
        return super().get_queryset().filter(real_cards=False)


class Dispute(FiledDispute):
    """A dispute about a discard in a deal played on screens. `objects` leaves out disputes about real cards."""

    objects: ClassVar[models.Manager[Dispute]] = _OnScreens()

    class Meta:
        """The model's names on screen."""

        proxy = True
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")

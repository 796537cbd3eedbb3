"""Rows of terms that directors save under a name; no events are needed, since no chips or games depend on them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class TermsTemplate(models.Model):
    """Reusable terms of an announcement, without days and members. Its author never changes."""

    name = models.CharField(_("name"), max_length=80)
    key = models.CharField(max_length=320, unique=True, editable=False)
    """The name without the difference of capitals: two that look alike are one."""
    terms = models.JSONField(_("settings"))
    """By the names of the announcement's fields; what it does not hold is as ever."""
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("made by"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        """Ordered by name."""

        verbose_name = _("tournament template")
        verbose_name_plural = _("tournament templates")
        ordering = ("key",)

    def __str__(self) -> str:
        """Return the name."""
        return self.name

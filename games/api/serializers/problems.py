"""What all requests and responses share: the base classes, and problems."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.errors import Refused
from games.inputs import Fields


class Pair(Fields):
    """A serializer that writes a tuple: its fields name the parts, in their order."""

    def to_representation(self, instance: tuple[Any, ...]) -> dict[str, Any]:
        """Return the parts by name. Raises ValueError where there are not as many as fields."""
        return super().to_representation(dict(zip(self.fields, instance, strict=True)))


def problem(refused: Refused) -> dict[str, str]:
    """Return what a refusal looks like everywhere in the API."""
    return {"code": refused.code, "section": refused.section, "detail": refused.sentence}


class ProblemSerializer(Fields):
    """The one shape of everything that goes wrong."""

    code = serializers.CharField(help_text=_("For programs. A code never changes."))
    section = serializers.CharField(
        help_text=_("Section of the rulebook; empty if no rule applies.")
    )
    detail = serializers.CharField(help_text=_("A plain sentence for people."))

"""Base classes of the API's serializers, and the problem response."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.errors import Refused
from games.inputs import Fields


class Pair(Fields):
    """A serializer that writes a tuple: its fields name the parts, in their order."""

    def to_representation(self, instance: tuple[Any, ...]) -> dict[str, Any]:
        """Return the parts by name. Raises ValueError if there are more or fewer parts than fields."""
        return super().to_representation(dict(zip(self.fields, instance, strict=True)))


def problem(refused: Refused) -> dict[str, str]:
    """Return the fields of the problem response for a refusal."""
    return {"code": refused.code, "section": refused.section, "detail": refused.sentence}


class ProblemSerializer(Fields):
    """The response to every request that fails."""

    code = serializers.CharField(help_text=_("For programs. A code never changes."))
    section = serializers.CharField(
        help_text=_("Section of the rulebook; empty if no rule applies.")
    )
    detail = serializers.CharField(help_text=_("A plain sentence for people."))

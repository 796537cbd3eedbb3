"""Points in JSON."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


@extend_schema_field(OpenApiTypes.NUMBER)
class PointsField(serializers.Field[Any, Any, Any, Any]):
    """Points as people read them: whole ones, in a duplicate with up to three decimals."""

    def to_representation(self, value: Any) -> int | float:
        """The number."""
        return int(value) if value == int(value) else float(value)

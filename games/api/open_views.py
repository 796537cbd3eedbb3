"""A base class for API views that anyone may read, even with scripts of other sites."""

from __future__ import annotations

from typing import Any

from rest_framework.views import APIView

from games.api.scopes import OpenToRead
from games.infrastructure.open_reading import open_to_sites


class OpenView(APIView):
    """An API view that anyone may read without a login; writing needs the scope in `scopes`."""

    permission_classes = (OpenToRead,)

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return the view; scripts of any site may read its answers."""
        return open_to_sites(super().as_view(**initkwargs))

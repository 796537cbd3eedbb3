"""API views that anyone may read, from any site, like the pages with the same contents."""

from __future__ import annotations

from typing import Any

from rest_framework.views import APIView

from games.api.scopes import OpenToRead
from games.infrastructure.open_reading import open_to_sites


class OpenView(APIView):
    """An API view that anyone may read without a login; writing needs what its `scopes` say."""

    permission_classes = (OpenToRead,)

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return the view; scripts of any site may read its answers."""
        return open_to_sites(super().as_view(**initkwargs))

"""Views of the API that everybody may read, from any site, as the pages that they stand beside."""

from __future__ import annotations

from typing import Any

from rest_framework.views import APIView

from games.api.scopes import OpenToRead
from games.infrastructure.open_reading import open_to_sites


class OpenView(APIView):
    """Reading needs no login; everything else needs what its `scopes` name."""

    permission_classes = (OpenToRead,)

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return the view, whose answers to reading any site's script may use."""
        return open_to_sites(super().as_view(**initkwargs))

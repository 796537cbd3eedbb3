"""The API's description at `/api/schema/`."""

from __future__ import annotations

from typing import Any

from drf_spectacular.views import SpectacularAPIView
from rest_framework.exceptions import NotFound
from rest_framework.request import Request


class SchemaView(SpectacularAPIView):
    """The schema of the one version that there is. Another would be written into a header of the answer as it came."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raises NotFound for who asks for a version."""
        if "version" in request.query_params:
            raise NotFound
        super().initial(request, *args, **kwargs)

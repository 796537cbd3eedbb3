"""What is answered under `/api/` where there is nothing: a problem, as everywhere in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView


@extend_schema(exclude=True)
class Unknown(APIView):
    """Any address that is none, such as one that lacks its last slash."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raises NotFound, whatever the method."""
        raise NotFound

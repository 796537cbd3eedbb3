"""The one format of all errors of the API.

Every error is answered with `{"code", "section", "detail"}`: a code for programs that never changes, the section of
the rulebook if there is one, and a plain sentence for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

from games.api.serializers import problem
from games.errors import Refused
from tusac_site.api.parsers import TooLarge
from tusac_site.errors import RETRY_AFTER, of_database

CODES = {
    status.HTTP_400_BAD_REQUEST: "request.unreadable",
    status.HTTP_401_UNAUTHORIZED: "login.needed",
    status.HTTP_403_FORBIDDEN: "request.forbidden",
    status.HTTP_404_NOT_FOUND: "request.unknown",
    status.HTTP_405_METHOD_NOT_ALLOWED: "request.method",
    status.HTTP_406_NOT_ACCEPTABLE: "request.format",
    status.HTTP_413_REQUEST_ENTITY_TOO_LARGE: "request.too-large",
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: "request.format",
    status.HTTP_422_UNPROCESSABLE_ENTITY: "request.invalid",
    status.HTTP_429_TOO_MANY_REQUESTS: "request.too-many",
}
"""What goes wrong with a request, by the status of its answer; a refusal has a code of its own."""


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the API's response to an error; None for an internal error."""
    error = of_database(error) or error
    if isinstance(error, Refused):
        wait = RETRY_AFTER if error.status == 503 else error.wait
        again = None if wait is None else {"Retry-After": str(wait)}
        return Response(problem(error), status=error.status, headers=again)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, RequestDataTooBig):
        error = TooLarge()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    answer = exception_handler(error, context)
    assert answer is not None  # it answers every APIException
    if isinstance(error, exceptions.ValidationError):
        answer.status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    answer.data = {
        "code": CODES.get(answer.status_code, "request.refused"),
        "section": "",
        # A sentence may cite what was sent, and half a character cannot be sent back.
        "detail": " ".join(_sentences(error.detail)).encode(errors="replace").decode(),
    }
    return answer


def _sentences(detail: Any, field: str = "") -> list[str]:
    """Return the sentences of an error; one about a field begins with the field's name."""
    if isinstance(detail, Mapping):
        return [
            text
            for name, inner in detail.items()
            for text in _sentences(inner, "" if name == "non_field_errors" else str(name))
        ]
    if isinstance(detail, list):
        return [text for inner in detail for text in _sentences(inner, field)]
    return [f"{field}: {detail}" if field else str(detail)]


@extend_schema(exclude=True)
class Unknown(APIView):
    """Answers 404 in the API's format at any address that does not exist, such as one without its last slash."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raises NotFound, whatever the method."""
        raise NotFound

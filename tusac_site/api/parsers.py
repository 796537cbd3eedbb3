"""The API's request parser, which accepts short JSON objects and nothing else."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status
from rest_framework.parsers import JSONParser

from games.engine.recording.lines import nested_too_deeply

LARGEST_BODY = 64 * 1024
"""Bytes. No request of the API needs more than a few hundred."""


class TooLarge(exceptions.APIException):
    """Raised when a body is longer than `LARGEST_BODY`, which is more than any request needs."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = _("The request is too large.")


class ShortJSONParser(JSONParser):
    """Parses JSON of at most `LARGEST_BODY` bytes and `games.engine.recording.lines.DEEPEST` nested levels."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the object in the body. Raises TooLarge, or ParseError for anything but one JSON object."""
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise TooLarge
        if nested_too_deeply(body.decode(errors="replace")):
            raise exceptions.ParseError(_("The request is nested too deeply."))
        said = super().parse(io.BytesIO(body), media_type, dict(parser_context or {}))
        if not isinstance(said, dict):
            raise exceptions.ParseError(_("The request must be one JSON object."))
        return said

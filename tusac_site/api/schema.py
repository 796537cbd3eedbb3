"""Serves the API's description at `/api/schema/`, rendered once for each language and format, then cached.

It depends on the code alone, not on data or the caller, so the process keeps it as long as it runs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

EXAMPLES: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("examples.json").read_text(encoding="utf-8")
)
"""An example for each component that an operation reads or answers."""
_RENDERERS: Final = {one.format: one for one in (OpenApiYamlRenderer, OpenApiJsonRenderer)}
_kept: dict[tuple[str, str], bytes] = {}
"""What was drawn, by language and form: as many as there are of both, since no other is ever a key."""


class SchemaView(SpectacularAPIView):
    """Serves the description of the API's only version.

    Asking for a version is refused, since drf-spectacular would copy its name unchecked into a header.
    """

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise NotFound if the request asks for a version."""
        if "version" in request.query_params:
            raise NotFound
        super().initial(request, *args, **kwargs)

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Return the description in the requested format, in the language of `?lang=` or else of the reader."""
        form = str(request.accepted_renderer.format)
        language = _language(request)
        drawn = _kept.get((language, form))
        if drawn is None:
            drawn = _kept[language, form] = self._draw(request, language, form)
        answer = HttpResponse(drawn, content_type=f"{request.accepted_media_type}; charset=utf-8")
        answer["Content-Disposition"] = f'inline; filename="Tusac.{form}"'
        return answer

    def _draw(self, request: Request, language: str, form: str) -> bytes:
        with translation.override(language):
            made: Any = self.generator_class()  # it has no types
            schema = made.get_schema(request=request, public=True)
            drawn: bytes = _RENDERERS[form]().render(schema, renderer_context={})
        return drawn


def _language(request: Request) -> str:
    """Return the language of `?lang=`, the reader's, or the default one: the first that the club has."""
    there = dict(settings.LANGUAGES)
    for wanted in (request.query_params.get("lang", ""), translation.get_language()):
        if wanted in there:
            return str(wanted)
    return str(settings.LANGUAGE_CODE)


def add_examples(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """Return the description with the examples; drf-spectacular calls it at the end."""
    for name, component in result["components"]["schemas"].items():
        if name in EXAMPLES:
            component["example"] = EXAMPLES[name]
    return result

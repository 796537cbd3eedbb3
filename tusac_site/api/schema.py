"""The API's description at `/api/schema/`, drawn once in each language and form and kept in this process.

It is made of the code alone: it is the same for everybody and as long as the process runs, whatever the club stores.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

_RENDERERS: Final = {one.format: one for one in (OpenApiYamlRenderer, OpenApiJsonRenderer)}
_kept: dict[tuple[str, str], bytes] = {}
"""What was drawn, by language and form: as many as there are of both, since no other is ever a key."""


class SchemaView(SpectacularAPIView):
    """The schema of the one version that there is. Another would be written into a header of the answer as it came."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raises NotFound for who asks for a version."""
        if "version" in request.query_params:
            raise NotFound
        super().initial(request, *args, **kwargs)

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Return the description in the form that is asked for, in the language of the reader or of `?lang=`."""
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
    """Return one of the club's languages."""
    there = dict(settings.LANGUAGES)
    for wanted in (request.query_params.get("lang", ""), translation.get_language()):
        if wanted in there:
            return str(wanted)
    return str(settings.LANGUAGE_CODE)

"""Compresses pages in the club itself, for use without a proxy."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class Compression(GZipMiddleware):
    """Compresses all answers but those of the API, whose ETags stay strong.

    `make run` speaks plain HTTP: anybody who could measure lengths can read the page itself. Behind TLS the proxy
    compresses (0129).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed where that is shorter and the browser takes it."""
        if request.path_info.startswith("/api/"):
            return response
        return super().process_response(request, response)

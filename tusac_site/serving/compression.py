"""Compresses pages in the club itself, for use without a proxy."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class Compression(GZipMiddleware):
    """Compresses all answers except the API's, whose ETags stay strong.

    This reveals nothing: `make run` speaks plain HTTP, where anybody who could measure lengths can read the page
    itself. Behind TLS the proxy compresses (0129).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed if that is shorter and the browser accepts it."""
        if request.path_info.startswith("/api/"):
            return response
        return super().process_response(request, response)

"""Error reports that never show a card: no local variables, no form fields, no cookies."""

from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class NoHiddenCards(SafeExceptionReporterFilter):
    """An exception filter that drops every local variable and every posted value.

    A traceback of a running deal has hands and the stock in its frames. They must not reach an
    error page, a mail or a log, not even with DEBUG on.
    """

    def is_active(self, request: HttpRequest | None) -> bool:
        """Filter always, also where DEBUG is on."""
        return True

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        """No variables at all."""
        return {}.items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """The names of the posted fields, without their values."""
        if request is None:
            return {}
        return dict.fromkeys(request.POST, self.cleansed_substitute)

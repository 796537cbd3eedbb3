"""Completes the API's description of each operation: adds its subject, its scope and the common responses."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.openapi import AutoSchema

from games.api.scopes import OpenToRead

ROOT: Final = "/api/v1/"
PROBLEM: Final = {
    "application/json": {"schema": {"$ref": "#/components/schemas/Problem"}},
}
ANSWERS: Final[dict[str, str | Promise]] = {
    "400": _("The body is not valid JSON."),
    "401": _("Nobody is logged in, or the token is unknown or no longer valid."),
    "403": _("The token doesn't have the scope, or this member isn't allowed to do this."),
    "404": _("It doesn't exist, or this member isn't allowed to see it."),
    "409": _("The current state doesn't allow this. Read it again, then decide."),
    "413": _("The body is too large."),
    "415": _("The body must be JSON."),
    "422": _("Something that was sent can't be used; the answer says which field."),
    "429": _("Too many requests. Wait as many seconds as Retry-After says."),
    "503": _("The club is busy or being restarted. Try again with the same key."),
}
"""What an answer means, by its status, where the view says no more."""

HEADERS: Final[dict[str, str | Promise]] = {
    "RateLimit-Limit": _("How many writes are allowed in the current period."),
    "RateLimit-Remaining": _("How many of them are left."),
    "RateLimit-Reset": _("Seconds until the next period."),
}
"""What the answer to each write says of its limit."""


class Operation(AutoSchema):
    """Adds an operation's subject, the scope that a token needs, and the responses common to all operations."""

    def get_tags(self) -> list[str]:
        """Return the operation's subject: the first part of its path, such as `tournaments`."""
        return [str(self.path).removeprefix(ROOT).partition("/")[0]]

    @property
    def _is_open(self) -> bool:
        """Return whether the operation is for everybody, with or without a login."""
        reads = self.method == "GET"
        return reads and any(type(one) is OpenToRead for one in self.view.get_permissions())

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the operation as its view describes it, with its scope and the common responses added.

        None if the operation is hidden.
        """
        found: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if found is None:
            return None
        writes = self.method != "GET"
        if self._is_open:
            found["security"] = [*found.get("security", ()), {}]
        scope = getattr(self.view, "scopes", {}).get(self.method)
        answers: dict[str, Any] = found["responses"]
        common = ["503"]
        common += ["401", "403"] if scope else []
        common += ["404"] if "{" in self.path else []
        common += ["400", "413", "415", "422"] if "requestBody" in found else []
        common += ["429"] if writes else []
        for status in common:
            answers.setdefault(status, {"content": PROBLEM})
        if scope:
            found["x-scope"] = scope
        for status, answer in answers.items():
            if status in ANSWERS and not answer.get("description"):
                answer["description"] = str(ANSWERS[status])
            if status == "429":
                answer["headers"] = _headers({"Retry-After": _("Seconds to wait.")})
            elif writes and status.startswith("2"):
                answer["headers"] = _headers(HEADERS)
        found["responses"] = dict(sorted(answers.items()))
        return found


def _headers(words: dict[str, str | Promise]) -> dict[str, Any]:
    return {
        name: {"schema": {"type": "integer"}, "description": str(said)}
        for name, said in words.items()
    }

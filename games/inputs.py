"""Describes inputs that forms and API requests share: their fields, limits, and how whole numbers are written.

Such an input is a serializer in an app's `inputs.py`. The API uses it directly; a page's form makes the same fields
by `form_field` and adds its own texts.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final, TypedDict

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.commands.people.tokens import DAYS, NAME_LENGTH, USUAL_DAYS, USUAL_SCOPES
from games.engine.disputing import sanctions
from games.models import ApiToken, Player

WHOLE: Final = re.compile(r"\s*[+-]?[0-9]+(\.0*)?\s*")
"""Without it `int` would read other scripts' digits, which a reader takes for others, and underscores (1_0 is 10)."""
LARGEST_ID: Final = 2**63 - 1
"""The largest id that the database has."""

Fields = serializers.Serializer[Any]
"""A serializer that writes view models, or reads a request."""


class WholeField(forms.IntegerField):
    """A form field for a whole number in the digits 0 to 9."""

    def to_python(self, value: Any) -> int | None:
        """Return the number, or None if empty. Raises ValidationError for other text."""
        if value not in self.empty_values and not WHOLE.fullmatch(str(value)):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class WholeNumber(serializers.IntegerField):
    """A serializer field for a whole number; as text it must use the digits 0 to 9."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number. Raises ValidationError for anything else."""
        if not isinstance(data, int) and not WHOLE.fullmatch(str(data)):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field(OpenApiTypes.BINARY)
class Upload(serializers.FileField):
    """A file uploaded with a form."""


def form_field(
    asked: type[Fields], name: str, *, text: type[forms.CharField] = forms.CharField, **words: Any
) -> Any:
    """Return a form field like this field of an input, with the same limits; `words` are the page's texts and widget.

    `text` is the class to use for text fields.
    """
    field = asked().fields[name]
    empty = getattr(field, "allow_blank", False) or field.allow_null
    words.setdefault("required", field.required and not empty)
    match field:
        case serializers.IntegerField():
            return WholeField(min_value=field.min_value, max_value=field.max_value, **words)
        case serializers.ChoiceField():
            return forms.ChoiceField(choices=list(field.choices.items()), **words)
        case serializers.BooleanField():
            return forms.BooleanField(**words | {"required": False})
        case serializers.UUIDField():
            return forms.UUIDField(**words)
        case serializers.FileField():
            return forms.FileField(allow_empty_file=field.allow_empty_file, **words)
        case serializers.CharField():
            return text(max_length=field.max_length, strip=field.trim_whitespace, **words)
    raise TypeError(f"no form asks for {field!r}")


class Arguments(TypedDict):
    """The arguments that every command takes besides its input: the player, the time and the idempotency key."""

    by: Player
    now: datetime
    idempotency_key: str


def arguments(by: Player, act: str, key: object, about: int | None = None) -> Arguments:
    """Return the `Arguments` of a command that member `by` runs now.

    A command with the same key, member, act and subject (`about`) runs only once.
    """
    pressed = key if about is None else f"{about}:{key}"
    return {"by": by, "now": timezone.now(), "idempotency_key": f"{act}:{by.pk}:{pressed}"}


class CredentialsSerializer(Fields):
    """A login name and its password, with the name, scopes and expiry of the access key to be made."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)
    otp = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=20,
        write_only=True,
        help_text=_("For members with two-step login: the code, or a recovery code."),
    )
    name = serializers.CharField(
        default="",
        max_length=NAME_LENGTH,
        allow_blank=True,
        help_text="What the list of your access keys calls it. Empty: what your program calls itself (`User-Agent`).",
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=ApiToken.Scope.choices),
        default=[str(scope) for scope in USUAL_SCOPES],
        allow_empty=False,
        max_length=len(ApiToken.Scope),
    )
    days = WholeNumber(
        default=USUAL_DAYS,
        min_value=DAYS[0],
        max_value=DAYS[-1],
        help_text=_("Number of days until it expires."),
    )
    tournament = WholeNumber(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="The only tournament that it is for; null: everything that its scopes allow.",
    )


class WarnSerializer(Fields):
    """A referee's warning to a player; it takes no points and no chips."""

    player = WholeNumber(min_value=1, max_value=LARGEST_ID)
    kind = serializers.CharField(max_length=sanctions.NAME_LENGTH)
    reason = serializers.CharField(
        max_length=sanctions.REASON_LENGTH,
        help_text=_("Everyone can read it, so don't mention any cards."),
    )
    call = WholeNumber(min_value=1, max_value=LARGEST_ID, allow_null=True, default=None)
    idempotency_key = serializers.UUIDField()


class TakeWarningBackSerializer(Fields):
    """The reason for withdrawing a warning."""

    reason = serializers.CharField(max_length=sanctions.REASON_LENGTH)

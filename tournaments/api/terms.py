"""API input of a tournament's terms: all of them to announce a tournament, some of them to correct one."""

from __future__ import annotations

from types import NoneType
from typing import Any, Final, get_args, get_origin

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.fields import empty

from games.common.names import NAME_REFUSALS, tidied, why_not
from games.inputs import Fields, WholeNumber
from tournaments.engine.announcing import NAME_LENGTH
from tournaments.engine.draws.groups import FINALISTS
from tournaments.engine.participants import SEATS
from tournaments.engine.scoring.tie_breaks import CHOSEN
from tournaments.engine.terms import TERMS, TYPES
from tournaments.inputs import LEFT_EMPTY, DescriptionSerializer, ReasonSerializer
from tournaments.presenters.log.term_words import CHOICES, TERM_WORDS

LARGEST: Final = 10**9 - 1
"""More points, and more of the club's unit, than anybody gives for a place."""
MOST_PLACES: Final = 400


class LegibleField(serializers.CharField):
    """A field for a name, which refuses misleading characters."""

    def to_internal_value(self, data: Any) -> str:
        """Return the tidied name. Raises ValidationError for misleading characters."""
        name = tidied(super().to_internal_value(data))
        if name and (refusal := why_not(name)):
            raise serializers.ValidationError(_(NAME_REFUSALS[refusal]))
        return name


def term_field(name: str) -> Any:
    """Return the serializer field for a term; an optional term has its default."""
    kind = TYPES[name]
    said: dict[str, Any] = {"help_text": TERM_WORDS[name].api}
    if name in LEFT_EMPTY:
        said["default"] = LEFT_EMPTY[name]
    if NoneType in get_args(kind):
        said["allow_null"] = True
    if get_origin(kind) is tuple:
        child: Any = WholeNumber(min_value=0, max_value=LARGEST)
        if name == "tie_breaks":
            child = serializers.ChoiceField(choices=[one.value for one in CHOSEN])
        return serializers.ListField(child=child, max_length=MOST_PLACES, **said)
    if name in CHOICES:
        return serializers.ChoiceField(choices=CHOICES[name].choices, **said)
    if kind is bool:
        return serializers.BooleanField(**said)
    if kind is str:
        return LegibleField(max_length=NAME_LENGTH, allow_blank=name == "series", **said)
    if name == "finalists":
        counts = list(range(FINALISTS[0], FINALISTS[1] + 1, SEATS))
        return serializers.ChoiceField(choices=counts, **said)
    low, high = TERMS[name].limits or (None, None)
    return WholeNumber(min_value=low, max_value=high, **said)


class AnnouncementSerializer(DescriptionSerializer):
    """A tournament to announce."""

    cardboard = serializers.BooleanField(
        default=False, help_text="Whether every table without bots plays with real cards."
    )

    def get_fields(self) -> dict[str, Any]:
        """Return a field for each term, then the other fields of an announcement."""
        return {**{name: term_field(name) for name in TERMS}, **super().get_fields()}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the input, with check-in required (`check_in`) if `check_in_ends` is given."""
        return {**attrs, "check_in": attrs["check_in"] or attrs["check_in_ends"] is not None}


class SomeTermsSerializer(Fields):
    """Terms to change; those left out stay as they are."""

    def get_fields(self) -> dict[str, Any]:
        """Return a field for each term, none of them required."""
        fields = {name: term_field(name) for name in TERMS}
        for field in fields.values():
            field.required, field.default = False, empty
        return fields

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the terms to change, with lists as tuples. Raises ValidationError if there are none."""
        if not attrs:
            raise serializers.ValidationError(_("Nothing was changed."))
        return {name: tuple(new) if isinstance(new, list) else new for name, new in attrs.items()}


class CorrectTermsSerializer(ReasonSerializer):
    """Terms to change, and why."""

    settings = SomeTermsSerializer()

"""Numbers are written in the digits 0 to 9: other scripts' digits, and what else `int` takes, are refused plainly."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.test import Client
from rest_framework import serializers

from games.club.house_rules import HouseRules
from games.web.forms import HouseRulesForm
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db

ODD = ("٣", "３", "３0", "۴", "1_0", "²", "½", "๑", "1e1", "0x3", "٣0")
"""3 in Arabic-Indic, in full width, 4 in Persian, and the like; `int` takes most of them."""
for _module in (
    "games.admin.forms",
    "games.web.views.account",
    "tournaments.web.forms",
    "replays.forms",
):
    import_module(_module)  # so that their forms are known


def asked_for() -> set[str]:
    """Return the names of the serializers that read a request, by the API's own description."""
    said = (
        Client().get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    )
    bodies = [
        str(operation["requestBody"])
        for path in said["paths"].values()
        for operation in path.values()
        if "requestBody" in operation
    ]
    return {
        name
        for name in said["components"]["schemas"]
        if any(f"#/components/schemas/{name}'" in body for body in bodies)
    }


def all_of(cls: type[Any]) -> Iterator[type[Any]]:
    one: type[Any]
    for one in cls.__subclasses__():
        yield one
        yield from all_of(one)


def own(cls: type) -> bool:
    return cls.__module__.partition(".")[0] in ("games", "tournaments", "replays", "tusac_site")


def test_every_number_that_the_api_asks_for_is_written_in_the_digits_0_to_9():
    names, found = asked_for(), []
    for cls in set(all_of(serializers.Serializer)):
        if not own(cls) or cls.__name__.removesuffix("Serializer") not in names:
            continue
        for name, field in cls().fields.items():
            if not isinstance(field, serializers.IntegerField):
                continue
            found.append(f"{cls.__name__}.{name}")
            for text in ODD:
                with pytest.raises(serializers.ValidationError) as refusal:
                    field.run_validation(text)
                assert refusal.value.get_codes() == ["invalid"], (found[-1], text)
            number = min(30, 30 if field.max_value is None else field.max_value)
            assert field.run_validation(number) == field.run_validation(str(number)) == number
    assert len(found) >= 10, found


def test_every_number_of_a_form_is_written_in_the_digits_0_to_9():
    held = HouseRulesForm(held=HouseRules())
    found = [("HouseRulesForm", *pair) for pair in held.fields.items()]
    for cls in set(all_of(forms.Form)) | set(all_of(forms.ModelForm)):
        if own(cls):
            found += [(cls.__name__, *pair) for pair in cls.base_fields.items()]
    numbers = [
        (form, name, field) for form, name, field in found if isinstance(field, forms.IntegerField)
    ]
    for form, name, field in numbers:
        for text in ODD:
            with pytest.raises(ValidationError) as refusal:
                field.clean(text)
            assert refusal.value.code == "invalid", (form, name, text)
        field.clean(str(field.min_value or 0))
    assert len({form for form, _name, _field in numbers}) >= 6, numbers


@pytest.mark.parametrize("text", ODD)
def test_a_table_of_such_numbers_is_refused_with_a_sentence(text):
    an = browser(member("an"))
    answer = an.post(
        "/api/v1/tables/", {"name": "Bàn", "seats": text}, content_type="application/json"
    )
    assert answer.status_code == 422
    assert "whole number" in answer.json()["detail"] or "integer" in answer.json()["detail"]

"""Browsers insist on TLS for a day unless more is asked for, or nothing."""

import json

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.support.site_settings import production, settings_with
from tusac_site.operations.environment import ONE_DAY, hsts_settings

NAMES = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")


def test_production_asks_browsers_for_one_day_of_tls_and_for_no_other_name() -> None:
    found = json.loads(settings_with(*NAMES, **production()).stdout)
    assert [found[name] for name in NAMES] == [86400, False, False]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("", (ONE_DAY, False, False)),
        ("0", (0, False, False)),
        ("604800", (604800, False, False)),
        ("604800,includeSubDomains", (604800, True, False)),
        ("31536000,includeSubDomains,preload", (31536000, True, True)),
        ("max-age=31536000;includesubdomains;preload;", (31536000, True, True)),
    ],
)
def test_the_variable_is_said_as_the_header_is_with_commas_or_semicolons(
    said: str, found: tuple[int, bool, bool]
) -> None:
    assert hsts_settings(said) == found


@pytest.mark.parametrize(
    "said",
    [
        "yes",
        "-1",
        "1.5",
        "٣",
        "86400; everything",
        "31536000; preload",
        "86400,includeSubDomains,preload",
    ],
)
def test_what_browsers_would_not_take_is_refused(said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="TUSAC_HSTS"):
        hsts_settings(said)

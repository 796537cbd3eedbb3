"""Amounts as they are read aloud at a table: a sign of one's own, and groups of three digits where there are many."""

from decimal import Decimal

import pytest
from django.utils import translation

from games.presenters.amounts import minus, signed


@pytest.mark.parametrize(
    ("language", "many", "half"),
    [
        ("en", "+1,250,000", "−2.5"),
        ("vi", "+1.250.000", "−2,5"),
        ("fr", "+1\xa0250\xa0000", "−2,5"),
        ("ja", "+1,250,000", "−2.5"),
    ],
)
def test_an_amount_is_written_as_the_language_writes_it(language, many, half):
    with translation.override(language):
        assert signed(1_250_000) == many and minus(Decimal("-2.5")) == half
        assert (signed(9999), minus(-9999), signed(0)) == ("+9999", "−9999", "0")
        assert minus(-10_000) == "−" + minus(10_000) and len(minus(10_000)) == 6

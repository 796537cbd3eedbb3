"""Dates and times in sentences: none brings a full stop of its own, in no language."""

from datetime import datetime

import pytest
from django.conf import settings
from django.utils import formats, translation

from games.presenters.moments import length_words

MORNING = datetime(2026, 11, 24, 9, 5)  # noqa: DTZ001  # as it is shown, so in no zone


@pytest.mark.parametrize("form", ["SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT"])
def test_a_short_date_in_english_is_one_day_on_both_sides_of_the_atlantic(form: str) -> None:
    with translation.override("en"):
        assert formats.date_format(MORNING, form).startswith("24\xa0Nov\xa02026")


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("form", ["SHORT_DATETIME_FORMAT", "DATETIME_FORMAT", "TIME_FORMAT"])
def test_a_time_ends_in_a_figure_so_that_a_sentence_ends_in_one_full_stop(
    language: str, form: str
) -> None:
    with translation.override(language):
        told = formats.date_format(MORNING, form)
        assert "05" in told and not told.endswith(".")
        assert not told.casefold().endswith(("a.m", "am")), told


def test_a_long_date_in_vietnamese_stands_in_a_sentence_without_a_capital_or_a_second_day() -> None:
    with translation.override("vi"):
        assert formats.date_format(MORNING, "DATE_FORMAT") == "24 tháng 11 năm 2026"
        assert formats.date_format(MORNING, "DATETIME_FORMAT") == "09:05 ngày 24 tháng 11 năm 2026"


def test_a_time_follows_a_long_french_date_as_it_is_said() -> None:
    with translation.override("fr"):
        assert formats.date_format(MORNING, "DATETIME_FORMAT") == "24 novembre 2026 à 09:05"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(1, "1 second"), (119, "119 seconds"), (12663, "3 hours, 31 minutes"), (2**53, "31 years, ")],
)
def test_a_length_of_time_is_said_in_its_largest_units_however_long(
    seconds: int, said: str
) -> None:
    assert length_words(seconds).replace("\xa0", " ").startswith(said)


def test_a_length_of_time_is_joined_as_the_language_joins() -> None:
    with translation.override("ja"):
        assert length_words(12663) == "3時間、31分"

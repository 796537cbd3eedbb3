"""Two who found the club at the same moment: it has one owner, or is one demo club."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.club.settings import ClubSettings
from games.commands.club.founding import DEMO_CLUB, found_club, found_demo_club
from games.log import read
from games.models import Player
from tests.support.threads import outcomes_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def founding(name: str) -> object:
    return found_club(
        username=name,
        display_name="",
        password="ba chin nut gio",
        settings=ClubSettings(name=name),
        now=timezone.now(),
    )


def demo() -> object:
    return found_demo_club(settings=ClubSettings(), now=timezone.now())


@pytest.mark.parametrize("names", [("bay", "tam"), ("bay", "bay")])
def test_of_two_owners_one_is_refused(names: tuple[str, str]) -> None:
    said = outcomes_of(*(partial(founding, name) for name in names))
    assert said == ["done", "first-owner.closed"]
    assert Player.objects.count() == 1
    assert [event.name for event in read("club")] == ["club.settings-set"]


@pytest.mark.parametrize("first", [demo, partial(founding, "bay")])
def test_a_demo_club_is_made_in_no_other_club(first: Any) -> None:
    said = outcomes_of(first, demo)
    assert said == ["done", "first-owner.closed"]
    assert Player.objects.count() in (1, len(DEMO_CLUB))
    assert [event.name for event in read("club")] == ["club.settings-set"]

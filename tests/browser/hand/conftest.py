"""A club whose bots do not pause and whose claims are quick: these tests play whole deals."""

from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from games import commands
from games.club.house_rules import HouseRules
from games.models import Player
from tests.support.credit import lend_to_all
from tests.support.running_site import RunningSite


@pytest.fixture(scope="package")
def site(
    tmp_path_factory: pytest.TempPathFactory,
    new_club_database: Callable[[], str | None],
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[RunningSite]:
    """The whole club, running, in a hurry."""
    club = RunningSite(tmp_path_factory.mktemp("hurried"), new_club_database())
    club.env |= {"TUSAC_BOT_PAUSE": "0", "TUSAC_LIMITS": "off"}
    try:
        club.start()
        with django_db_blocker.unblock():
            with club.database():
                lend_to_all()
                owner = Player.objects.create_superuser("owner")
                commands.set_house_rules(
                    by=owner, rules=HouseRules(claim_seconds=0), now=timezone.now()
                )
            # The tests hash passwords more quickly than a club that runs.
            club.manage(
                "shell",
                "-c",
                "from games.models import Player; owner = Player.objects.get(username='owner');"
                "owner.set_password('not a secret'); owner.save()",
            )
            club.passwords["owner"] = "not a secret"
            yield club
    finally:
        club.stop()

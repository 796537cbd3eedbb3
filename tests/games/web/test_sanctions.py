"""The club's table of sanctions: everybody reads it, an owner sets it, and each change stays to be read."""

from typing import Any

import pytest

from games.acts import gather
from games.engine.disputing.sanctions import Measure, SanctionStep
from games.models import Player
from games.queries.club.house import sanction_table
from games.web.views.sanctions import SanctionTableForm
from tests.support.play_pages import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def sent(**said: Any) -> dict[str, Any]:
    form = SanctionTableForm(held=sanction_table())
    told = {name: form[name].initial for name in form.fields}
    return {name: value for name, value in {**told, **said}.items() if value not in (None, False)}


def test_an_owner_sets_the_table_and_everybody_reads_what_was_changed() -> None:
    owner = browser(Player.objects.create_user("owner", is_superuser=True))
    assert "Slow play" in browser().get("/house/sanctions/").content.decode()
    own = {
        "name": "Telephones",
        "first-new": "points-3",
        "second-new": "points-5",
        "third-new": "removal",
        "words-new": "They stay in the cloakroom.",
    }
    for _twice in range(2):
        said = sent(**own) if _twice == 0 else sent()
        assert owner.post("/house/sanctions/", said).status_code == 303
    kind = sanction_table().find("Telephones")
    assert kind is not None and kind.step(9) == SanctionStep(Measure.REMOVAL)
    assert kind.step(1) == SanctionStep(Measure.POINTS, 3)
    no_more = sent(**{"offered-6": "", "second-0": "points-1", "section-0": "10.3"})
    assert owner.post("/house/sanctions/", no_more).status_code == 303
    shown = browser().get("/house/sanctions/").content.decode()
    assert "Telephones" in shown and "no longer offered" in shown and shown.count("<time") == 2
    assert "club rule: They stay in the cloakroom." in shown and "§10.3" in shown
    gather()
    assert "changed the table of sanctions" in browser().get("/club/staff/").content.decode()


def test_what_the_table_cannot_be_is_said_and_nothing_is_kept() -> None:
    owner = browser(Player.objects.create_user("owner", is_superuser=True))
    before = sanction_table()
    wrong: list[dict[str, Any]] = [
        {"most_points": "4"},  # the table takes 5
        {"most_points": "0"},
        {"most_points": "１０"},
        {"first-0": "points-51"},
        {"first-0": "prison"},
        {"section-0": "99.9"},
        {"name": "Telephones"},  # by no rule
        {"name": "a\u202eb", "words-new": "x"},
        {"words-0": "x" * 201},
    ]
    for one in wrong:
        assert owner.post("/house/sanctions/", sent(**one)).status_code == 422, one
    for name in ("slow", "sIow"):
        taken = sent(name=name, **{"words-new": "x"})
        assert owner.post("/house/sanctions/", taken).status_code == 409, name
    assert owner.post("/house/sanctions/", {}).status_code == 422
    director = browser(Player.objects.create_user("director", is_director=True))
    assert director.post("/house/sanctions/", sent()).status_code == 403
    assert "Save the table" not in director.get("/house/sanctions/").content.decode()
    assert sanction_table() == before

"""Several tournaments of which a member's best few count: a term, and a page for all of them."""

from uuid import uuid4

import pytest
from django.utils import timezone

from games.errors import Refused
from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, player, score
from tournaments import commands
from tournaments.models import Standing, Tournament

pytestmark = pytest.mark.django_db

SERIES = "/tournaments/series?name=Thu%20%26%20%C4%90%C3%B4ng"
TERMS = {"series": "Thu & Đông", "series_best": 2}


def session(director: Player, four: list[Player]) -> int:
    """Return a closed tournament of the series, won by whoever was drawn South."""
    made = announced(director, *four, entry_fee=0, **TERMS)
    commands.start(by=director, tournament_id=made, now=timezone.now())
    score(made)
    commands.close(by=director, tournament_id=made, now=timezone.now())
    return made


def test_the_best_tournaments_of_each_member_count(director, django_assert_max_num_queries):
    four = [player(name) for name in ("an", "binh", "chi", "dung")]
    assert browser().get(SERIES).status_code == 404
    made = announced(director, *four, entry_fee=0, **TERMS)
    page = browser().get(SERIES).content.decode()
    assert "Thu &amp; Đông" in page and "No tournament of this series has been closed yet." in page
    assert SERIES.replace("&", "&amp;") in browser().get(f"/tournaments/{made}/").content.decode()
    first = session(director, four)
    again = Tournament.objects.get(pk=first)
    for number in (2, 3):
        row = Tournament.objects.create(
            **{
                field.name: getattr(again, field.name)
                for field in Tournament._meta.concrete_fields
                if field.name not in {"id", "idempotency_key"}
            }
        )
        brought = {four[0].pk: 10 * number, four[1].pk: -10 * number}
        for line, (who, gain) in enumerate(brought.items(), 1):
            Standing.objects.create(
                tournament=row, line=line, place=line, participant=f"player:{who}",
                player_id=who, points=gain, deals=1, wins=0, best_hand=0, penalties=0,
                settled_by="points",
            )  # fmt: skip
    won = dict(Standing.objects.filter(tournament=first).values_list("player", "points"))
    with django_assert_max_num_queries(12):
        page = browser().get(SERIES).content.decode()
    assert "+30" in page and "-30" in page.replace("−", "-")
    best = sum(sorted((max(0, won[four[0].pk]), 20, 30), reverse=True)[:2])
    assert f'data-label="Points">{best}</td>' in page
    told = (
        browser(four[0])
        .get(
            SERIES.replace("/tournaments/", "/api/v1/tournaments/", 1).replace(
                "series", "series/", 1
            )
        )
        .json()
    )
    line = next(line for line in told["standings"] if line["player"] == four[0].pk)
    assert (told["best"], line["points"], len(line["counted"])) == (2, best, 2)
    assert (told["by_place"], told["present"], line["there"]) == ([], 0, 3)
    assert len(line["others"]) == 1 and len(told["tournaments"]) == 4


def test_a_cancelled_tournament_is_none_of_it_and_the_number_is_the_same_for_all(director):
    made = announced(director, **TERMS)
    form = {**GOOD, "series": "Thu & Đông", "series_best": "3", "idempotency_key": str(uuid4())}
    answer = browser(director).post("/tournaments/new", form)
    assert answer.status_code == 422
    assert "In this series the best 2 tournaments count" in answer.content.decode()
    copied = browser(director).get(f"/tournaments/new?like={made}").content.decode()
    assert 'value="Thu &amp; Đông"' in copied
    commands.cancel(by=director, tournament_id=made, reason="Rain.", now=timezone.now())
    assert browser().get(SERIES).status_code == 404
    assert browser(director).post("/tournaments/new", form).status_code == 303
    assert Tournament.objects.get(stored_terms__series_best=3).series == "Thu & Đông"


@pytest.mark.parametrize("name", ["", "%00", "x" * 2000, "%ED%A0%80"])
def test_no_such_series(name):
    assert browser().get(f"/tournaments/series?name={name}").status_code == 404


def test_names_that_differ_in_capitals_and_spaces_are_one_series(director):
    four = [player(name) for name in ("an", "binh", "chi", "dung")]
    made = announced(director, *four, entry_fee=0, **TERMS)
    other = {"series": "THU  & đông", "series_best": 2}
    second = announced(director, *four, entry_fee=0, **other)
    with pytest.raises(Refused, match="In this series the best 2"):
        announced(director, entry_fee=0, **{**other, "series_best": 3})
    told = (
        browser(director).get("/api/v1/tournaments/series/?name=thu%20%26%20%C4%90%C3%94NG").json()
    )
    assert (told["name"], told["tournaments"]) == ("Thu & Đông", [made, second])
    apart = announced(director, entry_fee=0)
    correct = {
        "by": director,
        "tournament_id": apart,
        "reason": "Forgotten.",
        "now": timezone.now(),
    }
    with pytest.raises(Refused, match="In this series the best 2"):
        commands.correct_settings(settings={"series": "thu & đông", "series_best": 3}, **correct)
    commands.correct_settings(settings={"series": "thu & đông", "series_best": 2}, **correct)
    # Alone in a series, its number may change; with others it may not.
    told = (
        browser(director).get("/api/v1/tournaments/series/?name=thu%20%26%20%C4%90%C3%94NG").json()
    )
    assert told["tournaments"] == [made, second, apart]
    page = browser().get(f"/tournaments/{apart}/").content.decode()
    assert "Series: thu &amp; đông instead of –: Forgotten." in page

"""Places: what decides between equal points is a term of the tournament, and each place has its arithmetic."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.utils import timezone

from games.engine.disputing.outcomes import RulingGiven
from games.engine.scoring import Result
from games.log import append
from games.models import Player
from games.schema import to_stored
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, count, player, score
from tests.support.tournaments import result_of
from tournaments import commands, queries
from tournaments.engine.participants import player_id
from tournaments.engine.results import DealResult, RuledResult
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.schema import ruling_id

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    caches["local"].clear()


def chosen(*asked: str) -> dict[str, str]:
    """Return the lists of the form, these chosen from the top down."""
    lists = [*asked, *[""] * 6][:6]
    return {f"tie_breaks_{number}": one for number, one in enumerate(lists)}


def once() -> dict[str, str]:
    return {"idempotency_key": str(uuid4())}


def test_the_form_offers_the_order_as_it_ever_was_and_takes_another(director):
    client = browser(director)
    form = client.get("/tournaments/new").content.decode()
    assert re.findall(r'value="([\w-]+)" selected', form.partition('name="tie_breaks_0"')[2])[
        :3
    ] == [
        "wins",
        "best-hand",
        "penalties",
    ]
    assert 'aria-label="Tie-break number 1"' in form
    sent = {**GOOD, **chosen("", "direct", "", "last-round"), **once()}
    assert client.post("/tournaments/new", sent).status_code == 303
    row = Tournament.objects.get()
    assert row.terms.tie_breaks == ("direct", "last-round")
    page = client.get(f"/tournaments/{row.pk}/").content.decode()
    assert "points in deals among the tied, points of the last round" in page
    told = client.get(f"/api/v1/tournaments/{row.pk}/").json()
    assert told["tie_breaks"] == ["direct", "last-round"]


def test_none_at_all_lets_the_equal_share_and_the_page_says_so(director):
    client = browser(director)
    client.post("/tournaments/new", {**GOOD, **chosen(), **once()})
    row = Tournament.objects.get()
    assert row.terms.tie_breaks == ()
    assert (
        "none: tied members share the place"
        in client.get(f"/tournaments/{row.pk}/").content.decode()
    )


@pytest.mark.parametrize("wrong", [("wins", "wins"), ("luck",), ("points",), ("<b>",)])
def test_what_cannot_be_asked_is_said_at_the_field(director, wrong):
    answer = browser(director).post("/tournaments/new", {**GOOD, **chosen(*wrong), **once()})
    assert answer.status_code == 422 and not Tournament.objects.exists()
    assert answer.context["form"].errors.keys() == {"tie_breaks"}


def test_a_form_without_the_lists_announces_as_it_ever_did(director):
    assert browser(director).post("/tournaments/new", {**GOOD, **once()}).status_code == 303
    assert Tournament.objects.get().terms.tie_breaks == ("wins", "best-hand", "penalties")


def test_the_order_is_corrected_before_the_start_and_everybody_reads_it(director):
    an = player("an")
    tournament = announced(director, an)
    client = browser(director)
    address = f"/tournaments/{tournament}/corrections/terms"
    form = client.get(address).context["forms"][0][2]
    values = {field.html_name: field.value() for field in form if field.html_name != "tie_breaks"}
    sent = {name: "" if value is None else str(value) for name, value in values.items()}
    sent |= {**chosen("direct", "wins"), "reason": "As last year", "act": "terms"}
    sent.pop("check_in")
    assert client.post(address, sent).status_code == 303
    assert Tournament.objects.get().terms.tie_breaks == ("direct", "wins")
    said = browser(an).get(f"/tournaments/{tournament}/").content.decode()
    assert "Tie-breaks: points in deals among the tied, more deals won instead of" in said
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    assert "tie_breaks_0" not in client.get(address).content.decode()


def test_standings_follow_the_order_of_the_terms(director):
    people = [player(f"m{i}") for i in range(4)]
    tournament = announced(director, *people, tie_breaks=())
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    score(tournament, net=(60, 0, 0, -60))
    assert list(Standing.objects.values_list("place", flat=True)) == [1, 2, 2, 4]


def read(address: str, who: Player | None = None, status: int = 200) -> str:
    answer = browser(who).get(address)
    assert answer.status_code == status
    return answer.content.decode()


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def part(html: str, title: str) -> str:
    return plain(html.partition(f'id="{title}"')[2].partition("</section>")[0])


def played(director: Player, **terms: Any) -> tuple[int, list[int]]:
    """Four members and one round of two deals; the members' ids as they sit."""
    people = [player(f"m{i}") for i in range(4)]
    tournament = announced(director, *people, deals_per_round=2, **terms)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    score(tournament, net=(60, 0, 0, -60), points=7)
    score(tournament, deal=2, net=(-20, 0, -20, 40), winner=3, points=5, penalised=None)
    seats = RoundTable.objects.get(tournament=tournament).seats
    return tournament, [player_id(label) for label in seats]


def ruled(tournament: int) -> None:
    """A ruling on the second deal, with its event in the deal's stream."""
    result = Result(None, 0, 0, (), None, (), (0, -20, -20, 40))
    event = RulingGiven(1, "player:1", False, "§10.3", "The safe card was there", result)
    version = append("deal-1012", to_stored([event]), expected_version=0, now=NOW)
    by = ruling_id(1012, version)
    said = RuledResult(deal_id=1012, net=(0, -20, -20, 40), penalised=None, ruling=by)
    count(tournament, said)


def test_every_line_of_the_standings_leads_to_what_it_adds_up_from(director):
    tournament, (south, east, north, west) = played(director)
    at = f"/tournaments/{tournament}/standings/"
    page = read(f"/tournaments/{tournament}/")
    assert set(re.findall(rf'href="{at}(\d+)"', page)) == {
        str(one) for one in (south, east, north, west)
    }
    html = read(f"{at}{west}")
    name = Player.objects.get(pk=west).shown_name
    assert f"Why {name} has this place" in html and "Place 3 with −20 points." in plain(html)
    assert re.findall(r'href="/replays/(\d+)/"', html.partition("above-title")[0]) == [
        "1011",
        "1012",
    ]
    deals = part(html, "sum-title")
    assert "Round 1, table 1, deal 1 paid the penalty (đền, §10.5) −60" in deals
    assert "Round 1, table 1, deal 2 won, points of the hand: 5 +40" in deals
    assert deals.endswith("Total −20 ")
    assert "Provisional: deals still have to be played" in html


def test_the_neighbours_are_compared_by_what_parts_them_and_the_deals_behind_it(director):
    tournament, (south, _east, north, west) = played(director)
    at = f"/tournaments/{tournament}/standings/"
    above, below = (part(read(f"{at}{west}"), one) for one in ("above-title", "below-title"))
    assert "2. " in above and "Decided by: points." in above
    assert "Decided by: more deals won." in below
    steps = below.partition("Tie-breaks in this order")[2]
    assert re.search(r"points −20 −20 more deals won 1 0", steps)
    names = dict(Player.objects.values_list("pk", "display_name"))
    assert f"{names[west]} : 1 Round 1, table 1, deal 2 : +40" in steps
    assert f"{names[north]} : 0 no deal" in steps
    assert "Nobody." in part(read(f"{at}{south}"), "above-title")


def test_who_shares_a_place_reads_that_nothing_parts_them(director):
    tournament, (_south, _east, north, west) = played(director, tie_breaks=("last-round",))
    html = read(f"/tournaments/{tournament}/standings/{west}")
    both = part(html, "above-title") + part(html, "below-title")
    assert "No tie-break separates the two: they share the place." in both
    assert "points of the last round −20 −20" in both
    assert Player.objects.get(pk=north).shown_name in both


def test_rulings_corrections_and_voided_deals_are_lines_and_the_sum_holds(director):
    tournament, (south, *_) = played(director)
    ruled(tournament)
    asked: dict[str, Any] = {"by": director, "tournament_id": tournament, "now": timezone.now()}
    why: dict[str, Any] = {"reason": "Late at the table", "section": "§1.2"}
    commands.adjust_points(player=south, points=-5, **why, **asked)
    address = f"/tournaments/{tournament}/standings/{south}"
    html = read(address, director)
    deals = part(html, "sum-title")
    assert "The ruling on a deal (§10.3): −20 → 0 The safe card was there" in deals
    assert "Correction of points Late at the table (§1.2) −5" in deals
    assert deals.endswith("Total +55 ")
    stranger = read(address)
    assert "(§10.3): −20 → 0" in plain(stranger) and "safe card" not in stranger
    commands.void_deal(deal=1011, replay=False, reason="Torn card", section="", **asked)
    deals = part(read(address), "sum-title")
    assert "deal 1 does not count" in deals and deals.endswith("Total −5 ")


def test_the_arithmetic_of_any_moment_is_that_of_then(director):
    tournament, (south, *_) = played(director)
    lines = queries.happenings(tournament, 1, 100)
    first = next(one.version for one in lines if one.name == "tournament.deal-scored")
    address = f"/tournaments/{tournament}/standings/{south}"
    moment = read(f"/tournaments/{tournament}/log/{first}")
    assert f'href="{address}?at={first}"' in moment
    then = read(f"{address}?at={first}")
    assert "Place 1 with +60 points." in plain(then) and "After event" in then
    assert "Place 1 with +40 points." in plain(read(address))
    read(f"{address}?at=999", status=404)
    assert "+40" in read(f"{address}?at=x")
    read(f"{address}?at=1", status=404)  # nobody had entered


def test_final_places_say_so_with_the_prize_and_provisional_ones_until_when(director):
    tournament, (south, *_) = played(director, appeal_minutes=30)
    address = f"/tournaments/{tournament}/standings/{south}"
    row = Tournament.objects.get(pk=tournament)
    assert row.appeal_until is not None
    assert (
        f'Provisional until <time datetime="{timezone.localtime(row.appeal_until):%Y-%m-%dT%H}'
        in re.sub(r"\s+", " ", read(address))
    )
    until = row.appeal_until
    commands.end_appeals(lambda: until)
    html = plain(read(address))
    assert "The standings are final" in html and "Prize: 40 chips." in html


def test_who_does_not_play_there_has_no_page(director):
    tournament, _ = played(director)
    at = f"/tournaments/{tournament}/standings/"
    for wrong in (director.pk, 0, 10**30):
        assert "t in the tournament" in read(f"{at}{wrong}", status=404)
    read(f"/tournaments/99/standings/{director.pk}", status=404)


def test_programs_read_the_same_arithmetic(director):
    tournament, (south, _east, _north, west) = played(director)
    ruled(tournament)
    here = browser(director)
    address = f"/api/v1/tournaments/{tournament}/standings/"
    told = here.get(f"{address}{south}/").json()
    assert told["points"] == 60 == sum(one["deal"]["points"] for one in told["deals"])
    assert told["deals"][1]["rulings"] == [
        {
            "name": "The ruling on a deal (§10.3)",
            "section": "§10.3",
            "reason": "The safe card was there",
            "before": -20,
            "after": 0,
        }
    ]
    assert told["above"] is None and told["below"]["steps"][0]["asked"] == "points"
    assert here.get(f"{address}{west}/").json()["above"]["settled_by"] in Standing.SettledBy
    assert here.get(f"{address}{director.pk}/").status_code == 404
    assert here.get(f"{address}{south}/?at=x").status_code == 400


def test_the_page_asks_the_database_no_more_for_four_hundred_members(
    director, django_assert_max_num_queries
):
    small, (south, *_) = played(director)
    ruled(small)
    members = Player.objects.bulk_create(Player(username=f"x{i}") for i in range(400))
    large, at = announced(director, entry_fee=0), {"by": director, "now": timezone.now()}
    commands.enter_members(tournament_id=large, players=[one.pk for one in members], **at)
    commands.start(tournament_id=large, **at)
    results = [
        DealResult(1, number, 1, 5000 + number, result_of(0, 5), 0, 5, None)
        for number in range(1, 101)
    ]
    assert not commands.count(tournament_id=large, results=results, now=NOW)
    for tournament, member in ((small, south), (large, members[7].pk)):
        address = f"/tournaments/{tournament}/standings/{member}"
        read(address)
        with django_assert_max_num_queries(5):
            read(address)

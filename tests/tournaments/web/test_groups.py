"""Groups and a final on pages and in the API: chosen, drawn, shown by group, the finalists first, explained."""

import json
import re
from uuid import uuid4

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.notices import tell
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, player, score
from tournaments import commands, queries
from tournaments.checks.log import check_log
from tournaments.engine.draws.certificate import faults
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.projections import rebuild

pytestmark = pytest.mark.django_db

TERMS = {"format": "groups", "rounds": 2, "final_rounds": 1, "finalists": 4}


def shown(address: str, by: Player | None = None) -> str:
    answer = browser(by).get(address)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


@pytest.fixture
def final(director: Player) -> int:
    """Nine members, with the final drawn."""
    people = [player(f"member{number}") for number in range(9)]
    made = announced(director, *people, **TERMS)
    commands.start(by=director, tournament_id=made, now=timezone.now())
    for table in RoundTable.objects.filter(tournament=made, round=1):
        score(made, table=table.number)
    return made


def test_it_is_announced_with_its_final_and_says_so(director):
    form = {**GOOD, "format": "groups", "rounds": "4", "final_rounds": "2", "finalists": "8"}
    form["idempotency_key"] = str(uuid4())
    assert browser(director).post("/tournaments/new", form).status_code == 303
    row = Tournament.objects.get()
    assert (row.terms.format, row.terms.final_rounds, row.terms.finalists) == ("groups", 2, 8)
    page = shown(f"/tournaments/{row.pk}/")
    assert "groups and a final" in page
    assert (
        "In the final the 8 players start again from zero. The last 2 rounds are the final." in page
    )
    assert "Everyone else plays on for the remaining places and keeps their points" in page
    told = browser(director).get(f"/api/v1/tournaments/{row.pk}/").json()
    assert (told["format"], told["final_rounds"], told["finalists"]) == ("groups", 2, 8)
    copied = shown(f"/tournaments/new?like={row.pk}", director)
    assert '<option value="8" selected>' in copied
    Tournament.objects.update(stored_terms={**row.stored_terms, "finalists": 4})
    assert any("final" in line for line in check_log())


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"final_rounds": "4"}, "rounds. Change the rounds of the final or of the tournament"),
        ({"final_rounds": "0"}, "rounds. Change the rounds of the final or of the tournament"),
        ({"final_rounds": "x"}, "Enter a whole number"),
        ({"finalists": "5"}, "Select a valid choice"),
        ({"fill_to": "16"}, "When you play in groups, bots fill only the tables of each group"),
        ({"late_until": "4"}, "End late entry with round 3"),
    ],
)
def test_what_makes_no_final_is_said_at_its_field(director, wrong, said):
    form = {**GOOD, "format": "groups", "rounds": "4", "idempotency_key": str(uuid4()), **wrong}
    answer = browser(director).post("/tournaments/new", form)
    assert answer.status_code == 422 and said in answer.content.decode()
    assert not Tournament.objects.exists()


def test_too_few_do_not_start_and_the_page_says_how_many_it_takes(director):
    made = announced(director, *[player(f"m{number}") for number in range(7)], **TERMS)
    answer = browser(director).post(f"/tournaments/{made}/start", {"idempotency_key": str(uuid4())})
    assert answer.status_code == 409
    assert "need at least 8 members, but only 7 would play" in answer.content.decode()


def test_groups_are_shown_with_their_tables_and_their_standings(director):
    people = [player(f"member{number}") for number in range(9)]
    made = announced(director, *people, **TERMS)
    assert "At the moment 3 bots would fill the tables." in shown(f"/tournaments/{made}/")
    commands.start(by=director, tournament_id=made, now=timezone.now())
    page = shown(f"/tournaments/{made}/")
    assert page.count("<h3>Group ") == 2 and "then the best runners-up" in page
    assert '<span class="badge badge--note">Group 1</span>' in page
    tables = RoundTable.objects.filter(tournament=made)
    assert sorted(table.section or 0 for table in tables) == [1, 1, 2]
    rebuild(made)
    assert sorted(table.section or 0 for table in tables.all()) == [1, 1, 2]
    told = browser(director).get(f"/api/v1/tournaments/{made}/").json()
    assert [table["group"] for table in told["tables"]] == [1, 1, 2]


def test_the_final_is_shown_and_finalists_stand_first_whatever_others_have(director, final):
    page = shown(f"/tournaments/{final}/")
    assert page.count("in the final</span>") == 4
    assert '<span class="badge badge--note">Final</span>' in page
    assert (
        "for the places below the finalists" in page
        and "The final has been drawn, so its players no longer change" in page
    )
    for table in RoundTable.objects.filter(tournament=final, round=2):
        score(final, table=table.number, round_number=2)
    rows = list(Standing.objects.filter(tournament=final).order_by("line"))
    loaded = queries.current(final)
    chosen = {f"player:{one}" for one in loaded.state.rounds[1].finalists}
    assert {row.participant for row in rows[:4]} == chosen
    assert {row.settled_by for row in rows[:3]} & {"in-final"}
    assert any(kind == "in-final" for kind, *_ in rows[0].notes)
    page = shown(f"/tournaments/{final}/")
    assert "in the final: +" in page and "points of the final" in page
    assert "Finalists come first" in page
    why = shown(f"/tournaments/{final}/standings/{rows[3].player_id}")
    assert "being in the final" in why
    told = browser(director).get(f"/api/v1/tournaments/{final}/standings/{rows[3].player_id}/")
    assert told.status_code == 200
    for number in (1, 2):
        address = f"/tournaments/{final}/rounds/{number}/certificate"
        assert faults(json.loads(browser().get(f"{address}.json").content)) == []
        assert shown(address)
    assert "Drawn by lot into as few groups" in shown(f"/tournaments/{final}/rounds/1/certificate")
    commands.close(by=director, tournament_id=final, now=timezone.now())
    prizes = {row.participant: row.prize or 0 for row in Standing.objects.filter(tournament=final)}
    assert sum(prizes.values()) == 180
    assert {label for label, prize in prizes.items() if prize} <= chosen
    rebuild(final)
    assert not list(check_log())


@pytest.mark.usefixtures("followers_do_not_wait")
def test_hall_slips_sheets_seat_log_and_notices_name_the_final(director, final):
    state = queries.current(final).state
    finalist = Player.objects.get(pk=state.rounds[-1].finalists[0])
    other = Player.objects.get(
        pk=next(one for one in sorted(state.playing) if one not in state.rounds[-1].finalists)
    )
    behind = "for the places below the finalists"
    hall = shown(f"/tournaments/{final}/hall?show=seats")
    assert hall.count("· Final<") == 4 and behind not in hall
    slips = shown(f"/tournaments/{final}/slips?round=2")
    assert slips.count("<strong>Final</strong>") == 4 and f"<strong>{behind}</strong>" in slips
    assert "<strong>Group 1</strong>" in shown(f"/tournaments/{final}/slips?round=1")
    assert "<strong>Final</strong>" in shown(f"/tournaments/{final}/sheets?round=2", director)
    seat = re.search(
        r'class="tournament__seat">([^<]*)<', shown(f"/tournaments/{final}/", finalist)
    )
    assert seat is not None and seat[1].endswith("Final")
    log = shown(f"/tournaments/{final}/log")
    assert "Players in the final:" in log and f"Table 2, {behind}:" in log
    tell()
    for member, words in (
        (finalist, "you play in the final, at"),
        (other, "you play for the places below the finalists, at table"),
    ):
        assert words in shown("/notices", member)
        assert words not in shown("/notices", other if member == finalist else finalist)

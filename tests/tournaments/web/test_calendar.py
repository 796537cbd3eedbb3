"""When a tournament begins and what it is about: on the form, the pages, in the API, and as a file for calendars."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.errors import Refused
from tests.support.api_client import get
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, player
from tournaments import commands, queries
from tournaments.models import Tournament
from tournaments.presenters.page.calendar import WIDEST, calendar_of
from tournaments.projections import rebuild

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
LATER = timezone.now() + timedelta(days=30)


def unfolded(text: str) -> dict[str, str]:
    """Name → value of each line that no other continues."""
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= WIDEST for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    return dict(line.split(":", 1) for line in lines)


def plain(value: str) -> str:
    """Return a value as a calendar reads it."""
    return value.replace("\\n", "\n").replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\")


def row_named(name: str, **fields: Any) -> Tournament:
    return Tournament(
        pk=7, name=name, starts_at=NOW, created_at=NOW, version=2, **{"description": "", **fields}
    )


def file_of(row: Tournament) -> str:
    page = "https://club.example/tournaments/7/"
    return calendar_of([row], url=lambda _row: page, host="club.example")


@pytest.mark.parametrize(
    "name",
    [
        "Friday; tea, cake: 5\\6",
        "Giải Tết " + "ướm" * 60,
        "🀄" * 80,
        "a" * 67 + "ắ",
        '"quoted" <b>=1+1</b>',
        "BEGIN:VEVENT",
    ],
)
def test_an_awkward_name_comes_through_a_calendar_as_it_is(name):
    said = unfolded(file_of(row_named(name)))
    assert plain(said["SUMMARY"]) == name
    assert (said["DTSTART"], said["DTSTAMP"]) == ("20261120T190000Z", "20261120T190000Z")
    assert said["UID"] == "tournament-7@club.example"


def test_no_description_begins_a_line_of_its_own():
    said = "Bring tea\r\nEND:VEVENT\rBEGIN:VALARM\u2028x\x00\x0b"
    text = file_of(row_named("Friday", description=said))
    assert text.count("END:VEVENT\r\n") == 1
    assert plain(unfolded(text)["DESCRIPTION"]) == "Bring tea\nEND:VEVENT\nBEGIN:VALARM\nx"


def test_the_time_is_the_clubs_on_the_form_and_utc_in_the_log_the_file_and_the_api(
    director, settings
):
    settings.TIME_ZONE = "Asia/Ho_Chi_Minh"
    local = LATER.astimezone(ZoneInfo("Asia/Ho_Chi_Minh")).replace(hour=19, minute=30)
    form = {**GOOD, "idempotency_key": str(uuid4()), "description": "  <b>Tea</b>\r\nCake  "}
    client = browser(director)
    answer = client.post("/tournaments/new", {**form, "starts_at": f"{local:%Y-%m-%dT%H:%M}"})
    assert answer.status_code == 303
    row = Tournament.objects.get()
    assert row.starts_at == local.replace(second=0, microsecond=0)
    assert row.description == "<b>Tea</b>\nCake"
    loaded = queries.load_state(row.pk)
    assert loaded is not None and loaded.starts_at == row.starts_at
    utc = row.starts_at.astimezone(UTC)
    page = client.get(f"/tournaments/{row.pk}/").content.decode()
    assert "&lt;b&gt;Tea&lt;/b&gt;<br>Cake" in page and "calendar.ics" in page
    for html in (page, client.get("/tournaments/").content.decode()):
        assert "(Asia/Ho_Chi_Minh)" in html and ", 19:30" in html
    file = client.get(f"/tournaments/{row.pk}/calendar.ics")
    assert file["Content-Type"] == "text/calendar; charset=utf-8"
    said = unfolded(file.content.decode())
    assert said["DTSTART"] == f"{utc:%Y%m%dT%H%M00Z}"
    assert said["URL"] == f"http://testserver/tournaments/{row.pk}/"
    told = get(director, f"tournaments/{row.pk}/").json()
    assert datetime.fromisoformat(told["starts_at"]) == utc
    assert told["description"] == row.description
    rebuild(row.pk)
    again = Tournament.objects.get()
    assert (again.starts_at, again.description) == (row.starts_at, row.description)


def test_a_tournament_of_before_has_neither_day_nor_file(director):
    tournament = announced(director)
    page = browser().get(f"/tournaments/{tournament}/").content.decode()
    assert "calendar.ics" not in page and "Begins" not in page
    answer = browser().get(f"/tournaments/{tournament}/calendar.ics")
    assert (
        answer.status_code == 404 and "This tournament has no date yet" in answer.content.decode()
    )
    told = get(director, f"tournaments/{tournament}/").json()
    assert (told["starts_at"], told["description"]) == (None, "")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"starts_at": "tomorrow"}, "Write the day and time like this"),
        ({"starts_at": "٢٠٢٧-٠١-٠١T١٩:٣٠"}, "Write the day and time like this"),
        ({"starts_at": "2027-01-01T19:30+07:00"}, "Write the day and time like this"),
        ({"starts_at": "2027-01-01"}, "Write the day and time like this"),
        ({"starts_at": "2027-02-30T19:30"}, "Enter a valid date/time"),
        ({"starts_at": "2001-01-01T19:30"}, "Choose a start within the next"),
        ({"starts_at": "0001-01-01T00:00"}, "Choose a start within the next"),
        ({"starts_at": "9999-12-31T23:59"}, "Choose a start within the next"),
        ({"description": "x" * 2001}, "at most 2000 characters"),
        ({"description": "x\x07"}, "contains an invisible character"),
        ({"description": "x\0"}, "Null characters"),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "Asia/Ho_Chi_Minh", "America/Bogota"])
def test_a_wrong_day_or_description_is_said_and_nothing_announced(
    director, settings, zone, wrong, said
):
    settings.TIME_ZONE = zone
    form = {**GOOD, "idempotency_key": str(uuid4()), **wrong}
    answer = browser(director).post("/tournaments/new", form)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Tournament.objects.exists()


def test_a_director_sets_another_day_until_the_start_and_says_the_same_twice_once(director):
    tournament = announced(director, player("an"), starts_at=LATER, description="Tea")
    said: dict[str, Any] = {"tournament_id": tournament, "now": timezone.now()}
    other = LATER + timedelta(days=7)
    before = queries.etag_of(tournament)
    commands.describe(by=director, starts_at=LATER, description="Tea", **said)
    assert queries.etag_of(tournament) == before
    commands.describe(by=director, starts_at=other, description="", **said)
    row = Tournament.objects.get()
    assert (row.starts_at, row.description) == (other, "")
    with pytest.raises(Refused, check=lambda error: error.code == "tournament.not-director"):
        commands.describe(by=player("binh"), starts_at=None, description="", **said)
    commands.start(by=director, **said)
    with pytest.raises(Refused, check=lambda error: error.code == "tournament.already-started"):
        commands.describe(by=director, starts_at=None, description="", **said)


def test_a_cancelled_tournament_says_so_in_the_calendar():
    assert "STATUS" not in unfolded(file_of(row_named("Friday")))
    said = unfolded(file_of(row_named("Friday", status=Tournament.Status.CANCELLED)))
    assert said["STATUS"] == "CANCELLED"

"""A club that plays for a unit of its own never reads of chips, in no language."""

import ast
import re
from html import unescape
from uuid import uuid4

import pytest
from django.utils import timezone

from games.club.settings import ClubSettings
from games.commands.club.chips import grant_chips
from games.commands.club.founding import set_club_settings
from games.errors import Refused
from games.models import Player
from games.queries.club.house import club_settings
from tests.support.notices import tell
from tests.support.play_pages import browser, table_with
from tests.support.running_site import PROJECT
from tests.support.tournament_pages import announced, player
from tournaments.errors import refusal

pytestmark = pytest.mark.django_db

CHIPS = {
    "en": r"\bchips?\b",
    "vi": r"\bxu\b",
    "fr": r"\bjetons?\b(?! d’accès)",
    "ja": r"チップ",
}
"""What chips are called where a club has no unit of its own."""
PAGES = (
    *("/", "/account/", "/account/logins/", "/house/", "/house/sanctions/", "/house/rule-sets/"),
    *("/ratings/", "/notices", "/tables/new", "/tournaments/", "/tournaments/new", "/replays/"),
    *("/log/", "/club/staff/", "/club/flows/", "/club/alarms/", "/club/backup/", "/referee/calls"),
    *("/club/members/add/", "/club/members/cards/", "/club/invitations/", "/replays/casebook/"),
    *("/replays/records/", "/members/{owner}/", "/tables/{table}/", "/tables/{table}/invitations"),
    *("/tables/{table}/warnings/", "/accounts/password_change/", "/admin/", "/admin/games/player/"),
    *("/admin/games/player/{owner}/change/", "/club/members/", "/club/members/{owner}/"),
    *("/tournaments/{it}/", "/tournaments/{it}/log", "/tournaments/{it}/cash"),
    *("/tournaments/{it}/entry-list", "/tournaments/{it}/result", "/tournaments/{it}/hall"),
    *("/tournaments/{it}/seats", "/tournaments/{it}/entries/"),
)
TECHNICAL = (
    *("games/api/", "games/checks/", "games/ledger/", "games/management/", "games/engine/"),
    *("games/models/", "tournaments/models/", "games/queries/club/given.py"),
)
"""Where chips are the term of programs, of findings of the checks, and of columns."""
OF_SETTINGS = "games/web/views/club/forms.py"
BY_NAME = {
    "chips",
    "Chips",
    "%(chips)s chip",
    "%(chips)s chips",
    "Chips per point",
    "Entry fee in chips",
    "Fixed prizes in chips",
    "The fee each member pays in cash at the door, in the club's unit. No chips move.",
}
"""What is said to clubs without a unit alone, and to programs."""


def plays_for(owner: Player, unit: str) -> None:
    set_club_settings(by=owner, settings=ClubSettings(unit=unit), now=timezone.now())
    assert club_settings().unit == unit  # and this process knows it, as after a commit


@pytest.fixture
def owner() -> Player:
    made = player("owner", is_director=True, is_referee=True, is_superuser=True)
    plays_for(made, "€")
    return made


@pytest.fixture
def club(owner: Player) -> dict[str, int]:
    """The numbers of what the pages are about."""
    people = [player(name) for name in ("an", "binh", "chi", "dung")]
    key, now = uuid4(), timezone.now()
    grant_chips(by=owner, players=people, amount=5, reason="Tết", idempotency_key=key, now=now)
    table = table_with(owner, chips_per_point=2)
    return {"owner": owner.pk, "table": table.pk, "it": announced(owner, *people, entry_fee=20)}


def text_of(html: str) -> str:
    """Return what is read of a page: its text, and what names its parts."""
    html = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", html, flags=re.S)
    named = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', html)
    return unescape(" ".join([re.sub(r"<[^>]*>", " ", html), *named]))


@pytest.mark.parametrize("language", list(CHIPS))
@pytest.mark.usefixtures("followers_do_not_wait")
def test_no_page_of_a_club_with_its_own_unit_says_chips(
    owner: Player, club: dict[str, int], language: str
) -> None:
    tell()
    read, wrong, missed = 0, [], []
    for reader, pages in ((owner, PAGES), (Player.objects.get(username="an"), ("/", "/notices"))):
        client = browser(reader)
        client.cookies["django_language"] = language
        for page in pages:
            answer = client.get(page.format(**club), follow=True)
            text = text_of(answer.content.decode())
            missed += [page] * (answer.status_code != 200)
            read += text.count("€")
            found = re.finditer(CHIPS[language], text, flags=re.I)
            wrong += [f"{page}: {text[max(0, one.start() - 60) : one.end() + 40]}" for one in found]
    assert wrong == [] and missed == []
    assert read > 20


def test_a_refusal_has_the_clubs_unit(owner: Player) -> None:
    assert Refused("chips.not-director").sentence.startswith("Only directors can grant €.")
    said = refusal("tournament.too-few-chips", fee=20, balance=5).sentence
    assert said.startswith("The entry fee is 20 €, but you have only 5 free.")
    plays_for(owner, "")
    assert Refused("chips.not-director").sentence.startswith("Only directors can grant chips.")


def test_no_text_names_chips_where_a_club_may_have_a_unit_of_its_own() -> None:
    named = re.compile(r"(?<!\()\bchips?\b(?!\))", re.I)
    wrong = []
    for folder in ("games", "tournaments", "replays", "notices"):
        for path in sorted((PROJECT / folder).rglob("*.py")):
            place = path.relative_to(PROJECT).as_posix()
            if place.startswith(TECHNICAL) or "/migrations/" in place:
                continue
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(call, ast.Call):
                    name = getattr(call.func, "id", "")
                    texts = [one.value for one in call.args if isinstance(one, ast.Constant)]
                    if "gettext" in name or name in ("_", "Refusal"):
                        wrong += [(place, one) for one in texts if named.search(str(one))]
    for path in sorted((PROJECT / "templates").rglob("*.html")):
        text = re.sub(
            r"context \"chips\"|{{.*?}}|{%(?! translate).*?%}|<[^>]*>",
            "",
            path.read_text(encoding="utf-8"),
        )
        wrong += [(path.name, line) for line in text.splitlines() if named.search(line)]
    # The form of the settings says what the choice is.
    left = [one for one in wrong if one[1] not in BY_NAME and one[0] != OF_SETTINGS]
    assert left == []

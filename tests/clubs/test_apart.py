"""Attacks across clubs of one machine: whatever opens something in one opens nothing in the other."""

import json
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPResponse

from tests.support.clubs import Machine
from tests.support.servers import wait_until
from tusac_site.local.clubs.folder import ClubFolder

PASSWORD = "một mật khẩu dài"
MEMBER = f"""
from games.models import Player
lan = Player.objects.filter(username="lan").first() or Player.objects.create_user("lan", password="{PASSWORD}")
"""
TOKEN = f"""{MEMBER}
from django.utils import timezone
from games.commands.people.tokens import issue
print(json.dumps(issue(lan, now=timezone.now())))
"""


def session_of(machine: Machine, name: str) -> str:
    """Log Lan in as a browser does; return the session's cookie."""
    club = machine.clubs.club(name)
    page = machine.ask(club, "/accounts/login/")
    (csrf,) = re.findall(r"csrftoken=(\w+)", str(page.headers))
    answer = machine.ask(
        club,
        "/accounts/login/",
        form={"username": "lan", "password": PASSWORD, "csrfmiddlewaretoken": csrf},
        headers={
            "Cookie": f"csrftoken={csrf}",
            "Referer": f"https://{name}.example/accounts/login/",
        },
    )
    assert answer.status == 302, answer.text
    (key,) = re.findall(r"sessionid=(\w+)", str(answer.headers))
    return str(key)


def test_the_link_for_the_first_owner_of_one_club_is_none_in_the_other(machine: Machine) -> None:
    link = "from games.queries.club.first_owner import first_owner_path as path\nprint(json.dumps(path()))"
    theirs, ours = (machine.inside(club, link) for club in (machine.an, machine.binh))
    assert machine.ask(machine.an, theirs).status == 200
    assert machine.ask(machine.binh, ours).status == 200
    assert machine.ask(machine.binh, theirs).status == 403


def test_a_session_of_one_club_opens_nothing_in_the_other(machine: Machine) -> None:
    for club in (machine.an, machine.binh):  # the same name and number in both
        machine.inside(club, MEMBER)
    cookie = f"sessionid={session_of(machine, 'an')}"
    assert machine.ask(machine.an, "/notices", headers={"Cookie": cookie}).status == 200
    refused = machine.ask(machine.binh, "/notices", headers={"Cookie": cookie})
    assert refused.status == 302
    assert refused.headers["Location"].startswith("/accounts/login/")


def test_a_token_of_one_club_opens_nothing_in_the_other(machine: Machine) -> None:
    token = machine.inside(machine.an, TOKEN)
    machine.inside(machine.binh, MEMBER)
    said = {"Authorization": f"Token {token}"}
    assert machine.ask(machine.an, "/api/v1/account/", headers=said).status == 200
    assert machine.ask(machine.binh, "/api/v1/account/", headers=said).status == 401


def test_a_login_card_of_one_club_logs_nobody_in_in_the_other(machine: Machine) -> None:
    made = """
from django.utils import timezone
from games.commands.people.cards import evening_of, make_cards
from games.models import Player
now = timezone.now()
director = Player.objects.create_user("director", is_superuser=True)
hoa = Player.objects.create_user("hoa", password=None)
(card,) = make_cards(by=director, players=[hoa], evening=evening_of(now), now=now)
print(json.dumps(card.key))
"""
    card = machine.inside(machine.an, made)
    assert machine.ask(machine.an, f"/card/?key={card}").status == 200
    assert machine.ask(machine.binh, f"/card/?key={card}").status == 404


def test_what_one_club_has_signed_or_sealed_is_nothing_to_the_other(machine: Machine) -> None:
    made = """
from django.core import signing
from games.infrastructure.encryption import encrypt
print(json.dumps([signing.dumps("lan"), encrypt("the cards", of="deal")]))
"""
    read = """
from django.core import signing
from games.infrastructure.encryption import decrypt
signed, sealed = json.loads({said!r})
try:
    said = signing.loads(signed)
except signing.BadSignature:
    said = None
print(json.dumps([said, decrypt(sealed, of="deal")]))
"""
    said = read.format(said=json.dumps(machine.inside(machine.an, made)))
    assert machine.inside(machine.an, said) == ["lan", "the cards"]
    assert machine.inside(machine.binh, said) == [None, None]


def test_a_stream_of_one_club_never_hears_of_the_other(machine: Machine) -> None:
    publish = "from games.live.publish import publish\npublish('table-{}')"
    with (
        stream(machine, machine.an, "table-1") as theirs,
        stream(machine, machine.binh, "table-1,table-2") as ours,
    ):
        assert news(theirs) == news(ours) == b"data: *\n"
        for _ in range(3):
            machine.inside(machine.an, publish.format(1))
            assert news(theirs) == b"data: table-1\n"
        machine.inside(machine.binh, publish.format(2))
        assert news(ours) == b"data: table-2\n"  # and nothing of the other club's table before it


@contextmanager
def stream(machine: Machine, club: ClubFolder, topics: str) -> Iterator[HTTPResponse]:
    """Yield a live stream about these topics."""
    with closing(machine.connection(club)) as connection:
        connection.request("GET", f"/stream?on={topics}", headers={"Host": f"{club.name}.example"})
        with connection.getresponse() as answer:
            assert answer.status == 200
            yield answer


def news(stream: HTTPResponse) -> bytes:
    """Return what the next event is about, unless it is a sign of life."""
    while event := stream.readline():
        if event == b"event: moved\n":
            return stream.readline()
    raise AssertionError("the stream has ended")


def test_a_clubs_process_answers_to_no_name_but_its_own(machine: Machine) -> None:
    assert machine.ask(machine.binh, "/rules/").status == 200
    assert machine.ask(machine.binh, "/rules/", host="an.example").status == 400
    assert machine.ask(machine.binh, "/rules/", host="127.0.0.1").status == 400


def test_a_backup_of_one_club_is_not_restored_in_the_other_which_is_as_it_was(
    machine: Machine,
) -> None:
    machine.inside(machine.an, MEMBER)
    file = machine.clubs.path.parent / "an.backup"
    saved = machine.tell("manage", "an", "backup", str(file))
    assert saved.returncode == 0, saved.stderr
    assert machine.tell("stop", "binh").returncode == 0
    database = machine.binh.var / "tusac.sqlite3"
    before = database.read_bytes()
    refused = machine.tell("manage", "binh", "restore", "--over", str(file))
    assert refused.returncode == 1
    assert "opens only where the club's keys are" in refused.stderr
    assert database.read_bytes() == before
    assert machine.tell("start", "binh").returncode == 0
    assert machine.ask(machine.binh, "/rules/").status == 200


def test_a_club_that_stops_or_cannot_start_is_no_matter_to_the_others(machine: Machine) -> None:
    said = machine.an.path / "club.env"
    before = said.read_text()
    assert machine.tell("stop", "an").returncode == 0
    assert machine.binh.version
    said.write_text(before + "REDIS_URL=redis://127.0.0.1/0\n")
    try:
        refused = machine.tell("start", "an")
        assert refused.returncode == 2
        assert "leave REDIS_URL out" in refused.stderr
        assert "leave REDIS_URL out" in machine.tell("list").stdout
        assert machine.ask(machine.binh, "/rules/").status == 200
        for word in ("stop", "start"):
            assert machine.tell(word, "binh").returncode == 0
        assert machine.ask(machine.binh, "/rules/").status == 200
    finally:
        said.write_text(before)
    assert machine.tell("start", "an").returncode == 0
    assert machine.ask(machine.an, "/rules/").status == 200


def test_an_upgrade_restarts_each_club_in_turn_and_keeps_its_sessions(machine: Machine) -> None:
    machine.inside(machine.an, MEMBER)
    cookie = f"sessionid={session_of(machine, 'an')}"
    before = {club.name: (club.pid, club.since) for club in (machine.an, machine.binh)}
    done = machine.tell("upgrade")
    assert done.returncode == 0, done.stdout + done.stderr
    for club in (machine.an, machine.binh):
        assert f"{club.name} is running, version {club.version}." in done.stdout
        assert before[club.name][0] != club.pid and before[club.name][1] != club.since
    assert machine.running
    assert machine.ask(machine.an, "/notices", headers={"Cookie": cookie}).status == 200


def test_one_command_makes_a_club_starts_it_and_says_who_owns_it_first(machine: Machine) -> None:
    made = machine.tell("add", "chi", "--host", "chi.example")
    assert made.returncode == 0, made.stdout + made.stderr
    assert "chi is running, version" in made.stdout
    (path,) = re.findall(r"https://chi\.example(/first/\?key=\w+)", made.stdout)
    assert machine.ask(machine.clubs.club("chi"), path).status == 200
    assert "chi.example {" in (machine.clubs.path / "Caddyfile").read_text()
    assert machine.tell("stop", "chi").returncode == 0


def test_a_killed_supervisor_leaves_no_process_and_the_next_start_works(machine: Machine) -> None:
    assert machine.host is not None
    pids = [club.pid for club in (machine.an, machine.binh)]
    assert all(pids)
    machine.host.kill()
    machine.host.wait()
    wait_until(
        lambda: not any(club.pid for club in (machine.an, machine.binh)), "all clubs have ended"
    )
    machine.start()
    assert machine.ask(machine.binh, "/rules/").status == 200
    assert machine.stop() == 0
    assert not any(club.pid for club in machine.clubs.all())
    assert machine.clubs.club("an").is_wanted

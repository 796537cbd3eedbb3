"""The bot of docs/your_first_bot.md, as a reader copies it, plays whole deals at a running club."""

import io
import json
import re
import subprocess
import sys
import urllib.request
from email.message import Message
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError, URLError
from uuid import uuid4

import pytest

from games.commands.people.tokens import KEPT
from games.models import Deal, Player
from tests.support.cardboard import with_a_login
from tests.support.documents import text_of
from tests.support.faults.evening import Member
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until

DEALS = 2


def program() -> str:
    """Return the document's block of code."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", text_of("docs/your_first_bot.md"), re.M | re.S)
    return str(code)


def test_the_first_bot_has_about_sixty_lines_of_code() -> None:
    written = [line for line in program().splitlines() if line and '"""' not in line]
    assert len(written) <= 60


class Answers:
    """A club that gives the bot these answers in turn, and keeps what it was asked and how long the bot waited."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: Any) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.waited: list[float] = []
        self._answers = list(answers)
        monkeypatch.setattr(sys, "argv", ["first_bot.py", "http://club.example", "minh", "x", "1"])
        self.bot: dict[str, Any] = {}
        functions, _the_play = program().split("\nkey = ")
        exec(functions, self.bot)
        self.bot["urlopen"] = self.answer
        self.bot["time"] = SimpleNamespace(sleep=self.waited.append)

    def answer(self, request: urllib.request.Request, timeout: float) -> Any:
        self.asked.append((request.full_url.split("/api/v1/")[1], request.data))
        told = self._answers.pop(0)
        if isinstance(told, Exception):
            raise told
        return io.BytesIO(told)


def refusal(status: int, **headers: str) -> HTTPError:
    named = Message()
    for name, value in headers.items():
        named[name.replace("_", "-")] = value
    return HTTPError("", status, "", named, io.BytesIO(b'{"detail": "No."}'))


def test_the_first_bot_says_the_same_again_until_the_club_has_heard_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    busy = refusal(503, Retry_After="7")
    club = Answers(monkeypatch, busy, ConnectionResetError(), URLError("away"), b'{"done": 1}')
    assert club.bot["tell"]("deals/5/moves/", move="hit", move_id="first-bot-5-9") == {"done": 1}
    assert len(set(club.asked)) == 1
    assert club.waited == [7, 2, 2]


def test_the_first_bot_goes_on_behind_its_last_line_unless_that_would_be_refused_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cut = b'{"type": "table", "id": "1.2.3"}\n{"type": "de'
    club = Answers(monkeypatch, cut, refusal(409), refusal(429, Retry_After="15"), refusal(401))
    heard = []
    with pytest.raises(HTTPError) as refused:
        heard.extend(club.bot["lines"]())
    assert refused.value.code == 401
    assert [path for path, _body in club.asked] == ["stream/?after=", *3 * ["stream/?after=1.2.3"]]
    assert club.waited == [2, 2, 15]


def test_the_first_bot_plays_whole_deals(site: RunningSite, tmp_path: Path) -> None:
    script = tmp_path / "first_bot.py"
    script.write_text(program(), encoding="utf-8")
    command = [sys.executable, str(script), site.base_url, "minh", site.passwords["minh"]]
    done = subprocess.run(
        [*command, str(DEALS)], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done
    with site.database():
        played = Deal.objects.filter(table__name="Bot table", ended_at__isnull=False)
        finished = list(played.filter(cancelled=False, started_at__isnull=False).order_by("number"))
        assert [deal.number for deal in finished][:DEALS] == list(range(1, DEALS + 1))
    results = re.findall(r"^Deal \d+: \[(.*)\]$", done.stdout, re.M)
    assert len(results) == DEALS
    for net in results:
        assert sum(map(int, net.split(","))) == 0


def test_four_of_them_play_a_tournament_that_a_program_makes_runs_and_closes(
    site: RunningSite, tmp_path: Path
) -> None:
    names = [f"robo-{number}" for number in range(4)]
    with site.database():
        made = [with_a_login(site, name).pk for name in names]
        Player.objects.filter(pk__in=made).update(is_bot=True)
    director = Member(site, "director")

    def send(where: str, **said: Any) -> Any:
        body = {"idempotency_key": str(uuid4()), **said}
        status, answer = director.ask("POST", f"tournaments/{where}", body)
        assert status in (200, 201), answer
        return answer

    terms = {"name": "Bots' cup", "rules": "vinagames", "rounds": 2, "deals_per_round": 1}
    money = {"entry_fee": 0, "prize_shares": [100]}
    clocks = {"seconds_per_move": 60, "filler": "bot:club"}
    here = send("", **terms, **money, **clocks, bot_accounts=True)["id"]
    send(f"{here}/entry-list/", names="\n".join(names))
    entered = director.ask("GET", f"tournaments/{here}/entries/")[1]
    assert [(one["name"], one["bot_account"]) for one in entered] == [
        (f"{name.title()} (program)", True) for name in names
    ]
    send(f"{here}/start/", wait=0)
    script = tmp_path / "first_bot.py"
    script.write_text(program(), encoding="utf-8")
    command = [sys.executable, str(script), site.base_url]
    bots = [
        subprocess.Popen(
            [*command, name, site.passwords[name], "2", "wait"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for name in names
    ]
    try:
        said = [bot.communicate(timeout=300)[0] for bot in bots]
    finally:
        for bot in bots:
            bot.kill()
    assert [bot.returncode for bot in bots] == [0, 0, 0, 0], said
    assert [len(re.findall(r"^Deal \d+: \[", one, re.M)) for one in said] == [2, 2, 2, 2], said

    def shown() -> Any:
        return director.ask("GET", f"tournaments/{here}/")[1]

    wait_until(lambda: shown()["rounds_closed"] == 2, "both rounds count")
    send(f"{here}/close/")
    assert shown()["status"] == "closed"
    lines = director.ask("GET", f"tournaments/{here}/standings/")[1]
    assert [(one["bot_account"], one["deals"]) for one in lines] == [(True, 2)] * 4
    assert sum(one["points"] for one in lines) == 0


@pytest.mark.parametrize("kind", ["application/x-ndjson", "text/event-stream"])
def test_an_open_stream_ends_when_its_access_key_is_deleted(kind: str, site: RunningSite) -> None:
    member = Member(site, "minh")
    asked = urllib.request.Request(
        f"{site.base_url}/api/v1/stream/",
        headers={"Authorization": f"Token {member._token}", "Accept": kind},
    )
    table = member.ask("POST", "tables/", {"name": "Bàn dòng", "seats": 4})[1]["id"]
    member.ask("POST", f"tables/{table}/sit/", {"seat": 0})
    with urllib.request.urlopen(asked, timeout=60) as stream:
        assert stream.headers["Content-Type"] == kind
        said = b""
        while b'"type": "deal"' not in said:
            said += stream.readline()
        member.ask("POST", f"tables/{table}/leave/")
        while b'"type": "left"' not in said:
            said += stream.readline()
        for _ in range(KEPT):
            Member(site, "minh")  # each new access key is one more, until the oldest ends
        rest = [line for line in stream.read().decode().splitlines() if line]
    end = json.loads(rest[-1].removeprefix("data: "))
    assert (end["type"], end["problem"]["code"]) == ("end", "login.needed")

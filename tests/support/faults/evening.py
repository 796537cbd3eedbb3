"""An evening at a running club: a member plays over HTTP, while processes are killed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from games.checks.log import differing_deals
from games.ledger.queries import transfer_of, trial_balance
from games.log.integrity.verify import broken_streams
from games.models import Deal
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until
from tusac_site.operations.task_schedule import LATER, PLAY

WORDS = {
    "worker": ("celery", "worker", ",".join(PLAY)),
    "later": ("celery", "worker", f"--queues {LATER}"),
    "beat": ("celery", "beat"),
    "web": ("uvicorn",),
}
"""What the command lines of a club's processes say."""


class Unreachable(Exception):
    """Nobody answered."""


class Reached(Protocol):
    """A club that answers over HTTP, and how it is reached."""

    base_url: str
    passwords: dict[str, str]
    opener: urllib.request.OpenerDirector


class Member:
    """A member with a token, who plays by the API."""

    def __init__(self, club: Reached, name: str) -> None:
        self.club = club
        self._token = ""
        said: dict[str, Any] = {"username": name, "password": club.passwords[name]}
        said["scopes"] = ["read", "play", "direct"]
        self._token = self.ask("POST", "token/", said)[1]["token"]

    def ask(self, method: str, path: str, said: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Return status and JSON; Unreachable if the web process is gone."""
        request = urllib.request.Request(
            f"{self.club.base_url}/api/v1/{path}",
            data=None if said is None else json.dumps(said).encode(),
            method=method,
            headers={"Content-Type": "application/json"}
            | ({"Authorization": f"Token {self._token}"} if self._token else {}),
        )
        try:
            with self.club.opener.open(request, timeout=120) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            if error.headers.get_content_type() == "text/plain":  # the proxy's own words
                raise Unreachable from error
            return error.code, json.load(error)
        except OSError as error:  # refused, reset, or cut off in the middle
            raise Unreachable from error

    def deal_at_new_table(self, **options: Any) -> int:
        """Open a table, sit down, be ready; return the id of the dealt deal."""
        asked = {"name": "Bàn", "seats": 4, "seconds_per_move": 600, **options}
        _, table = self.ask("POST", "tables/", asked)
        status, table = self.ask("POST", f"tables/{table['id']}/sit/", {"seat": 0})
        assert status == 200, table
        deal_id = int(table["deal"])
        status, _ = self.ask("POST", f"deals/{deal_id}/ready/", {})
        assert status == 200
        return deal_id

    def look(self, deal_id: int) -> Any:
        """Return the deal, once the club answers."""
        seen: list[Any] = []

        def answered() -> bool:
            with contextlib.suppress(Unreachable):
                status, deal = self.ask("GET", f"deals/{deal_id}/")
                if status == 200:
                    seen.append(deal)
            return bool(seen)

        wait_until(answered, "the club answers")
        return seen[0]

    def move(self, deal_id: int) -> bool:
        """Make the move that is due, retrying as needed; return False if the deal is over."""
        deal: Any = None

        def my_turn() -> bool:
            nonlocal deal
            deal = self.look(deal_id)
            return bool(deal["moves"]) or deal["phase"] == "over"

        wait_until(my_turn, f"deal {deal_id} goes on")
        if deal["phase"] == "over":
            return False
        self.send(deal_id, deal)
        return True

    def send(self, deal_id: int, deal: Any) -> None:
        """Send a move for the deal as it was seen, retrying as needed."""
        said = {
            "move": deal["moves"][-1],
            "move_id": str(uuid.uuid4()),
            "expected_version": deal["version"],
        }

        def taken() -> bool:
            # Sent again with the same id, whatever happened to the first: it is stored once.
            with contextlib.suppress(Unreachable):
                status, answer = self.ask("POST", f"deals/{deal_id}/moves/", said)
                assert status in (200, 503), answer
                return status == 200
            return False

        wait_until(taken, "the move is taken")

    def turn_at(self, table_id: int) -> tuple[int, Any]:
        """Wait for her turn at a table, in this deal or the next; return the deal's id, and the deal."""
        found: list[tuple[int, Any]] = []

        def my_turn() -> bool:
            deal_id = self.ask("GET", f"tables/{table_id}/")[1]["deal"]
            if deal_id is None:
                return False
            deal = self.look(deal_id)
            if deal["phase"] == "seeds":
                self.ask("POST", f"deals/{deal_id}/ready/", {"seed": "mine"})
            elif deal["moves"]:
                found.append((deal_id, deal))
            return bool(found)

        wait_until(my_turn, f"it is her turn at table {table_id}")
        return found[0]

    def play(self, deal_id: int) -> None:
        """Play the deal to its end."""
        while self.move(deal_id):
            pass


def pids(club: RunningSite, name: str) -> list[int]:
    """Return the running processes of this kind."""
    if (
        name == "broker"
    ):  # it writes its title over its environment, by which a club's others are known
        assert club.process is not None
        mine = str(club.process.pid)
        return [
            pid
            for pid, (program, _state, parent) in _processes()
            if parent == mine and program.endswith("-server")
        ]
    found = []
    for pid in club.processes():
        with contextlib.suppress(OSError):
            line = Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")
            if all(word in line for word in WORDS[name]):
                found.append(pid)
    return found


def pool(club: RunningSite) -> list[int]:
    """Return the worker's pool: the processes that do its tasks."""
    workers = pids(club, "worker")
    return [
        pid for pid, (_, _, parent) in _processes() if pid in workers and int(parent) in workers
    ]


def _processes() -> Iterator[tuple[int, tuple[str, str, str]]]:
    """Yield program, state and parent of every process that is no zombie."""
    for directory in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            head, _, rest = (directory / "stat").read_text().rpartition(")")
            state, parent = rest.split()[:2]
            if state != "Z":
                yield int(directory.name), (head.partition("(")[2], state, parent)


def kill(club: RunningSite, name: str) -> None:
    """Kill -9 all processes of a kind, and wait until they are gone."""
    killed = set(pids(club, name))
    assert killed, f"no {name} is running"
    for pid in killed:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not killed & {pid for pid, _ in _processes()}, f"the {name} is dead")


def empty_broker(club: RunningSite) -> None:
    """Throw away what a dead broker has kept on disk."""
    for place in (club.var / "broker").glob("*/*"):
        shutil.rmtree(place) if place.is_dir() else place.unlink()


def settled(club: RunningSite, deal_id: int) -> Deal | None:
    """Return the deal, once it is settled and the next one at its table is prepared."""
    with club.database():
        deal = Deal.objects.filter(pk=deal_id, ended_at__isnull=False).first()
        if deal is None or deal.settled_version != deal.owed_version:
            return None
        following = Deal.objects.filter(table=deal.table_id, ended_at__isnull=True).count()
        return deal if following == 1 else None


def assert_all_is_well(club: RunningSite, deal_id: int) -> None:
    """Check that the deal is over and paid once, the next one prepared, its events whole and its row right."""
    wait_until(lambda: settled(club, deal_id) is not None, f"deal {deal_id} is settled")
    with club.database():
        deal = Deal.objects.get(pk=deal_id)
        assert sum(trial_balance().values()) == 0
        paid = transfer_of(f"deal:{deal_id}")
        moved = any(seat.net for seat in deal.seats.all() if seat.player_id is not None)
        assert (paid is not None) == moved  # between bots no chip leaves the house
        assert Deal.objects.filter(table=deal.table_id).count() == deal.number + 1
        assert list(broken_streams(deal.stream)) == []
        assert not [said for said in differing_deals() if said.startswith(f"{deal.stream}:")]

"""Many browsers that listen to live streams, in one process: `python -m benchmarks.listeners PORT`.

Told line by line on its input: `open TABLE COUNT` opens so many streams of a table, `hear TABLE` waits until each of
them has been told once more that the table moved. It answers each with a line of JSON.
"""

import asyncio
import json
import sys
from collections import defaultdict
from time import monotonic
from typing import Any

MOVED = b"event: moved"


class Listener(asyncio.Protocol):
    """One open stream; `heard` has the moment of each event."""

    def __init__(self, table: str) -> None:
        self._table = table
        self.heard: list[float] = []
        self.ended = False

    def connection_made(self, transport: Any) -> None:
        """Ask for the stream."""
        transport.write(
            f"GET /stream?on=table-{self._table} HTTP/1.1\r\nHost: localhost\r\n"
            "Accept: text/event-stream\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """An event is short enough to come in one piece."""
        self.heard += [monotonic()] * data.count(MOVED)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server should never end it."""
        self.ended = True


async def main() -> None:
    """Do what the lines of the input say, until they end."""
    port = int(sys.argv[1])
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    open_at: defaultdict[str, list[Listener]] = defaultdict(list)
    while line := await lines.readline():
        what, table, *count = line.decode().split()
        here = open_at[table]
        if what == "open":
            for _ in range(int(count[0])):
                made = await loop.create_connection(
                    lambda: Listener(table),  # noqa: B023 - called before the next line is read
                    "127.0.0.1",
                    port,
                )
                here.append(made[1])
            # Each hears at once, when it is open, that its page should look.
            await _all_have_heard(here, 1)
            _say({"open": len(here)})
        else:
            before = [len(one.heard) for one in here]
            _say({})  # the change may come
            await _all_have_heard(here, max(before) + 1)
            _say({"heard": [one.heard[-1] for one in here]})


async def _all_have_heard(here: list[Listener], times: int) -> None:
    while not all(len(one.heard) >= times for one in here):
        if any(one.ended for one in here):
            raise ConnectionError("the server has ended a stream")
        await asyncio.sleep(0.05)


def _say(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())

"""Many processes that write to the log: `python -m tests.support.log_writers DATABASE HOME PROCESSES STREAMS APPENDS`.

Makes the log's tables, prints `ready`, and forks. Each process goes through the streams in an order
of its own, reads the version again when somebody was there first, sends an append again under the
same command id when the connection broke, and writes each acknowledged append to `HOME/<its
number>.acks` as `[stream, version, command]`, at the end how many races it lost. Its process id is
in `HOME/<its number>.pid`. With 0 processes it only verifies the chains.
"""

import json
import os
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import django
from django.conf import settings


def write(me: int, home: Path, streams: int, appends: int) -> None:
    from django.db import InterfaceError, OperationalError, connection

    from games.log import EventData, WrongVersion, append, stream_version

    random = Random(me)
    lost = broken = 0
    with (home / f"{me}.acks").open("w", buffering=1, encoding="utf-8") as acks:
        for number in range(appends):
            stream, command = f"deal-{random.randrange(streams)}", f"{me}-{number}"
            said = [EventData("test.said", 1, {"word": command})]
            while True:
                try:
                    version = append(
                        stream,
                        said,
                        expected_version=stream_version(stream),
                        command_id=command,
                        now=datetime.now(UTC),
                    )
                    break
                except WrongVersion:
                    lost += 1
                except (OperationalError, InterfaceError):
                    connection.close()
                    broken += 1
                    time.sleep(0.05)
            acks.write(json.dumps([stream, version, command]) + "\n")
        acks.write(json.dumps({"lost": lost, "broken": broken}) + "\n")


def verify() -> None:
    from games.log.integrity.verify import broken_streams

    for broken in broken_streams():
        print(broken)  # noqa: T201


def main(database: str, home: str, *numbers: str) -> int:
    processes, streams, appends = map(int, numbers)
    settings.configure(
        DATABASES={"default": json.loads(database)}, INSTALLED_APPS=["games.log"], USE_TZ=True
    )
    django.setup()
    if not processes:
        verify()
        return 0
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    connection.close()
    children = []
    for me in range(processes):
        child = os.fork()
        if not child:
            write(me, Path(home), streams, appends)
            os._exit(0)
        (Path(home) / f"{me}.pid").write_text(str(child))
        children.append(child)
    ends = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    return 0 if set(ends) <= {0, -signal.SIGKILL} else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

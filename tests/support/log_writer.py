"""A process that writes: `python -m tests.support.log_writer DATABASE ME STREAMS APPENDS`.

It appends to the streams in turn, reads the version again whenever somebody was there first, and
prints each append that was acknowledged as `[stream, version, word]`.
"""

import json
import sys
from datetime import UTC, datetime

import django
from django.conf import settings


def main(database: str, me: str, streams: str, appends: str) -> None:
    settings.configure(DATABASES={"default": json.loads(database)}, INSTALLED_APPS=["games.log"])
    django.setup()
    from games.log import EventData, WrongVersion, append, stream_version

    for number in range(int(appends)):
        stream, word = f"deal-{number % int(streams)}", f"{me}/{number}"
        said = [EventData("test.said", 1, {"word": word})]
        while True:
            seen = stream_version(stream)
            try:
                version = append(stream, said, expected_version=seen, now=datetime.now(UTC))
            except WrongVersion:
                continue
            break
        sys.stdout.write(json.dumps([stream, version, word]) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

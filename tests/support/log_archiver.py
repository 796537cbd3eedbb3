"""A process that puts streams away: `python -m tests.support.log_archiver DATABASE STREAMS STOP`.

It puts away `deal-0`, `deal-1` … and stands still in the middle of the transaction of `deal-STOP`, which it says.
"""

import json
import sys
import threading

import django
from django.conf import settings


def main(database: str, streams: str, stop: str) -> None:
    settings.configure(DATABASES={"default": json.loads(database)}, INSTALLED_APPS=["games.log"])
    django.setup()
    from django.db import transaction

    from games.log.archive import put_away

    for number in range(int(streams)):
        with transaction.atomic():
            put_away(f"deal-{number}")
            if number == int(stop):
                sys.stdout.write(f"in the middle of deal-{number}\n")
                sys.stdout.flush()
                threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A pytest plugin for `make test-postgres`: each xdist worker takes a PostgreSQL server of its own.

Of the one Redis each takes a database of its own, or one worker's emptied cache would forgive another's throttle.

It acts when it is imported, by `-p tests.support.worker_database`: before Django's settings are read.
"""

import os

_urls = os.environ.get("DATABASE_URLS", "").split()
_worker = os.environ.get("PYTEST_XDIST_WORKER", "")
if _urls and _worker:
    os.environ["DATABASE_URL"] = _urls[int(_worker.removeprefix("gw")) % len(_urls)]
if _worker and os.environ.get("REDIS_URL"):
    _url = os.environ["REDIS_URL"]
    os.environ["REDIS_URL"] = f"{_url}{'&' if '?' in _url else '?'}db={_worker.removeprefix('gw')}"

"""The tests' own settings: the site's, but for what tests must not share, wait for, or write into the project.

They hold in the test process alone. A server or a command that a test starts has the site's (`tusac_site.settings`).
"""

import os
import tempfile
from pathlib import Path
from unittest import mock

_UNLESS_GIVEN = {
    "SECRET_KEY": "a key for the tests alone " * 2,  # or one would be made in the project's var/
    "TUSAC_DEAL_KEY": "a key for the deals of the tests alone",
    "TUSAC_BOT_PAUSE": "0",
    "TUSAC_LOG_LEVEL": "WARNING",
    "TUSAC_LOG_KEY": "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz",  # of Go's tests
    # Deals of the tests were played on one evening, and some of their pages are asked for by today's clock.
    "TUSAC_DISPUTE_HOURS": "100000",
    "TUSAC_SITE": "http://testserver",  # as Django's test client calls it
    "TUSAC_LIMITS": "off",  # the tests play quickly, and all with the same few ids
}

with mock.patch.dict(os.environ):  # what a test starts does not inherit them
    os.environ.update({k: v for k, v in _UNLESS_GIVEN.items() if not os.environ.get(k)})
    from tusac_site.operations.environment import POSTGRESQL_OPTIONS
    from tusac_site.settings import *  # noqa: F403
    from tusac_site.settings import CACHES, DATABASES, STORAGES

_database = DATABASES["default"]
if _database["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: only a file locks as the real thing does when threads write at once.
    _file = Path(tempfile.gettempdir()) / f"tusac-test-{os.getpid()}.sqlite3"
    _database["TEST"] = {"NAME": str(_file)}
else:
    # Copied where the server has been given one to copy (tests/support/servers.py).
    _database["TEST"] = {"TEMPLATE": os.environ.get("DATABASE_TEMPLATE")}
    # Tests open and drop databases and keep no connection; how long one waits for a lock is the test's to say.
    _database["CONN_MAX_AGE"] = 0
    _database["CONN_HEALTH_CHECKS"] = False
    _database["OPTIONS"] = {
        name: value
        for name, value in _database["OPTIONS"].items()
        if name not in POSTGRESQL_OPTIONS
    }

if os.environ.get("REDIS_URL"):
    # Test processes share one server, and each must find its own cache as it left it.
    CACHES["default"]["KEY_PREFIX"] = f"tusac-test-{os.getpid()}"
else:
    CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}

# Nothing is queued and nothing runs unless a test says so: enqueued messages stay in memory.
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
TUSAC_LIVE = False
TUSAC_SETTINGS_SEEN = float("inf")  # how long a test takes changes no number of queries
TUSAC_LOG_SIGNED = None
TUSAC_LOG_MEMORY = None  # a test's log is forgotten with it
TUSAC_LIMIT_LOGINS = False

# Argon2 takes a deliberate tenth of a second, for each user of each test.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

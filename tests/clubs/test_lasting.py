"""What a program has loaded stays common to its copies, and nothing of a club is read before it is one."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.support.running_site import PROJECT

LASTS = sys.version_info >= (3, 12)
"""Whether this Python knows objects that last (PEP 683); with an older one clubs work and hold more memory."""

OF_CLUBS = (
    *("TUSAC_", "PROMETHEUS_MULTIPROC_DIR", "REDIS_", "DATABASE_", "SECRET_"),
    *("CELERY_WORKERS", "WEB_", "ALLOWED_", "CSRF_"),
)
"""How the variables begin that one club has and another has otherwise."""

READS_ALL = """
import gc, json, os, sys
from pathlib import Path
from tusac_site.local.clubs.lasting import keep_for_good

def own() -> int:
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty"))

loaded = [(object(), [number], {number: str(number)}) for number in range(100_000)]
kept = keep_for_good() if KEEP else gc.freeze()
ours, theirs = os.pipe()
if not os.fork():
    before = own()
    for item in loaded:
        first, second, third = item
        seen = second[0], [*third.values()]
    os.write(theirs, str(own() - before).encode())
    os._exit(0)
os.wait()
print(json.dumps([kept or 0, int(os.read(ours, 99))]))
"""

STILL_WORKS = """
import gc, json, weakref
from tusac_site.local.clubs.lasting import keep_for_good

class Thing:
    pass

def numbers():
    yield 1
    keep_for_good()
    yield 2

table, listed = {"old": Thing()}, [Thing()]
said = [*numbers()]
later = Thing()
later.itself = later
table["new"], seen = later, weakref.ref(later)
del later
gc.collect()
alive = seen() is table["new"]
del table["new"]
gc.collect()
listed.append(table.pop("old"))
print(json.dumps([said, alive, seen() is None, len(listed), len(table)]))
"""

READS_NAMES = """
import json, os
names, found = set(), type(os.environ).__getitem__
type(os.environ).__getitem__ = lambda all, name: (names.add(name), found(all, name))[1]
from tusac_site.local.clubs import host
host._load_what_is_common()
print(json.dumps(sorted(names)))
"""


def printed(script: str) -> Any:
    """Run a script in a Python of its own, for what lasts would last in this one too; return what it prints."""
    # A copy of the whole environment reads what is there; what is looked for by its name shows without it, too.
    env = {name: value for name, value in os.environ.items() if not name.startswith(OF_CLUBS)}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=PROJECT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says whose a page is")
def test_a_copy_that_reads_what_was_loaded_gets_no_memory_of_its_own_for_it() -> None:
    _, copied = printed(READS_ALL.replace("KEEP", "False"))
    kept, shared = printed(READS_ALL.replace("KEEP", "True"))
    assert copied > 20_000, "KiB: the measure has nothing to measure"
    if LASTS:
        assert kept > 400_000
        assert shared < copied / 4
    else:
        assert kept == 0


def test_what_lasts_can_be_changed_and_what_comes_later_ends_as_ever() -> None:
    assert printed(STILL_WORKS) == [[1, 2], True, True, 2, 0]


def test_what_is_loaded_for_all_clubs_reads_no_variable_that_a_club_has() -> None:
    names = printed(READS_NAMES)
    assert "HOME" in names, "the trap catches nothing"
    assert [name for name in names if name.startswith(OF_CLUBS)] == []

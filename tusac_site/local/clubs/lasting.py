"""Makes all loaded objects immortal (PEP 683), so that forked copies of the process keep sharing their memory."""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
from collections.abc import Iterable
from types import (
    AsyncGeneratorType,
    CodeType,
    CoroutineType,
    FrameType,
    GeneratorType,
    TracebackType,
)
from typing import Final

_FOR_GOOD: Final = sys.getrefcount(None)
"""The count of an object that lasts as long as its process (PEP 683): CPython writes no count of such a one."""
_WIDTH: Final = 4
"""Bytes of a count which say that: the lower half of the first word, on machines that keep the lower half first."""
_PASSING: Final = (AsyncGeneratorType, CoroutineType, FrameType, GeneratorType, TracebackType)
"""What runs now and ends some day, with all that it then gives back."""


def keep_for_good() -> int:
    """Make all loaded objects immortal, here and in forked copies; return how many there are.

    Python counts in each object how often it is used, so a forked copy that only reads an object already needs its
    own page. An immortal object is not counted. Undocumented parts of CPython used here: the place of the count, and
    that an object with the count of None is immortal. If either differs, nothing is changed: all works, but takes
    more memory.
    """
    gc.collect()
    kept = 0
    if _counts_are_where_we_write():
        for thing in gc.get_objects():
            kept += _keep(thing)
    gc.freeze()
    return kept


def _keep(thing: object) -> int:
    """Make an object immortal, with its parts that the garbage collector does not track; return how many."""
    # Not `isinstance`: a lazy object would then load what it stands for.
    if type(thing) in _PASSING or sys.getrefcount(thing) >= _FOR_GOOD:
        return 0
    ctypes.memmove(id(thing), id(None), _WIDTH)
    return 1 + sum(_keep(part) for part in _parts(thing) if not gc.is_tracked(part))


def _parts(thing: object) -> Iterable[object]:
    if type(thing) is CodeType:  # not a container in the eyes of the garbage collection
        yield from (thing.co_consts, thing.co_names, thing.co_filename, thing.co_name)
        yield from (thing.co_qualname, thing.co_linetable, thing.co_exceptiontable)
    else:
        yield from gc.get_referents(thing)


def _counts_are_where_we_write() -> bool:
    """Return whether reference counts are where `_keep` writes them; tries it on a new object."""
    if sys.implementation.name != "cpython" or sys.byteorder != "little" or _FOR_GOOD < 1 << 30:
        return False
    if not getattr(sys, "_is_gil_enabled", lambda: True)():  # then the count is elsewhere
        return False
    if threading.active_count() != 1:  # another could count at the same moment
        return False
    probe = [object()]
    if ctypes.c_uint32.from_address(id(probe[0])).value != sys.getrefcount(probe[0]) - 1:
        return False
    ctypes.memmove(id(probe[0]), id(None), _WIDTH)
    return sys.getrefcount([*probe, probe[0]][0]) == _FOR_GOOD

"""Garbage: what a process holds as long as it lives is not looked through at every collection.

Code, models, addresses and catalogues are some 200,000 objects. To look through them took 60 to 120 ms, about once a
second under load, and whoever asked for a page just then waited for it.
"""

import gc

from django.urls import get_resolver


def freeze_what_stays() -> None:
    """Load what pages would load lazily, and take all that is there out of later collections."""
    assert get_resolver().url_patterns
    gc.collect()
    gc.freeze()

"""The club's settings, with one address more: the trivial view that a move is compared with."""

from tusac_site.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.urls"

"""Queries for replays of finished deals, and for the disputes about them."""

from replays.queries.disputes import disputes, disputes_of, for_answer, for_appeal, get_dispute
from replays.queries.effects import effects_of
from replays.queries.opened import has_opened, is_open_to_all
from replays.queries.queue import earlier_rulings, queue
from replays.queries.replay import get_replay
from replays.queries.search import saved_searches, search

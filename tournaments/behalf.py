"""Answers the games app's questions about tournaments: implements `games.queries.behalf.Behalf`.

The setting `TUSAC_BEHALF` names this module.
"""

from tournaments.queries import any_announced as announced
from tournaments.queries import dispute_terms as terms
from tournaments.queries import effects_of_results as beyond
from tournaments.queries import reported_of_real_cards as reported
from tournaments.queries import waiting_of_real_cards as waiting
from tournaments.web.reported_discards import desk

__all__ = ["announced", "beyond", "desk", "reported", "terms", "waiting"]

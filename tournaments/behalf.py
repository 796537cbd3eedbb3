"""What disputes ask of tournaments: the `games.queries.behalf.Behalf` that `settings.TUSAC_BEHALF` names."""

from tournaments.queries import dispute_terms as terms
from tournaments.queries import effects_of_results as beyond
from tournaments.queries import reported_on_paper as reported
from tournaments.queries import waiting_on_paper as waiting
from tournaments.web.reported_discards import desk

__all__ = ["beyond", "desk", "reported", "terms", "waiting"]

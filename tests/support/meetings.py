"""Who has met whom in drawn rounds."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.engine.draws.seating import Round
from tournaments.engine.participants import is_bot


def meetings_of(history: Sequence[Round]) -> Counter[tuple[str, str]]:
    """Return how often two members have met, bots left out."""
    people = [[one for one in table if not is_bot(one)] for tables in history for table in tables]
    return Counter(pair for table in people for pair in combinations(sorted(table), 2))


def repeats(history: Sequence[Round]) -> int:
    """Meetings beyond the first of each two."""
    return sum(times - 1 for times in meetings_of(history).values() if times > 1)

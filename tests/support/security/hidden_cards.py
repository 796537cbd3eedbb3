"""A club with a running deal, and everybody from whom its cards are hidden."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from random import Random

from games import commands
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES, RuleSet
from games.engine.state import DealState, Phase
from games.models import Player, Table
from tests.support import deals
from tests.support.engine.own_rules import any_rules
from tests.support.tournament_pages import friday

LATER = deals.NOW + timedelta(seconds=20)
PEOPLE = ("an", "binh")


class Club:
    """Two people at a table with two bots, and everybody else who might look."""

    def __init__(self):
        self.people = [Player.objects.create_user(name) for name in PEOPLE]
        director = Player.objects.create_user("director", is_director=True)
        self.viewers = {
            "anonymous": None,
            "spectator": Player.objects.create_user("spectator"),
            "director": director,
            "referee": Player.objects.create_user("referee", is_referee=True, is_staff=True),
            "superuser": Player.objects.create_superuser("root", is_director=True, is_referee=True),
            "South": self.people[0],
            "East": self.people[1],
        }
        friday(director)

    def seat(self, viewer):
        return {"South": 0, "East": 1}.get(viewer)

    def deal(self, rules, seed):
        deal = deals.prepared_deal(rules, seed, self.people)
        for player in self.people:
            commands.get_ready(by=player, deal_id=deal.pk, now=deals.NOW)
        return deal

    def play(self, deal, random, until):
        """Random legal moves of the people, until the deal is as wished; whether it came to that."""
        turns = deals.turns(deal, random.choice, clock=lambda: deals.NOW)
        return any(until(state) for state in turns)


SITUATIONS: dict[str, tuple[RuleSet, int, Callable[[DealState], bool]]] = {
    "vinagames, just dealt": (VINAGAMES, 4, lambda state: True),
    "vinagames, in the middle": (VINAGAMES, 5, lambda state: state.stock < 22),
    "vinagames, near the end": (VINAGAMES, 6, lambda state: state.stock < 14),
    "mien-nam, in the middle": (MIEN_NAM, 9, lambda state: state.stock < 20),
    "4sac, in the middle": (FOURSAC, 7, lambda state: state.stock < 24),
    "4sac, claims are open": (FOURSAC, 8, lambda state: state.phase is Phase.CLAIMS),
}


def _own(number: int) -> tuple[RuleSet, int, Callable[[DealState], bool]]:
    """Return a rule set that no club has chosen yet, and where to look: in a window if there are any."""
    rules = any_rules(Random(number))
    if rules.offers and number % 2:
        return rules, number, lambda state: state.phase is Phase.CLAIMS
    return rules, number, lambda state: state.stock < 26


OWN = {f"the house's own rules {number}": _own(number) for number in range(10)}
"""Ten rule sets of any options (§13), always the same."""
SITUATIONS |= OWN
WHOLE = "vinagames, in the middle"
"""Where everybody looks, `EVERYWHERE` at every address of the site; elsewhere some of `VIEWERS` at tables and deals
alone."""
EVERYWHERE = ("anonymous", "spectator", "superuser", "South")
"""A stranger, a member, who has every duty at once, and who sits there: each branch of a page that asks who looks."""
VIEWERS = ("superuser", "South", "East")
"""Each view of a deal there is: from either seat, and from none by the one before whom every page opens.

Where it looks from no seat, a page makes no difference between this one and a stranger but for what it offers to do;
that it does not is what the others' tours look for where everybody looks.
"""


def situation(club, name):
    rules, seed, until = SITUATIONS[name]
    for attempt in range(20):
        deal = club.deal(rules, seed + 100 * attempt)
        if club.play(deal, Random(seed), until):
            return deal
        Table.objects.filter(pk=deal.table_id).update(closed_at=deals.NOW)
    raise AssertionError("no deal came to that")


BOTH_SEATS = "4sac, claims are open"
"""Where either seat looks, since one is asked and one is not; elsewhere one of the two, by the number of the cards."""


def viewers_of(club: Club, name: str) -> Iterable[str]:
    """Return who looks at this situation: all, each view of a deal, or who looks from no seat and one of the two."""
    if name == WHOLE:
        return club.viewers
    return VIEWERS if name == BOTH_SEATS else ("superuser", VIEWERS[1 + SITUATIONS[name][1] % 2])

"""A club in which every kind of address has something to speak of, and everybody who might ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone

from games import commands, queries
from games.commands.people import tokens
from games.engine.cards import CARD_NAMES
from games.engine.deal import legal_moves, to_move
from games.engine.disputing.sanctions import SanctionTable
from games.engine.recording.notation import move_text, rules_to_plain
from games.engine.rules import FOURSAC, VINAGAMES
from games.log import read
from games.models import Deal, Player, Table
from games.presenters.club.house import FIELDS as HOUSE_FIELDS
from games.web.views.sanctions import SanctionTableForm
from replays import queries as replays
from replays.commands import rulings
from replays.commands.collections import keep_moment
from replays.commands.puzzles import ask_puzzle
from replays.commands.reviews import lead_review
from replays.models import Puzzle
from replays.queries.puzzles import posed
from tests.support import deals
from tests.support.play_pages import member
from tests.support.security.tournament_acts import ASKED, is_act
from tests.support.sightseeing import Tour
from tests.support.tables import opened_table
from tests.support.tournament_pages import friday
from tournaments import commands as tournaments

VIEWERS = ("anonymous", "member", "seat", "other seat", "referee", "director", "owner")
"""The seat opened the table at which it sits. The owner is the account that `createsuperuser` makes, without a duty."""
ONCE = "00000000-0000-4000-8000-000000000001"

ACCOUNT_FORM = {
    "username": "chi",  # the first player, whom the tour's addresses mean
    "password": "not a secret",
    "old_password": "not a secret",
    "new_password1": "bốn mùa xuân",
    "new_password2": "bốn mùa xuân",
    "password1": "bốn mùa xuân",
    "password2": "bốn mùa xuân",
    "usable_password": "true",
    "is_active": "on",
    "reason": "Asked for it.",
}
"""What the forms for accounts and passwords want, each its part of it."""


_BEFORE_THE_DEAL = ("/sit", "/leave", "/close", "/sit/", "/leave/", "/invitations")


@dataclass
class Club:
    """A table for guests, a running deal in which it is the seat's turn, a finished deal, a dispute, a tournament."""

    viewers: dict[str, Player | None]
    waiting: Table
    running: Deal
    finished: Deal
    tournament_id: int
    addresses: dict[str, str] = field(default_factory=dict)

    def address(self, route: str) -> str:
        """Return the address of a route, filled with what it is meant for; what that is, is looked up once."""
        if route not in self.addresses:
            self.addresses[route] = self._address(route)
        return self.addresses[route]

    def _address(self, route: str) -> str:
        about = self.finished if "replays/" in route or route.endswith("record/") else self.running
        address = "/" + Tour(about, None).fill(route)
        if route == "tournaments/<int:tournament_id>/entries/<int:player_id>/":
            return f"/tournaments/{self.tournament_id}/entries/{self.finished.seats.get(number=0).player_id}/"
        if route.endswith(_BEFORE_THE_DEAL) and "table_id" in route:
            return address.replace(f"/{about.table_id}/", f"/{self.waiting.pk}/")
        return address

    def form(self, route: str) -> Mapping[str, Any]:
        """Return what the one who may do it would send there."""
        state = queries.load_state(self.running.pk)
        move = {
            "deal": self.running.pk,
            "move": move_text(legal_moves(state, 0)[0]),
            "move_id": ONCE,
            "expected_version": state.version,
        }
        table = {
            "name": "Bàn 2",
            "rules": "vinagames",
            "seats": "4",
            "filler": "",
            "seconds_per_move": "60",
            "chips_per_point": "1",
            "admission": "open",
            "idempotency_key": ONCE,
        }
        tournament = {
            "name": "Saturday",
            "rules": "vinagames",
            "rounds": "1",
            "deals_per_round": "1",
            "entry_fee": "0",
            "prize_shares": "100",
            "seconds_per_move": "60",
            "filler": "bot:club",
            "idempotency_key": ONCE,
        }
        if route == "club/members/":
            chosen = self.finished.seats.get(number=1).player_id
            return {"players": chosen, "amount": "5", "reason": "Tết", "idempotency_key": ONCE}
        if route == "club/members/<int:member_id>/":
            return {"act": "save", "display_name": "Chị Chi", **ACCOUNT_FORM}
        if route == "club/webhooks/":
            return {"url": "https://example.org/news"}
        if route == "club/webhooks/<int:webhook_id>/":
            return {"act": "test"}
        if route == "club/backup/":
            return {"act": "make", "known": ""}
        if route == "house/":
            most = {name: str(words.most) for name, words in HOUSE_FIELDS.items()}
            return {**most, "reason": "So that Tết needs nobody else."}
        if route == "club/settings/":
            zone = {"time_zone": "Asia/Tokyo", "address": "http://testserver"}
            return {**zone, "name": "Ba Lá", "rules": "vinagames"}
        if route == "house/sanctions/":
            held = SanctionTableForm(held=SanctionTable())
            said = {name: held[name].initial for name in held.fields}
            return {name: value for name, value in said.items() if value is not None}
        if is_act(route):
            return ASKED
        if route.startswith("api/") and ("/conduct/" in route or "/warnings/" in route):
            report = {"player": self.finished.seats.get(number=0).player_id, "kind": "slow"}
            return {**report, "reason": "Slow.", "idempotency_key": ONCE}
        if "rule-sets" in route:
            rules = rules_to_plain(replace(FOURSAC, key="Nhà An"))
            return {**rules, "name": "Nhà An", "act": "save"}
        if "<int:tournament_id>/cash" in route:
            noted = {"kind": "other", "amount": 5, "words": "Change"}
            return {"act": "count", "counted": "0", "idempotency_key": ONCE, **noted}
        if "entries/<int:player_id>" in route or route.endswith("/entry"):
            return {"act": "sit-out", "idempotency_key": ONCE}
        if route.endswith(("tournaments/templates", "tournaments/templates/")):
            about = {"like": self.tournament_id, "tournament": self.tournament_id}
            return {"name": "Fridays", "idempotency_key": ONCE, **about}
        if "/templates/<int:template_id>/" in route:
            return {"name": "Saturdays", "idempotency_key": ONCE}
        if route.endswith(("tournament_id>/invitations", "tournament_id>/invitations/")):
            players = [self.finished.seats.get(number=1).player_id]
            return {"names": "chi", "players": players, "idempotency_key": ONCE}
        if "/agreements/" in route:
            return {"act": "agree", "agrees": True, "idempotency_key": ONCE}
        if "corrections/waiting" in route:
            return {"act": "sign", "reason": "It is not late.", "idempotency_key": ONCE}
        if route == "club/members/add/":
            return {"names": "1. Cô Bảy", "step": "add"}
        if route == "tables/<int:table_id>/close":
            return {"reason": "The room closes."}
        if route.endswith("/invitations"):
            return {"player": self.finished.seats.get(number=1).player_id}
        if route.endswith(("move", "moves/", "hold", "hold/")):
            return move
        if route.endswith(("pairs", "pairs/")):
            return {**move, "on": "yes"}
        if route.endswith(("/call", "/call/")):
            return {"reason": "rule", "words": "Is that safe?"}
        if route == "referee/calls":
            return {"call": "9", "act": "take"}
        if route == "api/v1/tournaments/<int:tournament_id>/analysis/":
            return {"act": "start"}
        if route.endswith("calls/<int:call_id>/answer/"):
            return {"words": "It is.", "section": "§10.3"}
        if route.endswith("notices/read/"):
            return {"upto": 1}
        if route.endswith(("say", "say/")):
            return {"phrase": "hello"}
        if route.endswith(("/pace", "/pace/")):
            return {"pace": "slow"}
        if route.endswith(("mute", "mute/")):
            return {"seat": "1", "muted": "1"}
        if route.endswith(("company", "company/")):
            return {"spectators": "1", "phrases": "1", "delay": "0", "spectator_delay": "0"}
        if route.endswith(("time", "time/")):
            return {"deal": self.running.pk, "minutes": "2", "seconds": "120", "key": ONCE}
        if route == "tables/new" or route == "api/v1/tables/":
            return table
        if route == "tournaments/new":
            return tournament
        if route.endswith("/sheets/"):
            return {"deals": [{"table": 1, "deal": 1, "winner": None}], "idempotency_key": ONCE}
        if route.endswith("/digits/"):
            return {"revision": 1, "seat": 0, "digits": "123456", "idempotency_key": ONCE}
        if route == "api/v1/tournaments/":
            return {**tournament, "prize_shares": [100]}
        if route == "api/v1/tournaments/series/":
            league = {"points": [3, 1], "present": 1, "best": 1, "reason": "Tea."}
            return {"name": "Fridays", "idempotency_key": ONCE, **league}
        if route.endswith("/dispute/") and "/results/" in route:
            told = {"seat": 0, "card": "Mr", "hand": ["Mr"], "public": [[]] * 4, "dead": []}
            return {"revision": 1, "discard": told, "reason": "No.", "idempotency_key": ONCE}
        if route.endswith("/ruling/") and "/results/" in route:
            ruled = {"penalty": True, "section": "§10.3", "reason": "No."}
            return {"revision": 1, "idempotency_key": ONCE, **ruled}
        if route.endswith("/real-cards/"):
            return {"table": 1, "cardboard": True, "idempotency_key": ONCE}
        if route.endswith("/round-end/"):
            return {"idempotency_key": ONCE}
        if "/photographs/" in route and route.startswith("api/"):
            return {"reason": "A face is in it.", "idempotency_key": ONCE}
        if "/results/" in route:
            said = {"right": True, "revision": 1, "reason": "No."}
            said |= {"seen": 1} if "/ruling/" in route else {}
            return {"deal": 1, "winner": None, "idempotency_key": ONCE, **said}
        if route.endswith("/real-cards"):
            return {"table": "all", "mark": "cards", "idempotency_key": ONCE}
        if route.endswith("/substitutes"):
            return {"act": "list-member", "username": "chi", "idempotency_key": ONCE}
        if route.endswith("<int:tournament_id>/seats/"):
            given = {"table": 1, "seat": 0, "to": "bot", "span": "round", "reason": "Tea."}
            return {"idempotency_key": ONCE, **given}
        if route.endswith(("<int:tournament_id>/seats", "/own-seat/", "/reserve/")):
            return {"act": "list", "listed": True, "idempotency_key": ONCE}
        if route.endswith("/invitations/taking-back/"):
            return {"player": 999, "idempotency_key": ONCE}
        if route.endswith("/describe"):
            return {"description": "Bring tea", "idempotency_key": ONCE}
        if route.endswith(("/give-draw", "/given-draw/")):
            return {"lines": "1,1,south,chi", "idempotency_key": ONCE}
        if route.endswith(("<int:tournament_id>/entries/", "<int:tournament_id>/guests/")):
            return {"name": "Cô Bảy", "idempotency_key": ONCE}
        if route.endswith("/entry-list"):
            chi = Player.objects.get(username="chi").pk
            return {"names": "chi", "player": chi, "step": "enter", "idempotency_key": ONCE}
        if route.endswith("/entry-list/"):
            return {"names": "chi", "idempotency_key": ONCE}
        if route == "api/v1/deals/<int:deal_id>/disputes/":
            return {"discard": 20, "reason": "It was the worst card."}
        if route.startswith("api/v1/deals/") and "/ruling/" in route:
            ruled = {"outcome": "upheld", "section": "§10.3", "reason": "It was not."}
            return {"seen": 1, **ruled}
        if route == "replays/search/saved":
            return {"name": "Penalties", "filters": "penalty=yes"}
        if route == "api/v1/deals/<int:deal_id>/notes/":
            return {"version": 10, "circle": "club", "words": "Why not the rook?"}
        if route == "replays/<int:deal_id>/keep/":
            return {"at": Puzzle.objects.get().version, "name": "Penalties", "caption": "Look"}
        if route.endswith(("/review/", "/reviews/<int:review_id>/")):
            return {"at": Puzzle.objects.get().version, "as": "open"}
        if route == "replays/collections/<int:collection_id>/":
            return {"share": "yes"}
        if route.endswith("/removal/"):
            return {"reason": "It is unkind."}
        if route == "replays/<int:deal_id>/notes/":
            return {
                "at": Puzzle.objects.get().version,
                "circle": "club",
                "words": "Why not the rook?",
            }
        if route == "replays/<int:deal_id>/puzzle/":
            return {"at": Puzzle.objects.get().version}
        if route == "replays/puzzles/<int:puzzle_id>/":
            return {"card": CARD_NAMES[posed(Puzzle.objects.get().pk).choices[0]]}
        if route.startswith(("replays/", "api/v1/deals/")) and route.endswith("/answer/"):
            return {"reason": "I let it go by the rules."}
        if "dispute/" in route and route.startswith("replays/"):
            judged = replays.get_replay(self.finished.pk)[1].judged_at
            return {"discard": judged, "reason": "It was the worst card."}
        if (
            route.endswith("deals/<int:deal_id>/appeal/")
            or route == "replays/<int:deal_id>/appeal/"
        ):
            return {"reason": "Look again."}
        if route.startswith("admin/replays/dispute/") and route.endswith("/change/"):
            return {"decision": "upheld", "section": "§10.3", "reason": "It was not.", "seen": ""}
        if route == "account/tokens/":
            return {"name": "a bot", "scopes": ["read"], "days": "7"}
        if route == "admin/games/player/add/":
            return {**ACCOUNT_FORM, "username": "newcomer"}
        if route.startswith(("admin/games/player/", "admin/password_change/", "accounts/")):
            return ACCOUNT_FORM
        seat = {"seat": "2", "deal": self.running.pk, "seed": "a seed", "idempotency_key": ONCE}
        return {**seat, "reason": "too few"} if route.startswith("tournaments/") else seat


def built() -> Club:
    """Return the club; its clock stands at `deals.NOW`."""
    viewers = {
        "anonymous": None,
        "member": member("chi"),
        "seat": member("an"),
        "other seat": member("binh"),
        "referee": member("referee", is_referee=True),
        "director": member("director", is_director=True),
        "owner": Player.objects.create_superuser("owner", password="not a secret"),
    }
    an, binh, director = viewers["seat"], viewers["other seat"], viewers["director"]
    assert an is not None and binh is not None and director is not None
    people = [an, binh]
    finished = deals.stored_deal(
        VINAGAMES, deals.penalty_seed(people=2), people, name="Bàn 3", chips_per_point=0
    )
    disputed = deals.stored_deal(
        VINAGAMES, deals.safe_win_seed(people=2), people, name="Bàn 4", chips_per_point=0
    )
    discard = replays.get_replay(disputed.pk)[1].judged_at
    assert discard is not None
    rulings.file_dispute(
        by=an, deal_id=disputed.pk, discard=discard, reason="I paid too much.", now=deals.NOW
    )
    first = next(e for e in read(finished.stream) if e.name == "deal.card-discarded")
    ask_puzzle(by=director, deal_id=finished.pk, version=first.version, now=deals.NOW)
    keep_moment(
        by=an,
        deal_id=finished.pk,
        version=first.version,
        name="Mistakes",
        caption="",
        now=deals.NOW,
    )
    lead_review(by=an, deal_id=finished.pk, version=first.version, eyes="open", now=timezone.now())
    waiting = opened_table(
        by=an,
        name="Bàn 1",
        rules=VINAGAMES,
        seats=4,
        filler="",
        admission=Table.Admission.INVITED,
        invited=[player for player in viewers.values() if player is not None],
        now=deals.NOW,
    )
    for seat, player in enumerate(people):
        commands.sit_down(by=player, table_id=waiting.pk, seat=seat, now=deals.NOW)
    tournament = friday(director)
    tournaments.enter(by=an, tournament_id=tournament.pk, now=deals.NOW, idempotency_key="enter")
    tokens.issue(an, now=deals.NOW)
    return Club(viewers, waiting, _turn_of_the_first(people), finished, tournament.pk)


def _turn_of_the_first(people: list[Player]) -> Deal:
    """Return a running deal in which the first seat is to move."""
    for seed in range(100, 200):
        deal = deals.running_deal(VINAGAMES, seed, people, name=f"Bàn {seed}")
        if to_move(queries.load_state(deal.pk)) == (0,):
            return deal
    raise AssertionError("no deal begins with the first seat")

"""Tournaments at the club, with members who have chips, and results that are counted without a deal."""

import re
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from games.commands.club.chips import grant_first_chips
from games.models import Player
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournaments import V7
from tournaments import commands
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import decisions
from tournaments.engine.draws.commitment import seed_of
from tournaments.engine.results import DealResult, RuledResult
from tournaments.engine.terms import TERMS, terms_from
from tournaments.models import Entry, Tournament
from tournaments.projections.secrets import draw_secret

GOOD: dict[str, Any] = {
    "name": "Giải tháng mười một",
    "rules": "vinagames",
    "rounds": "1",
    "deals_per_round": "1",
    "entry_fee": "20",
    "prize_shares": "50, 30, 20",
    "seconds_per_move": "60",
    "filler": "bot:club",
}


def player(name: str, **duties: bool) -> Player:
    made = Player.objects.create_user(name)
    made.display_name = name.title()
    for duty, has in duties.items():
        setattr(made, duty, has)
    made.save()
    grant_first_chips(player=made, now=timezone.now())
    return made


def create(**said: Any) -> Tournament:
    """Announce a tournament; terms and the others are said alike."""
    beside = {name: value for name, value in said.items() if name not in TERMS}
    return commands.create(terms=terms_from(said), **beside)


def friday(director: Player) -> Tournament:
    """Return a tournament of one deal, without a fee."""
    return create(
        by=director,
        name="Friday",
        rules="vinagames",
        rounds=1,
        deals_per_round=1,
        entry_fee=0,
        prize_shares=(100,),
        seconds_per_move=30,
        filler="bot:greedy",
        now=NOW,
    )


def announced(director: Player, *people: Player, **options: Any) -> int:
    told = {**GOOD, "prize_shares": (50, 30, 20), **options}
    for name in ("rounds", "deals_per_round", "entry_fee", "seconds_per_move"):
        told[name] = int(told[name])
    row = create(by=director, now=timezone.now(), **told)
    for one in people:
        commands.enter(by=one, tournament_id=row.pk, now=timezone.now())
    return row.pk


def start_bots(director: Player, tournament: int, now: datetime | None = None) -> None:
    """Start a tournament that nobody has entered, as was possible before `least_members`: bots play it quickly."""
    with transaction.atomic():
        work = TournamentWork.on(tournament, now=now or timezone.now(), by=director)
        secret = draw_secret(tournament, draw=1, draws=work.state.bound_draws)
        assert secret is not None
        work.add(decisions.open_with(work.state, seed=seed_of(secret), secret=secret))
        work.save()


def count(tournament: int, result: DealResult | RuledResult) -> None:
    """Let it count; raises what it is refused with."""
    for refusal in commands.count(tournament_id=tournament, results=[result], now=NOW):
        raise refusal


def score(
    tournament: int, table: int = 1, deal: int = 1, *, round_number: int = 1, **result: Any
) -> None:
    told: dict[str, Any] = {"net": V7, "winner": 0, "points": 7, "penalised": 3, **result}
    count(
        tournament,
        DealResult(
            round_number=round_number,
            table=table,
            deal_number=deal,
            deal_id=1000 * round_number + 10 * table + deal,
            **told,
        ),
    )


def sent(form: Any) -> dict[str, str]:
    """Return what the form would send as it stands."""
    values = {field.html_name: field.value() for field in form}
    for number, chosen in enumerate(values.pop("tie_breaks", ())):
        values[f"tie_breaks_{number}"] = chosen
    return {name: "" if value is None else str(value) for name, value in values.items()}


def entered_names(tournament: int) -> list[str]:
    """Return the login names of all entries, also of those who are gone, in order."""
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    return [entry.player.username for entry in entries.select_related("player")]


def list_posted(by: Player, tournament: int, names: str = "", **more: Any) -> HttpResponse:
    """Send a list of entries; to enter, with what its page has ticked."""
    form = {"names": names, "idempotency_key": str(uuid4()), "step": "look", **more}
    if form["step"] == "enter" and "player" not in form:
        shown = list_posted(by, tournament, names).content.decode()
        form["player"] = re.findall(r'name="player" value="(\d+)"[^>]* checked>', shown)
    answer = browser(by).post(f"/tournaments/{tournament}/entry-list", form)
    assert isinstance(answer, HttpResponse)
    return answer

"""The club's rules keeping replays among members, set as an owner sets them."""

from dataclasses import replace

from django.utils import timezone

from games.commands import set_house_rules
from games.models import Player
from games.queries.club.house import house_rules


def keep(*, tournaments: int = 0, tables: int = 0) -> None:
    """Keep exactly these replays among the club's members from now on."""
    owner = Player.objects.filter(is_superuser=True).first()
    owner = owner or Player.objects.create_superuser("chu-nha", password="an-owner-of-the-club")
    rules = replace(house_rules(), tournament_replays_kept=tournaments, table_replays_kept=tables)
    set_house_rules(by=owner, rules=rules, now=timezone.now())

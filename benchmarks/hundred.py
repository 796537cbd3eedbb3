"""A tournament of 100 bots played by worker and beat, then checked line by line, in a database of its own."""

from __future__ import annotations

import sys

import django
from django.core.management import call_command


def run(*, quick: bool) -> None:
    """Play, check, and print what was checked."""
    from benchmarks import bot_tournament
    from benchmarks.measuring import note, show
    from games.models import Player
    from tests.support.checked import checked

    call_command("migrate", verbosity=0)
    bots, rounds, deals = (16, 2, 1) if quick else (100, 4, 4)
    show(f"A tournament of {bots} bots, checked")
    director = Player.objects.create_user("bench-director", is_director=True)
    for words in checked(bot_tournament.play(director, bots, rounds, deals)):
        note(f"  {words}")


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)

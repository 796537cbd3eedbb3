"""A guest of a browser, a deal that they have played, and the form by which they become a member."""

from django.test import Client
from django.utils import timezone

from games.commands.people import guests
from games.engine.rules import VINAGAMES
from games.models import Player
from tests.support.deals import play_to_the_end

WORD = "bốn mùa xuân hạ"


def guest_browser(**form):
    """A browser that has pressed Play now."""
    client = Client()
    answer = client.post("/play", form)
    assert answer.status_code == 302, answer.content.decode()
    return client, Player.objects.get(is_guest=True, pk=int(client.session["_auth_user_id"]))


def played(guest, now=None):
    """A deal that the guest has played to its end."""
    now = now or timezone.now()
    table = guests.play_now(by=guest, rules=VINAGAMES, now=now)
    deal = table.deals.get()
    play_to_the_end(deal, now=now)
    return deal


def names(**changed):
    return {
        "username": "mai",
        "display_name": "Mai",
        "password1": WORD,
        "password2": WORD,
        **changed,
    }

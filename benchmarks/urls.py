"""The club's addresses and the floor: one indexed read, one insert, a small template, under the same middleware."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from games.models import Player
from tusac_site.urls import urlpatterns as club

_TEMPLATE = Template(
    "<ul>{% for word in words %}<li>{{ word }}</li>{% endfor %}</ul><p>{{ player.shown_name }}</p>"
)
FLOOR_TABLE = "bench_floor"


@csrf_exempt
def floor(request: HttpRequest, player_id: int) -> HttpResponse:
    """Read a row by its key, insert one, and say so."""
    player = Player.objects.get(pk=player_id)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {FLOOR_TABLE} (player, body) VALUES (%s, %s)",
            [player_id, request.POST.get("body", "")],
        )
    words = ["one", "two", "three", "four", "five"]
    return HttpResponse(_TEMPLATE.render(Context({"words": words, "player": player})))


urlpatterns = [*club, path("bench-floor/<int:player_id>", floor)]

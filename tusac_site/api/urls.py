"""The addresses of the API under `/api/v1/`."""

from django.urls import include, path

urlpatterns = [
    path("", include(("games.api.urls", "games_api"))),
    path("", include(("tournaments.api.urls", "tournaments_api"))),
    path("", include(("replays.api.urls", "replays_api"))),
    path("", include(("notices.api.urls", "notices_api"))),
]

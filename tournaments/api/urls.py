"""Addresses of the API's part of this app."""

from django.urls import path

from tournaments.api import log, views

urlpatterns = [
    path("tournaments/", views.TournamentList.as_view(), name="tournaments"),
    path("tournaments/<int:tournament_id>/", views.TournamentDetail.as_view(), name="tournament"),
    path(
        "tournaments/<int:tournament_id>/log/", log.TournamentLog.as_view(), name="tournament-log"
    ),
]

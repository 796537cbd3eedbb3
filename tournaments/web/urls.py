"""Addresses of the tournaments."""

from django.urls import path

from tournaments.web import hall, log, paper, views

urlpatterns = [
    path("", views.tournament_list, name="tournaments"),
    path("new", views.create, name="create-tournament"),
    path("<int:tournament_id>/", views.tournament, name="tournament"),
    path("<int:tournament_id>/enter", views.enter, name="enter-tournament"),
    path("<int:tournament_id>/withdraw", views.withdraw, name="withdraw-from-tournament"),
    path("<int:tournament_id>/start", views.start, name="start-tournament"),
    path("<int:tournament_id>/close", views.close, name="close-tournament"),
    path("<int:tournament_id>/cancel", views.cancel, name="cancel-tournament"),
    path("<int:tournament_id>/hall", hall.hall, name="tournament-hall"),
    path("<int:tournament_id>/qr.svg", hall.qr_code, name="tournament-qr"),
    path("<int:tournament_id>/slips", paper.slips, name="seat-slips"),
    path("<int:tournament_id>/sheets", paper.sheets, name="score-sheets"),
    path("<int:tournament_id>/log", log.log, name="tournament-log"),
    path("<int:tournament_id>/log/<int:version>", log.moment_of, name="tournament-moment"),
]

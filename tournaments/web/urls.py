"""Addresses of the tournaments."""

from django.urls import path

from tournaments.web import views

urlpatterns = [
    path("", views.tournament_list, name="tournaments"),
    path("new", views.create, name="create-tournament"),
    path("<int:tournament_id>/", views.tournament, name="tournament"),
    path("<int:tournament_id>/enter", views.enter, name="enter-tournament"),
    path("<int:tournament_id>/withdraw", views.withdraw, name="withdraw-from-tournament"),
    path("<int:tournament_id>/start", views.start, name="start-tournament"),
    path("<int:tournament_id>/close", views.close, name="close-tournament"),
    path("<int:tournament_id>/cancel", views.cancel, name="cancel-tournament"),
]

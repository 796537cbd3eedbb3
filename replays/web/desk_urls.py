"""Addresses of the referee's desk."""

from django.urls import path

from replays.web import desk

urlpatterns = [
    path("", desk.queue, name="desk"),
    path("<int:dispute_id>/change/", desk.case, name="desk-case"),
    path("real-cards/<int:case_id>/", desk.real_cards, name="desk-real-cards"),
]

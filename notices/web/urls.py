"""Addresses of notices."""

from django.urls import path

from notices.web import views

urlpatterns = [
    path("turns", views.turns, name="turns"),
    path("notices", views.notices, name="notices"),
]

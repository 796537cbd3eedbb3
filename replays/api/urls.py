"""Addresses of the API's part of this app."""

from django.urls import path

from replays.api import views

urlpatterns = [
    path("deals/<int:deal_id>/disputes/", views.DealDisputes.as_view(), name="deal-disputes"),
]

"""Addresses of notices."""

from django.urls import path

from notices.web import views, webhooks

urlpatterns = [
    path("turns", views.turns, name="turns"),
    path("notices", views.notices, name="notices"),
    path("club/webhooks/", webhooks.webhooks, name="webhooks"),
    path("club/webhooks/<int:webhook_id>/", webhooks.webhook, name="webhook"),
]

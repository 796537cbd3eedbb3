"""Addresses of the API's part of notices."""

from django.urls import path

from notices.api import views

urlpatterns = [
    path("notices/", views.NoticeList.as_view(), name="notices"),
    path("notices/turns/", views.TurnList.as_view(), name="notices-turns"),
    path("notices/read/", views.NoticesRead.as_view(), name="notices-read"),
]

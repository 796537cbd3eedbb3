"""Addresses of the tournaments."""

from django.urls import path

from tournaments.presenters.files import SHEETS
from tournaments.web import (
    describing,
    draws,
    entries,
    entry_list,
    files,
    hall,
    log,
    paper,
    views,
)

urlpatterns = [
    path("", views.tournament_list, name="tournaments"),
    path("new", views.create, name="create-tournament"),
    path("<int:tournament_id>/", views.tournament, name="tournament"),
    path("<int:tournament_id>/draw", draws.draw, name="draw"),
    path(
        "<int:tournament_id>/rounds/<int:number>/certificate",
        draws.certificate,
        name="draw-certificate",
    ),
    path(
        "<int:tournament_id>/rounds/<int:number>/certificate.json",
        draws.certificate_file,
        name="draw-certificate-file",
    ),
    path("<int:tournament_id>/enter", views.enter, name="enter-tournament"),
    path("<int:tournament_id>/entry-list", entry_list.entry_list, name="tournament-entry-list"),
    path("<int:tournament_id>/describe", describing.describe, name="describe-tournament"),
    path("<int:tournament_id>/withdraw", views.withdraw, name="withdraw-from-tournament"),
    path("<int:tournament_id>/entry", entries.own_entry, name="own-entry"),
    path("<int:tournament_id>/entries/", entries.entries, name="tournament-entries"),
    path("<int:tournament_id>/entries/<int:player_id>/", entries.entry, name="tournament-entry"),
    path("<int:tournament_id>/start", views.start, name="start-tournament"),
    path("<int:tournament_id>/close", views.close, name="close-tournament"),
    path("<int:tournament_id>/cancel", views.cancel, name="cancel-tournament"),
    path("<int:tournament_id>/hall", hall.hall, name="tournament-hall"),
    path("<int:tournament_id>/qr.svg", hall.qr_code, name="tournament-qr"),
    path("<int:tournament_id>/slips", paper.slips, name="seat-slips"),
    path("<int:tournament_id>/sheets", paper.sheets, name="score-sheets"),
    path("<int:tournament_id>/log", log.log, name="tournament-log"),
    path("<int:tournament_id>/log/<int:version>", log.moment_of, name="tournament-moment"),
    path("<int:tournament_id>/calendar.ics", files.calendar, name="tournament-calendar"),
    *(
        path(
            f"<int:tournament_id>/{what}.{form}",
            files.file,
            {"what": what, "form": form},
            name=f"tournament-{what}-{form}",
        )
        for what in SHEETS
        for form in files.FORMS
    ),
]

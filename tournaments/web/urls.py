"""Addresses of the tournaments."""

from django.urls import path

from tournaments.presenters.printouts.files import SHEETS
from tournaments.web import (
    cardboard,
    conduct,
    corrections,
    describing,
    draws,
    entries,
    entry_lists,
    files,
    photographs,
    reported_discards,
    shown,
    templates,
    timing,
    views,
)
from tournaments.web.cash import box
from tournaments.web.leagues import series
from tournaments.web.paper import guest_phones, written_sheets

urlpatterns = [
    path("", views.tournament_list, name="tournaments"),
    path("feed.json", files.feed, name="tournament-feed"),
    path("calendar.ics", files.calendars, name="tournament-calendars"),
    path("new", views.create, name="create-tournament"),
    path("series", series.series, name="series"),
    path("series/edit", series.edit, name="edit-series"),
    path("templates", templates.templates, name="tournament-templates"),
    path("templates/<int:template_id>/", templates.template, name="tournament-template"),
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
    path("<int:tournament_id>/given-draw", draws.given, name="given-draw"),
    path("<int:tournament_id>/give-draw", draws.give, name="give-draw"),
    path(
        "<int:tournament_id>/rounds/<int:round_number>/deals/<int:number>",
        draws.compare,
        name="compare-deal",
    ),
    path(
        "<int:tournament_id>/rounds/<int:round_number>/deals/<int:number>.json",
        draws.compare_file,
        name="compare-deal-file",
    ),
    path("<int:tournament_id>/enter", views.enter, name="enter-tournament"),
    path("<int:tournament_id>/entry-list", entry_lists.entry_list, name="tournament-entry-list"),
    path("<int:tournament_id>/invitations", entry_lists.invitations, name="tournament-invitations"),
    path("<int:tournament_id>/describe", describing.describe, name="describe-tournament"),
    path("<int:tournament_id>/withdraw", views.withdraw, name="withdraw-from-tournament"),
    path("<int:tournament_id>/entry", entries.own_entry, name="own-entry"),
    path("<int:tournament_id>/entries/", entries.entries, name="tournament-entries"),
    path("<int:tournament_id>/guest-phones", guest_phones.guest_phones, name="guest-phones"),
    path("<int:tournament_id>/entries/<int:player_id>/", entries.entry, name="tournament-entry"),
    path("tables/<int:table_id>", cardboard.club_table, name="real-cards-table"),
    path("<int:tournament_id>/real-cards", cardboard.marks, name="real-cards"),
    path(
        "<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/result",
        cardboard.result,
        name="table-result",
    ),
    path(
        "<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/decide",
        cardboard.decide,
        name="decide-result",
    ),
    path(
        "<int:tournament_id>/rounds/<int:round_number>/sheets",
        written_sheets.written_sheets,
        name="enter-sheets",
    ),
    path("<int:tournament_id>/seats", entries.seats, name="tournament-seats"),
    path("<int:tournament_id>/substitutes", entries.substitutes, name="tournament-substitutes"),
    path(
        "<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/deals/<int:deal_id>/discard",
        reported_discards.discard,
        name="told-discard",
    ),
    path(
        "<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/deals/<int:deal_id>/ruling",
        reported_discards.ruling,
        name="rule-discard",
    ),
    path(
        "<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/deals/<int:deal_id>/photographs",
        photographs.photographs,
        name="deal-photographs",
    ),
    path(
        "<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/deals/<int:deal_id>/photographs/"
        "<int:photograph_id>",
        photographs.photograph,
        name="deal-photograph",
    ),
    path("<int:tournament_id>/cash", box.box, name="tournament-cash"),
    path("<int:tournament_id>/start", views.start, name="start-tournament"),
    path("<int:tournament_id>/draw-on", views.draw_on, name="draw-on"),
    path("<int:tournament_id>/time", timing.time, name="tournament-time"),
    path("<int:tournament_id>/close", views.close, name="close-tournament"),
    path("<int:tournament_id>/cancel", views.cancel, name="cancel-tournament"),
    path("<int:tournament_id>/corrections/", corrections.overview, name="tournament-corrections"),
    *(
        path(
            f"<int:tournament_id>/corrections/{what}",
            corrections.correct,
            {"what": what},
            name=f"correct-{what}",
        )
        for what in corrections.PAGES
    ),
    path(
        "<int:tournament_id>/corrections/deals/<int:number>",
        corrections.correct,
        {"what": "deal"},
        name="correct-deal",
    ),
    path(
        "<int:tournament_id>/corrections/points/<int:number>",
        corrections.correct,
        {"what": "adjustment"},
        name="correct-adjustment",
    ),
    path(
        "<int:tournament_id>/corrections/waiting/<int:number>",
        corrections.decide_waiting,
        name="sign-correction",
    ),
    path(
        "<int:tournament_id>/agreements/<int:number>",
        corrections.answer_agreement,
        name="answer-agreement",
    ),
    path("<int:tournament_id>/conduct/", conduct.reports, name="tournament-conduct"),
    path("<int:tournament_id>/conduct/new", conduct.report, name="report-conduct"),
    path("<int:tournament_id>/conduct/<int:number>", conduct.take_back, name="take-report-back"),
    path("<int:tournament_id>/hall", shown.hall, name="tournament-hall"),
    path("<int:tournament_id>/qr.svg", shown.qr_code, name="tournament-qr"),
    path("<int:tournament_id>/result", shown.result, name="tournament-result"),
    path("<int:tournament_id>/slips", shown.slips, name="seat-slips"),
    path("<int:tournament_id>/sheets", shown.sheets, name="score-sheets"),
    path("<int:tournament_id>/standings/<int:player_id>", shown.place, name="place"),
    path("<int:tournament_id>/log", shown.log, name="tournament-log"),
    path("<int:tournament_id>/log/<int:version>", shown.moment_of, name="tournament-moment"),
    path("<int:tournament_id>/calendar.ics", files.calendar, name="tournament-calendar"),
    *(
        path(
            f"<int:tournament_id>/records-{people}.jsonl",
            files.records,
            {"people": people},
            name=f"tournament-records-{people}",
        )
        for people in files.CHOICES
    ),
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

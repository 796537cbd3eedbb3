"""URL patterns of this app's part of the API."""

from django.urls import path

from replays.api import analysis, notes, records, rulings, search, views, what_if

urlpatterns = [
    path("deals/search/", search.DealSearch.as_view(), name="deal-search"),
    path("deals/<int:deal_id>/record/", records.DealRecord.as_view(), name="deal-record"),
    path("deals/<int:deal_id>/disputes/", views.DealDisputes.as_view(), name="deal-disputes"),
    path("deals/<int:deal_id>/disputes/answer/", views.DealAnswer.as_view(), name="deal-answer"),
    *rulings.addresses(),
    path("deals/<int:deal_id>/appeal/", views.DealAppeal.as_view(), name="deal-appeal"),
    path("deals/<int:deal_id>/notes/", notes.DealNotes.as_view(), name="deal-notes"),
    path(
        "deals/<int:deal_id>/notes/<int:number>/removal/",
        notes.DealNoteRemoval.as_view(),
        name="deal-note-removal",
    ),
    path("deals/<int:deal_id>/what-if/", what_if.WhatIf.as_view(), name="deal-what-if"),
    path("deals/<int:deal_id>/analysis/", analysis.DealAnalysis.as_view(), name="deal-analysis"),
    path(
        "tournaments/<int:tournament_id>/analysis/",
        analysis.TournamentDealsAnalysis.as_view(),
        name="tournament-deals-analysis",
    ),
]

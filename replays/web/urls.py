"""Addresses of the replays and of the referee's desk."""

from django.urls import path

from replays.web import (
    analysis,
    casebook,
    collections,
    daily,
    desk,
    notes,
    pictures,
    puzzles,
    records,
    reviews,
    search,
    views,
    what_if,
)

urlpatterns = [
    path("", views.replay_list, name="replays"),
    path("search", search.search, name="search-deals"),
    path("search/saved", search.saved, name="saved-searches"),
    path("records/", records.records, name="records"),
    path("records/verify_deals.py", records.program, name="record-program"),
    path("casebook/", casebook.casebook, name="casebook"),
    path("casebook/<int:case_id>/", casebook.one_case, name="case"),
    path("casebook/cases.csv", casebook.casebook_file, {"form": "csv"}, name="casebook-csv"),
    path("casebook/cases.json", casebook.casebook_file, {"form": "json"}, name="casebook-json"),
    path("collections/", collections.every, name="collections"),
    path("collections/<int:collection_id>/", collections.one, name="collection"),
    path("puzzles/", puzzles.every, name="puzzles"),
    path("puzzles/today/", daily.daily, name="daily-puzzle"),
    path("puzzles/<int:puzzle_id>/", puzzles.one, name="puzzle"),
    path("reviews/<int:review_id>/", reviews.one, name="review"),
    path("reviews/<int:review_id>/now", reviews.now_at, name="review-now"),
    path(
        "tournaments/<int:tournament_id>/",
        analysis.progress,
        name="tournament-analysis",
    ),
    path("<int:deal_id>/", views.replay, name="replay"),
    path("<int:deal_id>/analysis/", analysis.analysis, name="replay-analysis"),
    path("<int:deal_id>/steps.json", views.steps, name="replay-steps"),
    path("<int:deal_id>/what-if/", what_if.page, name="replay-what-if"),
    path("<int:deal_id>/keep/", collections.keep, name="replay-keep"),
    path("<int:deal_id>/notes/", notes.notes, name="replay-notes"),
    path("<int:deal_id>/puzzle/", puzzles.ask, name="replay-puzzle"),
    path("<int:deal_id>/review/", reviews.lead, name="replay-review"),
    path("<int:deal_id>/picture.svg", pictures.svg, name="replay-svg"),
    path("<int:deal_id>/picture.png", pictures.png, name="replay-png"),
    path("<int:deal_id>/open/", views.open_to_all, name="replay-open"),
    path("<int:deal_id>/dispute/", views.file_dispute, name="replay-dispute"),
    path("<int:deal_id>/answer/", views.answer_dispute, name="replay-answer"),
    path("<int:deal_id>/appeal/", views.appeal_ruling, name="replay-appeal"),
    path("<int:deal_id>/record.json", views.record, name="replay-record"),
    path("<int:deal_id>/receipt.json", views.receipt, name="replay-receipt"),
]

desk_urlpatterns = [
    path("", desk.queue, name="desk"),
    path("<int:dispute_id>/change/", desk.case, name="desk-case"),
    path("real-cards/<int:case_id>/", desk.real_cards, name="desk-real-cards"),
]
"""Of the referee's desk, which are among those of the administration."""

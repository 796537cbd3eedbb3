"""The URLs of the tournaments' API."""

from django.urls import path

from tournaments.api import (
    acts,
    cardboard,
    cash,
    conduct,
    given_draws,
    marks,
    people,
    photographs,
    real_card_disputes,
    sheets,
    standings,
    templates,
    views,
)

urlpatterns = [
    path("tournaments/", views.TournamentList.as_view(), name="tournaments"),
    path("tournaments/series/", standings.Series.as_view(), name="tournament-series"),
    path("tournaments/templates/", templates.Templates.as_view(), name="tournament-templates"),
    path(
        "tournaments/templates/<int:template_id>/",
        templates.Template.as_view(),
        name="tournament-template",
    ),
    path(
        "tournaments/templates/<int:template_id>/announcement/",
        templates.TemplateAnnouncement.as_view(),
        name="template-announcement",
    ),
    path("tournaments/<int:tournament_id>/", views.TournamentDetail.as_view(), name="tournament"),
    *acts.addresses(),
    path(
        "tournaments/<int:tournament_id>/entries/",
        people.Entries.as_view(),
        name="tournament-entries",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/",
        views.Standings.as_view(),
        name="tournament-standings",
    ),
    path(
        "tournaments/<int:tournament_id>/results/",
        views.Results.as_view(),
        name="tournament-results",
    ),
    path(
        "tournaments/<int:tournament_id>/rounds/<int:number>/sheets/",
        sheets.RoundSheets.as_view(),
        name="round-sheets",
    ),
    path(
        "tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/end/",
        sheets.TableEnd.as_view(),
        name="table-end",
    ),
    path(
        "tournaments/<int:tournament_id>/reserve/",
        people.ReserveList.as_view(),
        name="tournament-reserve",
    ),
    path(
        "tournaments/<int:tournament_id>/given-draw/",
        given_draws.GivenDraw.as_view(),
        name="tournament-given-draw",
    ),
    path(
        "tournaments/<int:tournament_id>/entry-list/",
        people.EntryList.as_view(),
        name="entry-list",
    ),
    path(
        "tournaments/<int:tournament_id>/guests/",
        people.WalkIns.as_view(),
        name="tournament-guests",
    ),
    path(
        "tournaments/<int:tournament_id>/invitations/",
        people.Invitations.as_view(),
        name="tournament-invitations",
    ),
    path(
        "tournaments/<int:tournament_id>/invitations/taking-back/",
        people.InvitationTakenBack.as_view(),
        name="invitation-taken-back",
    ),
    path(
        "tournaments/<int:tournament_id>/own-seat/",
        people.OwnSeat.as_view(),
        name="own-seat",
    ),
    path(
        "tournaments/<int:tournament_id>/seats/",
        people.GivenSeats.as_view(),
        name="given-seats",
    ),
    path(
        "tournaments/<int:tournament_id>/log/", views.TournamentLog.as_view(), name="tournament-log"
    ),
    path("tournaments/<int:tournament_id>/cash/", cash.Cash.as_view(), name="tournament-box"),
    path(
        "tournaments/<int:tournament_id>/cash/<int:number>/taking-back/",
        cash.CashTakenBack.as_view(),
        name="cash-taken-back",
    ),
    path(
        "tournaments/<int:tournament_id>/cash/counts/",
        cash.CashCounts.as_view(),
        name="cash-counts",
    ),
    path(
        "tournaments/<int:tournament_id>/conduct/",
        conduct.Reports.as_view(),
        name="tournament-reports",
    ),
    path(
        "tournaments/<int:tournament_id>/conduct/<int:number>/taking-back/",
        conduct.ReportTakenBack.as_view(),
        name="report-taken-back",
    ),
    path(
        "tournaments/<int:tournament_id>/agreements/<int:number>/",
        conduct.AgreementAnswer.as_view(),
        name="tournament-agreement",
    ),
    path(
        "tournaments/<int:tournament_id>/corrections/waiting/<int:number>/signature/",
        conduct.CorrectionSignature.as_view(),
        name="correction-signature",
    ),
    path(
        "tournaments/<int:tournament_id>/corrections/waiting/<int:number>/declining/",
        conduct.CorrectionDeclined.as_view(),
        name="correction-declined",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/<int:player_id>/",
        standings.Place.as_view(),
        name="tournament-place",
    ),
    path(
        "tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/",
        cardboard.TableResults.as_view(),
        name="table-results",
    ),
    path(
        "tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/",
        cardboard.TableResult.as_view(),
        name="table-result",
    ),
    path(
        "tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>"
        "/correction/",
        cardboard.TableCorrection.as_view(),
        name="table-correction",
    ),
    path(
        "tournaments/<int:tournament_id>/real-cards/", marks.RealCards.as_view(), name="real-cards"
    ),
    path("tournaments/<int:tournament_id>/round-end/", marks.RoundEnd.as_view(), name="round-end"),
    *(
        path(
            "tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>"
            f"/{part}/",
            view.as_view(),
            name=f"table-{part.replace('/<int:photograph_id>', '-one').replace('/', '-')}",
        )
        for part, view in (
            ("dispute", real_card_disputes.TableDispute),
            ("digits", sheets.ResultDigits),
            ("ruling", real_card_disputes.TableRuling),
            ("ruling/withdrawal", real_card_disputes.RulingWithdrawal),
            ("ruling/signature", real_card_disputes.RulingSignature),
            ("ruling/rejection", real_card_disputes.RulingRejected),
            ("answer", real_card_disputes.TableAnswer),
            ("appeal", real_card_disputes.TableAppeal),
            ("photographs", photographs.DealPhotographs),
            ("photographs/<int:photograph_id>", photographs.DealPhotograph),
            ("photographs/<int:photograph_id>/removal", photographs.PhotographRemoval),
        )
    ),
]

"""URLs of this app's part of the API."""

from __future__ import annotations

from django.urls import path

from games.api.views import account, club, deals, invitations, referee, stream, tables

urlpatterns = [
    path("token/", account.TokenLogin.as_view(), name="token"),
    path("tables/", tables.TableList.as_view(), name="tables"),
    path("tables/any/sit/", tables.AnyTableSit.as_view(), name="any-table-sit"),
    path("tables/<int:table_id>/", tables.TableDetail.as_view(), name="table"),
    path("tables/<int:table_id>/sit/", tables.TableSit.as_view(), name="table-sit"),
    path("tables/<int:table_id>/swap/", tables.TableSwap.as_view(), name="table-swap"),
    path("tables/<int:table_id>/leave/", tables.TableLeave.as_view(), name="table-leave"),
    path("tables/<int:table_id>/pace/", tables.TablePace.as_view(), name="table-pace"),
    path("tables/<int:table_id>/say/", tables.TableSay.as_view(), name="table-say"),
    path("tables/<int:table_id>/mute/", tables.TableMute.as_view(), name="table-mute"),
    path("tables/<int:table_id>/company/", tables.TableCompany.as_view(), name="table-company"),
    path(
        "tables/<int:table_id>/invitations/",
        invitations.Invitations.as_view(),
        name="table-invitations",
    ),
    path(
        "tables/<int:table_id>/invitations/take-back/",
        invitations.InvitationTakenBack.as_view(),
        name="table-take-invitation-back",
    ),
    path("rule-sets/", tables.RuleSetList.as_view(), name="rule-sets"),
    path("tables/<int:table_id>/call/", referee.TableCall.as_view(), name="table-call"),
    path("tables/<int:table_id>/warnings/", referee.TableWarnings.as_view(), name="table-warn"),
    path(
        "tables/<int:table_id>/warnings/<int:player_id>/<int:number>/take-back/",
        referee.WarningTakenBack.as_view(),
        name="table-take-warning-back",
    ),
    path("calls/", referee.CallList.as_view(), name="calls"),
    path("calls/<int:call_id>/take/", referee.CallTake.as_view(), name="call-take"),
    path("calls/<int:call_id>/answer/", referee.CallAnswer.as_view(), name="call-answer"),
    path("ratings/", club.RatingList.as_view(), name="ratings"),
    path("ratings/<int:rating_id>/", club.RatingDetail.as_view(), name="rating"),
    path("deals/", deals.DealList.as_view(), name="deals"),
    path("deals/<int:deal_id>/", deals.DealDetail.as_view(), name="deal"),
    path("deals/<int:deal_id>/events/", deals.DealEvents.as_view(), name="deal-events"),
    path("deals/<int:deal_id>/moves/", deals.DealMoves.as_view(), name="deal-moves"),
    path("deals/<int:deal_id>/hold/", deals.DealHold.as_view(), name="deal-hold"),
    path("deals/<int:deal_id>/pairs/", deals.DealPairs.as_view(), name="deal-pairs"),
    path("deals/<int:deal_id>/back/", deals.DealBack.as_view(), name="deal-back"),
    path("deals/<int:deal_id>/pause/", deals.DealPause.as_view(), name="deal-pause"),
    path("deals/<int:deal_id>/halt/", deals.DealHalt.as_view(), name="deal-halt"),
    path("deals/<int:deal_id>/time/", deals.DealTime.as_view(), name="deal-time"),
    path("deals/<int:deal_id>/ready/", deals.DealReady.as_view(), name="deal-ready"),
    path("deals/<int:deal_id>/reveal/", deals.DealReveal.as_view(), name="deal-reveal"),
    path("stream/", stream.AccountStream.as_view(), name="account-stream"),
    path("nights/", club.NightList.as_view(), name="nights"),
    path("staff/acts/", club.StaffActs.as_view(), name="staff-acts"),
    path("account/", account.Account.as_view(), name="account"),
    path("account/statement/", account.Statement.as_view(), name="statement"),
]

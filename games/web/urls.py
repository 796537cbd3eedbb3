"""Addresses of the lobby, the tables, the account and the rulebook."""

from django.urls import path

from games.live import sse
from games.web.views import (
    account,
    alarms,
    flows,
    house,
    invitations,
    keys,
    lobby,
    log,
    rulebook,
    second_factor,
    table,
)

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("tables/new", lobby.open_table, name="open-table"),
    path("tables/<int:table_id>/", table.table, name="table"),
    path("tables/<int:table_id>/stream", sse.stream, name="table-stream"),
    path("tables/<int:table_id>/sit", table.sit, name="sit"),
    path("tables/<int:table_id>/leave", table.leave, name="leave"),
    path("tables/<int:table_id>/close", table.close, name="close-table"),
    path("tables/<int:table_id>/invitations", invitations.invitations, name="invitations"),
    path("tables/<int:table_id>/freed", lobby.freed, name="freed"),
    path("tables/<int:table_id>/ready", table.ready, name="ready"),
    path("tables/<int:table_id>/reveal", table.reveal, name="reveal"),
    path("tables/<int:table_id>/move", table.move, name="move"),
    path("tables/<int:table_id>/hold", table.hold, name="hold"),
    path("account/", account.account, name="account"),
    path("account/tokens/", keys.tokens, name="tokens"),
    path("account/logins/", keys.logins, name="logins"),
    path("account/second-factor/", second_factor.second_factor, name="second-factor"),
    path("account/second-factor/code/", second_factor.show_factor, name="show-factor"),
    path("club/alarms/", alarms.alarms, name="alarms"),
    path("club/flows/", flows.flows, name="flows"),
    path("house/", house.house, name="house"),
    path("log/", log.log, name="log"),
    path("log/key", log.key, name="log-key"),
    path("log/checkpoint", log.checkpoint, name="log-checkpoint"),
    path("log/checkpoint/<int:size>", log.checkpoint, name="log-checkpoint-of"),
    path("log/consistency", log.consistency, name="log-consistency"),
    path("log/proof/<int:index>", log.proof, name="log-proof"),
    path("log/leaf/<int:index>/<slug:digest>", log.leaf, name="log-leaf"),
    path("log/cosignatures", log.cosignatures, name="log-cosignatures"),
    path("club/seals/", log.refusals, name="log-refusals"),
    path("rules/", rulebook.rulebook, name="rulebook"),
    path("fairness/", rulebook.fairness, name="fairness"),
    path("rules/words/", rulebook.glossary, name="glossary"),
]

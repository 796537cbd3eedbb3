"""What each viewer is answered by the API, as `tests.support.security.addresses` says of all pages."""

API: dict[str, tuple[str, str]] = {
    "api/v1/token/": (
        "405 405 405 405 405 405 405",
        "422 422 422 422 422 422 422",
    ),
    "api/v1/tables/": (
        "401 200 200 200 200 200 200",
        "401 201 201 201 201 201 201",
    ),
    "api/v1/tables/any/sit/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 403 403",
    ),
    "api/v1/tables/<int:table_id>/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tables/<int:table_id>/sit/": (
        "401 405 405 405 405 405 405",
        "401 200 409 409 200 200 200",
    ),
    "api/v1/tables/<int:table_id>/leave/": (
        "401 405 405 405 405 405 405",
        "401 403 200 200 403 403 403",
    ),
    "api/v1/rule-sets/": (
        "401 200 200 200 200 200 200",
        "401 403 403 403 403 403 201",
    ),
    "api/v1/ratings/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/ratings/<int:rating_id>/": (
        "401 404 404 404 404 404 404",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/stream/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/nights/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "api/v1/deals/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/deals/search/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/deals/<int:deal_id>/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/deals/<int:deal_id>/events/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/deals/<int:deal_id>/moves/": (
        "401 200 200 200 200 200 200",
        "401 403 200 409 403 403 403",
    ),
    "api/v1/deals/<int:deal_id>/pairs/": (
        "401 405 405 405 405 405 405",
        "401 403 422 422 403 403 403",
    ),
    "api/v1/deals/<int:deal_id>/hold/": (
        "401 405 405 405 405 405 405",
        "401 403 409 409 403 403 403",
    ),
    "api/v1/deals/<int:deal_id>/back/": (
        "401 405 405 405 405 405 405",
        "401 403 200 200 403 403 403",
    ),
    "api/v1/deals/<int:deal_id>/pause/": (
        "401 405 405 405 405 405 405",
        "401 403 200 200 403 403 403",
    ),
    "api/v1/deals/<int:deal_id>/halt/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 204 204",
    ),
    "api/v1/deals/<int:deal_id>/time/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 204 204",
    ),
    "api/v1/tables/<int:table_id>/swap/": (
        "401 405 405 405 405 405 405",
        "401 403 409 409 403 403 403",
    ),
    "api/v1/tables/<int:table_id>/pace/": (
        "401 405 405 405 405 405 405",
        "401 403 409 403 403 409 409",
    ),
    "api/v1/tables/<int:table_id>/invitations/": (
        "401 403 409 403 403 409 409",
        "401 403 409 403 403 409 409",
    ),
    "api/v1/tables/<int:table_id>/invitations/take-back/": (
        "401 405 405 405 405 405 405",
        "401 403 409 403 403 409 409",
    ),
    "api/v1/tables/<int:table_id>/say/": (
        "401 405 405 405 405 405 405",
        "401 403 200 200 403 403 403",
    ),
    "api/v1/tables/<int:table_id>/mute/": (
        "401 405 405 405 405 405 405",
        "401 200 200 200 200 200 200",
    ),
    "api/v1/tables/<int:table_id>/company/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 200 200",
    ),
    "api/v1/deals/<int:deal_id>/ready/": (
        "401 405 405 405 405 405 405",
        "401 403 200 200 403 403 403",
    ),
    "api/v1/deals/<int:deal_id>/reveal/": (
        "401 405 405 405 405 405 405",
        "401 403 409 409 403 403 403",
    ),
    "api/v1/deals/<int:deal_id>/record/": (
        "403 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/account/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/account/statement/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/staff/acts/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/": (
        "200 200 200 200 200 200 200",
        "401 403 403 403 403 201 403",
    ),
    "api/v1/tournaments/series/": (
        "404 404 404 404 404 404 404",
        "401 403 403 403 403 404 403",
    ),
    "api/v1/tournaments/templates/": (
        "401 403 403 403 403 200 403",
        "401 403 403 403 403 201 403",
    ),
    "api/v1/tournaments/templates/<int:template_id>/": (
        "401 403 403 403 403 404 403",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/templates/<int:template_id>/announcement/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 404 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/": (
        "200 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/<int:tournament_id>/standings/<int:player_id>/": (
        "404 404 404 404 404 404 404",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/<int:tournament_id>/reserve/": (
        "401 200 200 200 200 200 200",
        "401 200 409 200 200 200 200",
    ),
    "api/v1/tournaments/<int:tournament_id>/given-draw/": (
        "401 404 404 404 404 404 404",
        "401 403 403 403 403 404 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/entry-list/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 200 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/guests/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 200 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/invitations/": (
        "401 200 200 200 200 200 200",
        "401 403 403 403 403 409 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/invitations/taking-back/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 200 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/own-seat/": (
        "401 405 405 405 405 405 405",
        "401 409 409 409 409 409 409",
    ),
    "api/v1/tournaments/<int:tournament_id>/seats/": (
        "401 200 200 200 200 200 200",
        "401 403 403 403 403 409 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/log/": (
        "200 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/": (
        "401 404 404 404 404 404 404",
        "401 404 404 404 404 404 404",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/": (
        "401 405 405 405 405 405 405",
        "401 404 404 404 404 404 404",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/dispute/": (
        "401 405 405 405 405 405 405",
        "401 404 404 404 404 404 404",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/appeal/": (
        "401 405 405 405 405 405 405",
        "401 404 404 404 404 404 404",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/answer/": (
        "401 405 405 405 405 405 405",
        "401 404 404 404 404 404 404",
    ),
    **{
        f"api/v1/{of}/ruling/{act}": (
            "401 405 405 405 405 405 405",
            "401 403 403 403 404 403 403",
        )
        for of in (
            "tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>",
            "deals/<int:deal_id>/disputes/<int:number>",
        )
        for act in ("", "withdrawal/", "signature/", "rejection/")
    },
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/"
    "photographs/": (
        "401 404 404 404 404 404 404",
        "401 404 404 404 404 404 404",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/"
    "photographs/<int:photograph_id>/": (
        "401 404 404 404 404 404 404",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/"
    "photographs/<int:photograph_id>/removal/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 404 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/cash/": (
        "401 403 403 403 403 200 403",
        "401 403 403 403 403 201 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/cash/<int:number>/taking-back/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 404 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/cash/counts/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 201 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/conduct/": (
        "401 200 200 200 200 200 200",
        "401 403 403 403 409 409 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/conduct/<int:number>/taking-back/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 409 409 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/agreements/<int:number>/": (
        "401 405 405 405 405 405 405",
        "401 404 404 404 404 404 404",
    ),
    "api/v1/tournaments/<int:tournament_id>/corrections/waiting/<int:number>/signature/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 404 404 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/corrections/waiting/<int:number>/declining/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 404 404 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/real-cards/": (
        "401 200 200 200 200 200 200",
        "401 403 403 403 403 200 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/round-end/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 409 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/correction/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 404 404 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/entries/": (
        "200 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/<int:tournament_id>/standings/": (
        "200 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/<int:tournament_id>/results/": (
        "200 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/sheets/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 403 404 403",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/end/": (
        "401 405 405 405 405 405 405",
        "401 404 404 404 404 404 404",
    ),
    "api/v1/tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/results/<int:deal_id>/digits/": (
        "401 405 405 405 405 405 405",
        "401 404 404 404 404 404 404",
    ),
    "api/v1/tables/<int:table_id>/call/": (
        "401 405 405 405 405 405 405",
        "401 403 200 200 403 200 200",
    ),
    "api/v1/tables/<int:table_id>/warnings/": (
        "401 403 403 403 200 200 200",
        "401 403 403 403 201 201 201",
    ),
    "api/v1/tables/<int:table_id>/warnings/<int:player_id>/<int:number>/take-back/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 404 404 404",
    ),
    "api/v1/calls/": (
        "401 403 403 403 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/calls/<int:call_id>/take/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 404 404 404",
    ),
    "api/v1/calls/<int:call_id>/answer/": (
        "401 405 405 405 405 405 405",
        "401 403 403 403 404 404 404",
    ),
    "api/v1/notices/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/notices/turns/": (
        "401 200 200 200 200 200 200",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/notices/read/": (
        "401 405 405 405 405 405 405",
        "401 200 200 200 200 200 200",
    ),
    "api/v1/deals/<int:deal_id>/disputes/": (
        "401 200 200 200 200 200 200",
        "401 403 409 409 403 409 403",
    ),
    "api/v1/deals/<int:deal_id>/disputes/answer/": (
        "401 405 405 405 405 405 405",
        "401 403 404 404 403 403 403",
    ),
    "api/v1/deals/<int:deal_id>/appeal/": (
        "401 405 405 405 405 405 405",
        "401 403 409 409 403 403 403",
    ),
    "api/v1/deals/<int:deal_id>/notes/": (
        "401 409 409 409 409 409 409",
        "401 409 409 409 409 409 409",
    ),
    "api/v1/deals/<int:deal_id>/notes/<int:number>/removal/": (
        "401 405 405 405 405 405 405",
        "401 409 409 409 409 409 409",
    ),
    "api/v1/deals/<int:deal_id>/what-if/": (
        "401 409 409 409 409 409 409",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/deals/<int:deal_id>/analysis/": (
        "401 409 409 409 409 409 409",
        "401 405 405 405 405 405 405",
    ),
    "api/v1/tournaments/<int:tournament_id>/analysis/": (
        "401 200 200 200 200 200 200",
        "401 403 403 403 403 409 409",
    ),
    "api/schema/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "api/docs/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
}

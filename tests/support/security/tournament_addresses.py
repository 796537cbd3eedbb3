"""What each viewer is answered at the pages of tournaments, as `tests.support.security.addresses` says of all."""

TOURNAMENTS: dict[str, tuple[str, str]] = {
    "tournaments/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/new": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/series": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/series/edit": (
        "302 403 403 403 403 404 403",
        "302 403 403 403 403 404 403",
    ),
    "tournaments/templates": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/templates/<int:template_id>/": (
        "302 403 403 403 403 404 403",
        "302 403 403 403 403 404 403",
    ),
    "tournaments/<int:tournament_id>/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/draw": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:number>/certificate": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:number>/certificate.json": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/given-draw": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/give-draw": (
        "302 403 403 403 403 404 403",
        "302 403 403 403 403 404 403",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/deals/<int:number>": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/deals/<int:number>.json": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/enter": (
        "302 302 302 302 302 302 302",
        "403 303 409 303 303 303 303",
    ),
    "tournaments/<int:tournament_id>/withdraw": (
        "302 302 302 302 302 302 302",
        "403 409 303 409 409 409 409",
    ),
    "tournaments/<int:tournament_id>/describe": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/<int:tournament_id>/entry-list": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/<int:tournament_id>/invitations": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 409 403",
    ),
    "tournaments/<int:tournament_id>/entry": (
        "302 409 200 409 409 409 409",
        "302 409 303 409 409 409 409",
    ),
    "tournaments/<int:tournament_id>/seats": (
        "302 200 200 200 200 200 200",
        "302 303 409 303 303 303 303",
    ),
    "tournaments/<int:tournament_id>/substitutes": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/<int:tournament_id>/entries/": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/<int:tournament_id>/guest-phones": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 422 403",
    ),
    "tournaments/<int:tournament_id>/cash": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/<int:tournament_id>/entries/<int:player_id>/": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/<int:tournament_id>/corrections/": (
        "302 403 403 403 200 200 403",
        "302 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/corrections/redraw": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 422 403",
    ),
    "tournaments/<int:tournament_id>/corrections/points": (
        "302 403 403 403 200 200 403",
        "302 403 403 403 422 422 403",
    ),
    "tournaments/<int:tournament_id>/corrections/terms": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 422 403",
    ),
    "tournaments/<int:tournament_id>/corrections/apart": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 422 403",
    ),
    "tournaments/<int:tournament_id>/corrections/deals/<int:number>": (
        "302 403 403 403 404 404 403",
        "302 403 403 403 404 404 403",
    ),
    "tournaments/<int:tournament_id>/corrections/waiting/<int:number>": (
        "302 405 405 405 405 405 405",
        "302 403 403 403 404 404 403",
    ),
    "tournaments/<int:tournament_id>/agreements/<int:number>": (
        "302 405 405 405 405 405 405",
        "302 303 303 303 303 303 303",
    ),
    "tournaments/<int:tournament_id>/corrections/points/<int:number>": (
        "302 403 403 403 409 409 403",
        "302 403 403 403 422 422 403",
    ),
    "tournaments/tables/<int:table_id>": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/real-cards": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/sheets": (
        "302 403 403 403 403 404 403",
        "302 403 403 403 403 404 403",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/result": (
        "302 404 404 404 404 404 404",
        "302 404 404 404 404 404 404",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/decide": (
        "302 403 403 403 404 404 403",
        "302 403 403 403 404 404 403",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/deals/<int:deal_id>/discard": (
        "302 404 404 404 404 404 404",
        "302 404 404 404 404 404 404",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/deals/<int:deal_id>/ruling": (
        "302 403 403 403 404 404 403",
        "302 403 403 403 404 404 403",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/deals/<int:deal_id>/photographs": (
        "302 404 404 404 404 404 404",
        "302 404 404 404 404 404 404",
    ),
    "tournaments/<int:tournament_id>/start": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/<int:tournament_id>/draw-on": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 409 403",
    ),
    "tournaments/<int:tournament_id>/time": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 422 403",
    ),
    "tournaments/<int:tournament_id>/close": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 409 403",
    ),
    "tournaments/<int:tournament_id>/cancel": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
    ),
    "tournaments/<int:tournament_id>/hall": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/qr.svg": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/result": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/slips": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/sheets": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/standings/<int:player_id>": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/log": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/log/<int:version>": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/feed.json": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/calendar.ics": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/calendar.ics": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/standings.csv": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/standings.json": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/draws.csv": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/draws.json": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/results.csv": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/results.json": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/ledger.csv": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/ledger.json": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/records-named.jsonl": (
        "302 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/records-masked.jsonl": (
        "302 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/conduct/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/conduct/new": (
        "302 403 403 403 200 200 403",
        "302 403 403 403 422 422 403",
    ),
    "tournaments/<int:tournament_id>/conduct/<int:number>": (
        "302 403 403 403 404 404 403",
        "302 403 403 403 404 404 403",
    ),
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/deals/<int:deal_id>/photographs/"
    "<int:photograph_id>": (
        "302 404 404 404 404 404 404",
        "302 405 405 405 405 405 405",
    ),
}

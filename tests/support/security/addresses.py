"""What each viewer is answered at each address of the site: the statuses of a GET and of a POST.

The order is that of `tests.support.security.club.VIEWERS`: anonymous, member, seat, other seat, referee, director,
owner. The addresses of the admin and of the API are in files beside this one.

A POST carries what somebody would send who may do it (`Club.form`). 302 and 303 lead elsewhere: the anonymous to the
login, the one who has done something to its outcome. In the admin members are sent to its login as strangers are.
"""

from tests.support.security.admin_addresses import ADMIN
from tests.support.security.api_addresses import API

ADDRESSES: dict[str, tuple[str, str]] = {
    **ADMIN,
    **API,
    "healthz": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "readyz": (
        "200/503 200/503 200/503 200/503 200/503 200/503 200/503",
        "405 405 405 405 405 405 405",
    ),
    "metrics": (
        "403 403 403 403 403 403 403",
        "405 405 405 405 405 405 405",
    ),
    "accounts/login/": (
        "200 200 200 200 200 200 200",
        "302 302 302 302 302 302 302",
    ),
    "accounts/logout/": (
        "302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302",
    ),
    "accounts/password_change/": (
        "302 200 200 200 200 200 200",
        "302 302 302 302 302 302 302",
    ),
    "accounts/password_change/done/": (
        "302 200 200 200 200 200 200",
        "302 405 405 405 405 405 405",
    ),
    "i18n/setlang/": (
        "302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302",
    ),
    r"^api(?:/[\s\S]*)?$": (
        "404 404 404 404 404 404 404",
        "404 404 404 404 404 404 404",
    ),
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
        "302 405 405 405 405 405 405",
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
    "tournaments/<int:tournament_id>/rounds/<int:round_number>/tables/<int:number>/deals/<int:deal_id>/photographs/"
    "<int:photograph_id>": (
        "302 404 404 404 404 404 404",
        "302 405 405 405 405 405 405",
    ),
    "tournaments/<int:tournament_id>/start": (
        "302 403 403 403 403 200 403",
        "302 403 403 403 403 303 403",
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
    "embed/replays/<int:deal_id>/": (
        "403 403 403 403 403 403 403",
        "405 405 405 405 405 405 405",
    ),
    "oembed": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "replays/search": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/search/saved": (
        "405 405 405 405 405 405 405",
        "302 303 303 303 303 303 303",
    ),
    "replays/casebook/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/casebook/<int:case_id>/": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "replays/casebook/cases.csv": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/casebook/cases.json": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/records/": (
        "200 200 200 200 200 200 200",
        "403 422 422 422 422 422 422",
    ),
    "replays/records/verify_deals.py": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/<int:deal_id>/": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/<int:deal_id>/analysis/": (
        "302 200 200 200 200 200 200",
        "302 302 302 302 302 302 302",
    ),
    "replays/tournaments/<int:tournament_id>/": (
        "302 200 200 200 200 200 200",
        "302 403 403 403 403 409 409",  # none of its deals is over
    ),
    "replays/<int:deal_id>/steps.json": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/<int:deal_id>/picture.svg": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/<int:deal_id>/picture.png": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/collections/": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/collections/<int:collection_id>/": (
        "302 404 200 404 404 404 404",
        "302 404 303 404 404 404 404",
    ),
    "replays/reviews/<int:review_id>/": (
        "302 303 303 303 303 303 303",
        "302 403 303 403 403 403 403",
    ),
    "replays/reviews/<int:review_id>/now": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/reviews/<int:review_id>/stream": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/<int:deal_id>/review/": (
        "302 302 302 302 302 302 302",
        "302 303 303 303 303 303 303",
    ),
    "replays/<int:deal_id>/keep/": (
        "302 200 200 200 200 200 200",
        "302 303 303 303 303 303 303",
    ),
    "replays/puzzles/": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/puzzles/<int:puzzle_id>/": (
        "302 200 200 200 200 200 200",
        "302 302 409 409 302 409 302",
    ),
    "replays/<int:deal_id>/notes/": (
        "302 200 200 200 200 200 200",
        "302 303 303 303 303 303 303",
    ),
    "replays/<int:deal_id>/puzzle/": (
        "302 200 200 200 200 200 200",
        "302 303 303 303 303 303 303",
    ),
    "replays/<int:deal_id>/what-if/": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "replays/<int:deal_id>/open/": (
        "302 302 302 302 302 302 302",
        "302 403 302 302 403 403 403",
    ),
    "replays/<int:deal_id>/dispute/": (
        "302 302 302 302 302 302 302",
        "302 403 302 302 403 302 403",
    ),
    "replays/<int:deal_id>/appeal/": (
        "302 302 302 302 302 302 302",
        "302 403 409 409 403 403 403",
    ),
    "replays/<int:deal_id>/receipt.json": (
        "302 409 409 409 409 409 409",
        "405 405 405 405 405 405 405",
    ),
    "replays/<int:deal_id>/record.json": (
        "302 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tables/new": (
        "302 200 200 200 200 200 200",
        "302 302 302 302 302 302 302",
    ),
    "tables/<int:table_id>/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tables/<int:table_id>/stream": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tables/<int:table_id>/sit": (
        "302 302 302 302 302 302 302",
        "403 303 409 409 303 303 303",
    ),
    "tables/<int:table_id>/leave": (
        "302 302 302 302 302 302 302",
        "403 302 302 302 302 302 302",
    ),
    "tables/<int:table_id>/close": (
        "302 302 302 302 302 302 302",
        "403 403 303 403 403 303 303",
    ),
    "tables/<int:table_id>/invitations": (
        "302 403 200 403 403 200 200",
        "302 403 303 403 403 303 303",
    ),
    "tables/<int:table_id>/freed": (
        "302 302 302 302 302 302 302",
        "403 302 302 302 302 302 302",
    ),
    "tables/<int:table_id>/ready": (
        "302 302 302 302 302 302 302",
        "403 403 303 303 403 403 403",
    ),
    "tables/<int:table_id>/back": (
        "302 302 302 302 302 302 302",
        "403 403 303 303 403 403 403",
    ),
    "tables/<int:table_id>/pause": (
        "302 302 302 302 302 302 302",
        "403 403 303 303 403 303 303",
    ),
    "tables/<int:table_id>/time": (
        "302 302 302 302 302 302 302",
        "403 403 403 403 403 303 303",
    ),
    "tables/<int:table_id>/say": (
        "302 302 302 302 302 302 302",
        "403 403 303 303 403 403 403",
    ),
    "tables/<int:table_id>/mute": (
        "302 302 302 302 302 302 302",
        "403 303 303 303 303 303 303",
    ),
    "tables/<int:table_id>/company": (
        "302 302 302 302 302 302 302",
        "403 403 403 403 403 303 303",
    ),
    "tables/<int:table_id>/hold": (
        "302 302 302 302 302 302 302",
        "403 403 409 409 403 403 403",
    ),
    "tables/<int:table_id>/reveal": (
        "302 302 302 302 302 302 302",
        "403 403 409 409 403 403 403",
    ),
    "tables/<int:table_id>/move": (
        "302 302 302 302 302 302 302",
        "403 403 303 409 403 403 403",
    ),
    "club/flows/": (
        "302 403 403 403 403 403 200",
        "302 405 405 405 405 405 405",
    ),
    "club/staff/": (
        "200 200 200 200 200 200 200",
        "403 403 403 403 403 404 403",
    ),
    "notices": (
        "302 200 200 200 200 200 200",
        "302 303 303 303 303 303 303",
    ),
    "tables/<int:table_id>/call": (
        "302 302 302 302 302 302 302",
        "403 403 303 303 403 303 303",
    ),
    "referee/calls": (
        "302 403 403 403 200 200 200",
        "302 403 403 403 404 404 404",
    ),
    "turns": (
        "204 204 200/204 200/204 200/204 200/204 200/204",
        "405 405 405 405 405 405 405",
    ),
    "house/": (
        "200 200 200 200 200 200 200",
        "403 403 403 403 403 403 303",
    ),
    "tables/<int:table_id>/warnings/": (
        "302 403 403 403 200 200 200",
        "302 403 403 403 422 422 422",
    ),
    "tables/<int:table_id>/warnings/<int:player_id>/<int:number>": (
        "302 403 403 403 404 404 404",
        "302 403 403 403 404 404 404",
    ),
    "house/sanctions/": (
        "200 200 200 200 200 200 200",
        "403 403 403 403 403 403 303",
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
    "house/rule-sets/": (
        "200 200 200 200 200 200 200",
        "403 403 403 403 403 403 303",
    ),
    "club/alarms/": (
        "302 403 403 403 403 403 200",
        "302 403 403 403 403 403 404",
    ),
    "account/": (
        "302 200 200 200 200 200 200",
        "302 405 405 405 405 405 405",
    ),
    "fairness/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "account/preferences/": (
        "200 200 200 200 200 200 200",
        "303 303 303 303 303 303 303",
    ),
    "account/tokens/": (
        "302 200 200 200 200 200 200",
        "302 200 200 200 200 200 200",
    ),
    "account/logins/": (
        "302 200 200 200 200 200 200",
        "302 303 303 303 303 303 303",
    ),
    "account/second-factor/": (
        "302 200 200 200 200 200 200",
        "302 403 403 403 403 403 403",
    ),
    "account/second-factor/code/": (
        "302 200 200 200 200 200 200",
        "302 403 403 403 403 403 403",
    ),
    "club/seals/": (
        "302 403 403 403 403 403 200",
        "302 403 403 403 403 403 422",
    ),
    "log/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "log/key": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "log/checkpoint": (
        "204 204 204 204 204 204 204",
        "405 405 405 405 405 405 405",
    ),
    "log/checkpoint/<int:size>": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "log/consistency": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "log/proof/<int:index>": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "log/leaf/<int:index>/<slug:digest>": (
        "404 404 404 404 404 404 404",
        "405 405 405 405 405 405 405",
    ),
    "log/cosignatures": (
        "405 405 405 405 405 405 405",
        "422 422 422 422 422 422 422",
    ),
    "learn/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "learn/<slug:key>/": (
        "302 302 302 302 302 302 302",
        "405 405 405 405 405 405 405",
    ),
    "learn/<slug:key>/<int:number>/": (
        "200 200 200 200 200 200 200",
        "303 303 303 303 303 303 303",
    ),
    "tables/<int:table_id>/coach": (
        "302 302 302 302 302 302 302",
        "303 303 303 303 303 303 303",
    ),
    "rules/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "rules/<int:chapter>.<int:section>/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "rules/words/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "play": (
        "302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302",
    ),
    "join/": (
        "200 200 200 200 200 200 200",
        "404 404 404 404 404 404 404",
    ),
    "welcome/": (
        "200 302 302 302 302 302 302",
        "422 302 302 302 302 302 302",
    ),
    "ratings/": (
        "302 200 200 200 200 200 200",
        "302 405 405 405 405 405 405",
    ),
    "ratings/hide": (
        "302 405 405 405 405 405 405",
        "302 302 302 302 302 302 302",
    ),
    "members/<int:member_id>/": (
        "302 200 200 200 200 200 200",
        "302 405 405 405 405 405 405",
    ),
    "club/invitations/": (
        "302 403 403 403 403 200 200",
        "302 403 403 403 403 200 200",
    ),
    "manifest.webmanifest": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "service-worker.js": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "offline/": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
    "tables/<int:table_id>/qr.svg": (
        "200 200 200 200 200 200 200",
        "405 405 405 405 405 405 405",
    ),
}

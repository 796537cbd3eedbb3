"""What each viewer is answered at the pages of finished deals, as `tests.support.security.addresses` says of all."""

REPLAYS: dict[str, tuple[str, str]] = {
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
    "replays/puzzles/today/": (
        "200 200 200 200 200 200 200",
        "422 422 422 422 422 422 422",
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
    "replays/<int:deal_id>/answer/": (
        "302 302 302 302 302 302 302",
        "302 403 404 404 403 403 403",
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
}

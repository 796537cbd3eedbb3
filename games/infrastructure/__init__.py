"""What commands and pages need of other services: the broker and its outbox, secrets at rest, metrics, rate limits."""

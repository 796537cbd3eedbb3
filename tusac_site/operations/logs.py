"""Structured logs: one line per event, JSON in production. Tracebacks carry no variables."""

from typing import Any, Final

import structlog
from structlog.typing import Processor

# The plain formatter: structlog's default transformers would put the frames' variables, and so the
# hidden cards of a running deal, into the log.
_PLAIN_TRACEBACK: Processor = structlog.processors.format_exc_info

_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _PLAIN_TRACEBACK,
]


CHATTER: Final = ("celery.beat", "celery.worker.strategy", "celery.app.trace")
"""Loggers that say of each task that it was sent, taken and done: 200 MB a day in a club where nobody plays.

What goes wrong they say at WARNING and above. At DEBUG they say everything.
"""


def configure(*, as_json: bool, level: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING, so that both write the same lines to stderr."""
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        )
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    renderer,
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers mail and print once more; the root handler is enough.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            **{name: {"level": level if level == "DEBUG" else "WARNING"} for name in CHATTER},
        },
    }

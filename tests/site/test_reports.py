"""An error on a running deal must not show its cards."""

import io
import logging
import sys
from types import TracebackType

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest
from django.test import RequestFactory, override_settings
from django.views.debug import ExceptionReporter, technical_500_response

from tests.support.log_lines import formatter

HIDDEN = "Kr Gr Mr " + "Rr" * 3

Caught = tuple[type[BaseException], BaseException, TracebackType]


def fail_with_cards_in_hand() -> Caught:
    """Return an exception whose frame holds a private block."""
    private_block = HIDDEN.replace("Rr", "Cw")  # the source line must not be what is found
    try:
        raise RuntimeError("no hand")
    except RuntimeError:
        assert private_block
        caught = sys.exc_info()
    assert caught[0] is not None
    assert caught[1] is not None
    assert caught[2] is not None
    return caught[0], caught[1], caught[2]


SHOWN = "Kr Gr Mr CwCwCw"


@pytest.fixture
def request_with_cards(rf: RequestFactory) -> WSGIRequest:
    return rf.post("/deals/1/moves/", {"contribution": "my own secret seed"})


@pytest.mark.parametrize("debug", [False, True])
def test_no_report_has_local_variables_or_posted_values(
    request_with_cards: WSGIRequest, debug: bool
) -> None:
    caught = fail_with_cards_in_hand()
    with override_settings(DEBUG=debug):
        reporter = ExceptionReporter(request_with_cards, *caught)
        reports: list[str] = [reporter.get_traceback_text(), reporter.get_traceback_html()]
        page: HttpRequest = request_with_cards
        reports.append(technical_500_response(page, *caught).content.decode())
    for report in reports:
        assert "no hand" in report
        assert "private_block = " in report or "fail_with_cards_in_hand" in report
        assert SHOWN not in report
        assert "my own secret seed" not in report


@pytest.mark.parametrize("as_json", [False, True])
def test_no_log_line_has_local_variables(as_json: bool) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter(as_json=as_json))
    record = logging.LogRecord(
        "games", logging.ERROR, __file__, 1, "a move failed", None, fail_with_cards_in_hand()
    )
    handler.emit(record)
    assert "no hand" in written.getvalue()
    assert SHOWN not in written.getvalue()

"""CSV that spreadsheets take for text and numbers, and never for a formula (RFC 4180, UTF-8 with a byte order mark)."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import Final

from games.presenters.sheets import Cell, Sheet

# A spreadsheet may cut a line at other signs than commas, so what begins a cell there is looked at too.
_FORMULA: Final = re.compile(r"(^|[;|\t\r\n])(?=\s*[=+\-@\t\r\n＝＋－＠])")
_SIGNS: Final = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
"""Without any of these nothing is a formula: most cells are done with that look."""


def csv_of(sheet: Sheet) -> str:
    """Return the file as text; its first line names the columns."""
    text = StringIO()
    text.write("\ufeff")
    writer = csv.writer(text)
    writer.writerow(sheet.columns)
    writer.writerows([cell_text(cell) for cell in line] for line in sheet.lines)
    return text.getvalue()


def cell_text(cell: Cell) -> int | float | str:
    """Return a cell's text; one that could be taken for a formula gets an apostrophe in front."""
    if isinstance(cell, int | float):
        return cell
    if isinstance(cell, tuple):
        return " ".join(map(str, cell))
    text = cell or ""
    return _FORMULA.sub(r"\1'", text) if _SIGNS.search(text) else text

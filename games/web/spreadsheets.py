"""Writes CSV files whose cells spreadsheets never read as formulas (RFC 4180, UTF-8 with a byte order mark).

The separator is a semicolon in languages that write decimals with a comma, as spreadsheets expect.
"""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import Final

from django.utils.formats import get_format

from games.presenters.sheets import Cell, Sheet

# A spreadsheet may cut a line at other signs than commas, so what begins a cell there is looked at too.
_FORMULA: Final = re.compile(r"(^|[,;|\t\r\n])(?=\s*[=+\-@\t\r\n＝＋－＠])")
_SIGNS: Final = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
"""Without any of these nothing is a formula: most cells are done with that look."""


def csv_of(sheet: Sheet) -> str:
    """Return the file as text; its first line names the columns."""
    text = StringIO()
    text.write("\ufeff")
    point = str(get_format("DECIMAL_SEPARATOR", use_l10n=True))
    writer = csv.writer(text, delimiter=";" if point == "," else ",")
    writer.writerow(sheet.columns)
    writer.writerows(
        [_in_language(cell_text(cell), point) for cell in line] for line in sheet.lines
    )
    return text.getvalue()


def _in_language(cell: int | float | str, point: str) -> int | str:
    return str(cell).replace(".", point) if isinstance(cell, float) else cell


def cell_text(cell: Cell) -> int | float | str:
    """Return a cell's text, with an apostrophe in front if it could be read as a formula."""
    if isinstance(cell, int | float):
        return cell
    if isinstance(cell, tuple):
        return " ".join(map(str, cell))
    text = cell or ""
    return _FORMULA.sub(r"\1'", text) if _SIGNS.search(text) else text

"""An example for each component of the API's description that an operation reads or answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

EXAMPLES: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)


def add_examples(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """Return the description with the examples; drf-spectacular calls it at the end."""
    for name, component in result["components"]["schemas"].items():
        if name in EXAMPLES:
            component["example"] = EXAMPLES[name]
    return result

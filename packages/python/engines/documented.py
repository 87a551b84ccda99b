"""The code of docs/run/data.md, as it is printed."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs/run/data.md"


def code(section: str) -> str:
    """The Python of a section, whose program reads log.parquet, with outputs in the column "response"."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise LookupError(f"{PAGE} has no section {section}")
    return "\n".join(re.findall(r"^```python\n(.*?)^```$", found[1], re.MULTILINE | re.DOTALL))

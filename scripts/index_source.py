#!/usr/bin/env python3
"""Makes the index of places of sources from their files: python scripts/index_source.py FILE…

The index of a file is the one in rulebook/sources whose `# file` line has its name; ID=FILE names another, or a new
one. The lines with titles, headings and parts are kept as somebody wrote them; everything else is made anew. The same
file gives the same index, to the byte.
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec.structs import replace

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rulebook import places  # noqa: E402
from rulebook.sources import reading  # noqa: E402

SOURCES = ROOT / "rulebook" / "sources"


def main(arguments: list[str]) -> int:
    """Writes the index of each file named; gives the exit status."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for argument in arguments:
        id, _, name = argument.rpartition("=")
        path = Path(name)
        source = known(id, path.name)
        if source is None:
            print(f"{name}: which source is this? write ID={name}", file=sys.stderr)
            return 2
        target = SOURCES / f"{source.id}.tsv"
        target.write_text(reading.render(source, path.read_bytes()), encoding="utf-8")
        print(f"{target.relative_to(ROOT)}: {len(places.parse(target.read_text(encoding='utf-8')).entries)} places")
    return 0


def known(id: str, file: str) -> places.Source | None:
    """The source of that id (a new one, if there is none yet), else the one whose file has that name."""
    if id:
        old = places.index(id) if id in places.names() else places.Source(id, (id, id))
        return replace(old, file=file)
    return next((source for source in map(places.index, places.names()) if source.file == file), None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Ask the network whether the links of the pages to other sites lead somewhere; exit status 1 if one does not.

    python scripts/external_links.py

The tests check only how these links are written. Run this before a release, from a checkout.
"""

from __future__ import annotations

import sys
from http import HTTPStatus
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from proofs_tests.support.links import external_links

PATIENCE = 20.0
"""Seconds to wait for an answer."""
BROWSER = "Mozilla/5.0 (compatible; link check)"
REFUSING = {HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS}
"""What sites answer that do not like programs: the page may be there."""


def main() -> int:
    """Ask for each link, and print what is the answer."""
    lost = 0
    for link, pages in sorted(external_links().items()):
        answer = asked(link)
        lost += answer != "ok"
        print(f"{answer:<12} {link}  ({', '.join(pages)})")
    return 1 if lost else 0


def asked(link: str) -> str:
    """What the network says about a link."""
    try:
        with urlopen(Request(link, headers={"User-Agent": BROWSER}), timeout=PATIENCE):
            return "ok"
    except HTTPError as error:
        return "ok" if error.code in REFUSING else f"status {error.code}"
    except (URLError, OSError) as error:
        return f"failed: {getattr(error, 'reason', error)}"


if __name__ == "__main__":
    sys.exit(main())

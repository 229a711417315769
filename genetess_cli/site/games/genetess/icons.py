"""ICONS: a drawing of each special square, in lines of one width around the middle of its tile, above its number."""

from __future__ import annotations


def _dot(x: float, y: float, r: float) -> str:
    return f'<circle class="so" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


_RING = "M-11-5a11 11 0 1 0 22 0a11 11 0 1 0-22 0"
ICONS = {
    "S1": f'<path d="{_RING}M4-11h-7v12h7M-3-5h6"/>',  # a coin
    "S2": '<path d="M-9 5L9-15M-11-10a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0"/>',
    "S3": '<path d="M-12-16h14v14h-14zM-3-7h14v14h-14z"/>',  # one and its copy
    "S4": '<path d="M-15 5L-7-16 1 5M-12-2h10M9-12v12M3-6h12"/>',  # a letter more
    "S5": f'<path d="M-16-5Q0-21 16-5Q0 11-16-5z"/>{_dot(0, -5, 5)}',  # an eye
    "S6": '<path d="M-11-6a11 11 0 1 1 22 0c0 4-2 6-5 7v6h-12v-6c-3-1-5-3-5-7z"/>'
    f"{_dot(-4.5, -6, 2.6)}{_dot(4.5, -6, 2.6)}",  # a skull
    "S7": '<path d="M0-19v9M0 1v9M-14-5h9M5-5h9M-10-15l6 6M10 5l-6-6M10-15l-6 6M-10 5l6-6"/>',
    "S8": '<path d="M0-5a3 3 0 0 1 6 0a6.5 6.5 0 0 1-13 0a10 10 0 0 1 20 0a13 13 0 0 1-13 12"/>',  # a whirl
    "S9": f'<path d="M-5-15a11 11 0 0 1 10 0M10-3a11 11 0 0 1-5 9M-5 6a11 11 0 0 1-5-9"/>{_dot(0, -5, 4)}',
    "S10": '<path d="M-6-15h-9v9h9M6-15h9v9h-9M-6-4h-9v9h9M6-4h9v9h-9M0 7V-17m-4 5l4-5 4 5"/>',  # a way out
    "S11": '<path d="M-3-14h-11v18h11M-14-5h9M4-1l9-9M13-1l-9-9"/>',  # E by a factor
    "S12": '<path d="M-1-14h-11v18h11M-12-5h9M9-15V5m-5-6l5 6 5-6"/>',  # E that falls
    "S13": '<path d="M-4-9h8v8h-8zM-8-13l-6-6m0 5v-5h5M8-13l6-6m-5 0h5v5M8 3l6 6m0-5v5h-5M-8 3l-6 6m5 0h-5v-5"/>',
    "S14": '<path d="M-14-10l10 11M-4-10l-10 11M3-11a5 5 0 1 1 9 3L3 4h11"/>',  # times two
    "S15": '<path d="M-12-7a12 12 0 0 1 22-5m1-7v7h-7M12-3a12 12 0 0 1-22 5m-1 7v-7h7"/>',  # to and fro
    "S16": '<path d="M-16-5h5l4-10 5 20 5-17 4 11 2-4h7"/>',  # a seismograph
    "S17": f'<path d="{_RING}M0-20v9M0 1v9M-16-5h9M7-5h9"/>',  # cross hairs
    "S18": '<path d="M-14-5a9 9 0 1 0 18 0a9 9 0 1 0-18 0M-4-5a9 9 0 1 0 18 0a9 9 0 1 0-18 0"/>',
    "S19": '<path d="M-12-1a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M3-7l4-4c2-2 4-2 6 0M14-16v-3M17-12l3-2"/>',  # a bomb
    "S20": '<path d="M-15-9H4a4.5 4.5 0 1 0-4.5-4.5M-15-3H9a4.5 4.5 0 1 1-4.5 4.5M-15 3h10"/>',
    "S21": '<path d="M-15 6l4-9 7 2 3 7zM2 6l3-7 7 1 3 6zM-4-9l3-5 7 2-1 5zM-10-11v-7M11-9v-7"/>',  # rocks
    "S22": "<path "
    'd="M-8-5a8 9 0 1 0 16 0a8 9 0 1 0-16 0M-8-9a4 4 0 1 0-1 8M8-9a4 4 0 1 1 1 8M-3-1q3 3 6 0"/>'
    f"{_dot(-3, -7, 1.6)}{_dot(3, -7, 1.6)}",  # a monkey
}

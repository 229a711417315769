"""How a page looks, roughly: a grid of brightness, in which another font or a single word makes no difference."""

from __future__ import annotations

import base64
import zlib

import msgspec
from playwright.sync_api import Page

CELLS = 40
"""Pictures are compared by the mean brightness of so many parts of each row and column."""
SAME = 20
"""Two parts of this difference, of 255, look the same: it is more than another font makes of a line of text."""
MOST_OTHER = 0.03
"""The share of a picture that may look otherwise."""
_GRID = """([data, cells]) => fetch(`data:image/png;base64,${data}`)
  .then((answer) => answer.blob())
  .then(createImageBitmap)
  .then((picture) => {
    const canvas = new OffscreenCanvas(cells, cells).getContext("2d");
    canvas.imageSmoothingQuality = "high";
    canvas.drawImage(picture, 0, 0, cells, cells);
    const { data: values } = canvas.getImageData(0, 0, cells, cells);
    const brightness = (_, cell) => Math.round((values[4 * cell] + values[4 * cell + 1] + values[4 * cell + 2]) / 3);
    return [picture.width, picture.height, ...Array.from({ length: cells * cells }, brightness)];
  })"""


class Look(msgspec.Struct, frozen=True):
    """A picture's width and height, and the brightness of each of its parts."""

    width: int
    height: int
    bright: bytes

    def pack(self) -> str:
        """Return it as a short text."""
        return f"{self.width} {self.height} {base64.b64encode(zlib.compress(self.bright, 9)).decode()}"

    @classmethod
    def unpack(cls, text: str) -> Look:
        """Return the look that `pack` made a text of."""
        width, height, packed = text.split()
        return cls(int(width), int(height), zlib.decompress(base64.b64decode(packed)))


def look(page: Page, picture: bytes) -> Look:
    """Return how a picture looks; any blank `page` reckons it."""
    width, height, *bright = page.evaluate(_GRID, [base64.b64encode(picture).decode(), CELLS])
    return Look(width, height, bytes(bright))


def other(one: Look, two: Look) -> float:
    """Return the share of the parts of two pictures that look otherwise: 1 for pictures of two sizes."""
    if (one.width, one.height) != (two.width, two.height):
        return 1
    return sum(abs(a - b) > SAME for a, b in zip(one.bright, two.bright, strict=True)) / CELLS**2

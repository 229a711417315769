"""The hashes by which git names its objects.

The interpreter has SHA-1 of its own; `hashlib` loads all of OpenSSL first, which takes as long as one git process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hashlib import sha1
else:
    try:
        from _sha1 import sha1
    except ImportError:  # an interpreter without it
        from hashlib import sha1

WIDTH: Final = {"sha1": 20, "sha256": 32}
"""Bytes of a name, by the repository's object format."""


def digest(content: bytes, algorithm: str = "sha1") -> str:
    """Return the hash of an object's content, header included, as hex."""
    if algorithm == "sha1":
        return sha1(content).hexdigest()
    import hashlib

    return hashlib.new(algorithm, content, usedforsecurity=False).hexdigest()


def object_id(kind: str, body: bytes, algorithm: str = "sha1") -> str:
    return digest(f"{kind} {len(body)}\0".encode() + body, algorithm)

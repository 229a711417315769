"""What a page that runs this program asks of it: one function a name, bytes in and out, JSON where it is no file.

The page's worker lays the program's files and calls `call`; nothing else of the program is called from a page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import cast

from genetess_cli.errors import Fault, Progress

Function = Callable[[bytes, Progress], bytes]
FUNCTIONS: Mapping[str, str] = {
    "begin": "play",
    "send": "play",
    "page": "play",
    "trial": "trial",
    "lay": "verifying",
    "verify": "verifying",
    "changes": "keeping",
    "restore": "keeping",
    "export": "keeping",
    "accept": "keeping",
}
"""Each function by its name, with the module that has it under that name; only the one that is called is loaded."""


def call(name: str, data: bytes, tell: Progress) -> bytes | str:
    """Return what a function gives; a string says why it gives nothing. `tell` is told what is done, of how much."""
    module = import_module(f"{__name__}.{FUNCTIONS[name]}")
    function = cast("Function", getattr(module, name))
    try:
        return function(data, tell)
    except Fault as fault:
        return str(fault)

"""The files of a game that only grow: scenes of its replay and past sheets of each seat, fifty turns in each."""

from __future__ import annotations

import msgspec

from genetess_cli.site import places
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.write import pack
from genetess_cli.site.write.folder import Folder
from genetess_cli.site.write.pack import Row, Sheets
from genetess_cli.site.write.sealed import Seals
from genetess_cli.site.write.survey import digest
from genetess_cli.values import Value


class Rows(msgspec.Struct):
    """What the files of one number have: past sheets by seat, scenes by the viewer of the replay."""

    sheets: dict[str, Sheets]
    scenes: dict[str, list[Row]]


class Growing(Value):
    """The files of one game in the folder of a site."""

    facts: GameFacts
    output: Folder
    seals: Seals | None

    def print_of(self, count: int) -> str:
        """Return one print of all of them, of a game with so many records."""
        return digest(
            self.output.read(place).encode() for place in sorted(places.packs_of(self.facts, count))
        )

    def before(self, number: int) -> Rows:
        """Return what the files that the record of a number belongs into have of earlier ones.

        What is sealed next is as long as what is before these files.
        """
        file, since = divmod(number, places.RECORDS)
        if self.seals and file:
            self.seals.go_on_from(self._past(next(iter(self.facts.seats)), file - 1))
        rows = Rows(
            {seat: Sheets() for seat in self.facts.seats},
            {viewer: [] for viewer in places.scene_sets(self.facts)},
        )
        if not since:
            return rows
        for seat in rows.sheets:
            text = self._past(seat, file)
            own = self.seals.rows_of(text, seat, file) if self.seals else pack.rows_of(text)
            rows.sheets[seat] = Sheets(pack.before(own, number))
        for viewer in rows.scenes:
            text = self.output.read(places.scene_set_place(self.facts.slug, viewer, file))
            rows.scenes[viewer] = pack.before(pack.rows_of(text), number)
        return rows

    def _past(self, seat: str, file: int) -> str:
        return self.output.read(places.past_place(self.facts.slug, seat, file))

    def write(self, file: int, rows: Rows) -> None:
        """Write the files of a number; where no sheet is past yet there is none of those."""
        slug = self.facts.slug
        for viewer, scenes in rows.scenes.items():
            place = places.scene_set_place(slug, viewer, file)
            self.output.write(place, pack.script(viewer, file, scenes))
        sheets = {seat: own.rows for seat, own in rows.sheets.items() if own.rows}
        if self.seals and sheets:
            texts = self.seals.past(file, sheets)
        else:
            texts = {seat: pack.script("", file, own) for seat, own in sheets.items()}
        for seat, text in texts.items():
            self.output.write(places.past_place(slug, seat, file), text)

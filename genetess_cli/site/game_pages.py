"""One game on the site: the pages of its turns, written from their story, and its home as it is now."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import Raw

from genetess_cli.errors import Refused
from genetess_cli.manual.hints import Hint, next_hint
from genetess_cli.rules.base import PUBLIC, REFEREE, View
from genetess_cli.site import places
from genetess_cli.site.board.layers import Board, Thumbnail
from genetess_cli.site.facts import LogLine, Present
from genetess_cli.site.games import drawing, pages_of
from genetess_cli.site.gather import facts_of, present_of, queue_of, talk_of
from genetess_cli.site.pages import feeds
from genetess_cli.site.pages.ending import ending
from genetess_cli.site.pages.files import HandOver, OrderFiles, log_page
from genetess_cli.site.pages.home import Moments, Picture, game_home, game_picture, home_boards, public_board
from genetess_cli.site.pages.page import Page, PageRenderer
from genetess_cli.site.pages.replay import replay
from genetess_cli.site.pages.sheet import PastSheets, SeatTurn, Sheet, Sitting, sealed_sheet, sheet
from genetess_cli.site.pages.trial import trial_link
from genetess_cli.site.pages.turn import public_turn, turn_board
from genetess_cli.site.past.story import Past, Story, ToldTurn, Views, tell
from genetess_cli.site.past.summary import GameSummary, Listed
from genetess_cli.site.position import document_now
from genetess_cli.site.replay import ReplayScenes
from genetess_cli.site.words import read_stored
from genetess_cli.site.write import preview, proof
from genetess_cli.site.write.folder import Folder, grows
from genetess_cli.site.write.growing import Growing
from genetess_cli.site.write.keyed import KeyedFiles, digest_of
from genetess_cli.site.write.processes import available, share
from genetess_cli.site.write.sealed import Seals
from genetess_cli.site.write.survey import Known, Persons, Print, Records, of_records, stems_of
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import Draft, Game, Shut, record_ids
from genetess_cli.store.records import Holder
from genetess_cli.store.terms import Setup
from genetess_cli.store.times import decode_time, encode_time
from genetess_cli.store.yaml import api
from genetess_cli.turns.acts.undo import last_turn
from genetess_cli.turns.simultaneous import awaited
from genetess_cli.turns.timeline import positions
from genetess_cli.values import Value


class Locked(Refused):
    """A sealed game cannot be told, as its key is not here."""


def build(
    league: League, slug: str, output: Folder, renderer: PageRenderer, known: Known, now: Print
) -> Known:
    """Write a game's pages as far as they can have changed since it was `known`; return what to know of it next time.

    Raises InvalidFile, Locked for a sealed game without its key, and ValueError or LookupError where the records do not
    lead on.
    """
    game = league.game(slug)
    setup = league.setup(game.terms)
    setup.check(is_open=game.clock is None)
    if isinstance(game, Shut):
        raise Locked(str(game.why))
    records = record_ids(league.snapshot, game.paths)
    stems = stems_of(records)
    facts = facts_of(game, setup)
    if renderer.site.here:
        facts = facts.replace(secrecy=facts.secrecy.replace(is_sealed=False))
    renderer.admit(facts.ruleset)
    laid = output.files(slug)
    if output.only and known.made_of != now:
        for place in filter(grows, laid):
            output.remove(place)
    listed = Listed(facts, present_of(league, game, setup, stems), GameSummary())
    keys = msgspec.json.decode(known.keys, type=dict[str, str])
    files = KeyedFiles(output, renderer.titles, keys, laid)
    home = Home(game, setup, listed, files, output, renderer)
    named = [player.person for player in game.file.players if player.person]
    made = Known(count=len(records), history=of_records(records), named=named)
    if isinstance(game, Game):
        _write_turns(league, home, game, records, known, made)
    else:
        home.write(None, [], 0)
    home.files()
    own = places.files_of(facts, setup.board is not None, stems) | files.keys.keys()
    if renderer.site.verifies:
        own |= proof.write(league, output, facts)
    output.sweep(slug, own)
    made.made_of = now.replace(people=Persons(league).print_of(made.named))
    made.pages = sum(file.endswith(".html") for file in own)
    made.listed = Raw(msgspec.json.encode(home.listed, enc_hook=encode_time))
    made.board = Raw(msgspec.json.encode(home.board))
    made.keys = Raw(msgspec.json.encode(files.keys))
    return made


def _write_turns(league: League, home: Home, game: Game, records: Records, known: Known, made: Known) -> None:
    """Write the pages of a game that has begun, and note in `made` what they are made of."""
    facts = home.listed.game
    setup = home.setup
    # What the pages of all turns are made of, beside the records up to theirs and what persons are called.
    settled: list[bytes | None] = [game.terms.source]
    if setup.board is not None:
        settled += [league.lying(game.paths.board), league.lying(game.paths.specials)]

    def lasting(named: Sequence[str]) -> str:
        return digest_of((settled, facts, _called(league, named)))

    seals = Seals(game) if facts.secrecy.is_sealed else None
    growing = Growing(facts, home.output, seals)
    past = Past()  # of a game that is over, turns of long ago are shown on its home
    if not game.clock.is_over and not places.is_of_turns(home.output.only):
        past = _past(home, known, lasting(known.named), records, growing)
    story = tell(league, setup, facts, home.listed.now, past)
    home.listed = home.listed.replace(summary=story.summary)
    if game.file.names_persons:
        made.named = sorted({*made.named, *story.summary.named})
    made.lasting = lasting(made.named)
    made.newest = story.turns[-1].facts.number
    made.commit = story.turns[-1].facts.commit
    text = TurnPages(league, home, game, story, growing).write(stems_of(records))
    made.packs = growing.print_of(made.count)
    made.past = Raw(seals.seal_memory(text, made.count) if seals else text)


def _called(league: League, named: Sequence[str]) -> list[Holder]:
    """Return what the pages of all turns call some persons; all, where one of them may be any."""
    persons = league.people.persons if "" in named else named
    return [league.people.told(Holder(person=person)) for person in persons]


def _past(home: Home, known: Known, lasting: str, records: Records, growing: Growing) -> Past:
    """Return the facts that the last build kept of the game, if all its pages but the newest stay as they are."""
    facts = home.listed.game
    if not known.leads_to(lasting, records):
        return Past()
    files = places.files_of(facts, home.setup.board is not None, stems_of(records[: known.count]))
    is_whole = not home.output.only
    if is_whole and not (
        home.output.files(facts.slug) >= files and growing.print_of(known.count) == known.packs
    ):
        return Past()
    seals = growing.seals
    text = seals.open_memory(bytes(known.past), known.count) if seals else bytes(known.past)
    return msgspec.json.decode(text or b"null", type=Past | None, dec_hook=decode_time) or Past()


WORTH = 100
"""Turns from which on it is worth it that several processes write them."""


class TurnPages(Value):
    """The pages of the turns of one game; those of each file of the replay are written together, in any order."""

    league: League
    home: Home
    game: Game
    story: Story
    growing: Growing

    def write(self, stems: list[str]) -> bytes:
        """Write the pages of all turns and those of the game as it is now; return what a next build needs."""
        facts = self.growing.facts
        story = self.story
        files: dict[int, list[ToldTurn]] = {}
        only = self.growing.output.only
        asked = [] if only and not places.is_of_turns(only) else story.turns
        for turn in asked:
            files.setdefault(turn.facts.number // places.RECORDS, []).append(turn)
        parts = [*files.items()]
        # No sealed file is shorter than those before it, so they are made in order.
        is_shared = len(story.turns) >= WORTH and not self.growing.seals
        processes = available() if is_shared else 1
        written = share(lambda part: self._write_file(*parts[part]), len(parts), processes)
        self.home.output.written += sum(written)
        newest = story.turns[-1]
        views = self._views(newest)
        self._write_sheets(newest, views)
        view = newest.public if facts.secrecy.delay is not None else views[facts.spectator]
        talk = talk_of(self.league, self.game).values()
        self.home.put(replay(self.home.listed, story, stems, view, self.home.setup.board, talk))
        self.home.write(newest.public, story.recent, newest.facts.number, self._moments())
        if facts.is_pooled:
            self._pictures(newest, views)
        return msgspec.json.encode(story.past, enc_hook=encode_time)

    def _write_file(self, file: int, turns: list[ToldTurn]) -> int:
        """Write the turns whose scenes and past sheets are in the same files; return how many files were written."""
        output = self.home.output
        before = output.written
        rows = self.growing.before(turns[0].facts.number)
        facts = self.growing.facts
        scenes = ReplayScenes(facts, self.game.ruleset)
        for turn in turns:
            views = self._views(turn)
            self._write_turn(turn, views)
            if not turn.is_newest:
                for seat, page in self._sheets(turn, views).items():
                    rows.sheets[seat].add(turn.facts.number, self.home.renderer.render(page))
            for viewer, row in scenes.scenes(turn, {**views, "": views[facts.spectator]}).items():
                rows.scenes[viewer].append(row)
        self.growing.write(file, rows)
        written = output.written - before
        output.written = before
        return written

    def _write_sheets(self, turn: ToldTurn, views: Views) -> None:
        """Write the newest sheets, and the pages that show the past ones."""
        pages: dict[str, SeatTurn] = {**self._sheets(turn, views)}
        seals = self.growing.seals
        if seals:
            texts = {seat: self.home.renderer.render(page) for seat, page in pages.items()}
            sealed = seals.sheets(turn.facts.stem, texts)
            pages = {
                seat: sealed_sheet(self.home.renderer.site, turn, seat, text) for seat, text in sealed.items()
            }
        for page in pages.values():
            self.home.put(page)
            self.home.put(PastSheets(game=turn.game, seat=page.seat, now=self.home.listed.now))

    def _views(self, turn: ToldTurn) -> dict[str, View]:
        facts = self.growing.facts
        viewers = {facts.spectator, *facts.seats} - {PUBLIC}
        views = {viewer: self.game.ruleset.view(turn.after, viewer) for viewer in viewers}
        return {PUBLIC: turn.public, **views}

    def _write_turn(self, turn: ToldTurn, views: Views) -> None:
        output = self.home.output
        if grows(output.only):
            return
        page = public_turn(turn, self._whole(turn, views))
        text = self.home.renderer.render(page)
        output.write(page.place, text)
        if turn.is_newest:
            output.write(places.place("newest", slug=turn.game.slug), text)
        if turn.ends_page:
            log = log_page(turn)
            output.write(log.place, self.home.renderer.render(log))

    def _pictures(self, turn: ToldTurn, views: Views) -> None:
        """Draw the board in small as each seat sees it, in a file of its own, and as all see it together."""
        game = turn.game
        drawn = drawing(game.ruleset)

        for seat, memory in turn.memories.items():
            whose = f"{game.slug}/sheet/{seat}/"
            shown = json.dumps(drawn.draw(drawn.recall(views[seat], memory), game.seats).small())
            self.home.output.write(whose + places.PICTURE, f'pictured("{whose}", {shown});\n')
        if not self.home.renderer.site.here:  # where who looks may play, and has not said so
            pooled = drawn.together(turn.public, [views[seat] for seat in turn.memories])
            self.home.board = drawn.draw(pooled, game.seats).thumbnail

    def _whole(self, turn: ToldTurn, views: Views) -> View | None:
        """Return what spectators see by now of all of a board in the fog; None where they see what everybody does."""
        viewer = turn.game.spectator
        return views[viewer] if turn.is_lifted and viewer != PUBLIC else None

    def _moments(self) -> Moments:
        """Return what decided a game that is over, each with the board of its turn's page in small."""
        if not self.story.summary.result:
            return []
        turns = {turn.facts.number: turn for turn in self.story.turns}
        boards = []
        for moment in self.story.summary.story():
            turn = turns[moment.note.number]
            board = turn_board(turn, self._whole(turn, self._views(turn)))
            boards.append((moment, board.thumbnail))
        return boards

    def _sheets(self, turn: ToldTurn, views: Views) -> dict[str, Sheet]:
        recall = drawing(turn.game.ruleset).recall
        return {
            seat: self._sheet(seat, turn, recall(views[seat], turn.memories[seat]))
            for seat in turn.game.seats
            if not self.growing.output.only or f"/sheet/{seat}/" in self.growing.output.only
        }

    def _sheet(self, seat: str, turn: ToldTurn, view: View) -> Sheet:
        now = turn.now
        site = self.home.renderer.site
        takes_orders = now is not None and not view.result and seat not in now.people.bots
        offering = self.game.ruleset.offering()
        known = turn.after, seat, turn.memories[seat]
        own = Sitting()
        # What all order at once is nobody's to read before all are in, and anybody can open a sheet.
        if now is not None and not turn.game.secrecy.is_hushed:
            own.queue = queue_of(self.game, seat)
        if view.together or takes_orders:
            own.example = offering.example(*known)
        if takes_orders:
            own.offers = offering.offers(*known)
        if takes_orders and not view.together and site.tries:
            own.tryout = trial_link(self.game.ruleset, turn.game.slug, site.here, *known)
        if takes_orders and site.here:
            own.waits = awaited(self.game)
        if now is not None and site.here:
            with suppress(Refused):
                own.done_in = last_turn(self.league, self.game, seat)
        if now is not None:
            bots = self._other_bots(now, seat)
            own.ending = ending(turn.game, self.story.summary, view, turn.facts.number, bots)
        if seat in own.waits:
            own.hint = self._hint(seat, view)
        return sheet(site, turn, seat, view, own)

    def _other_bots(self, now: Present, seat: str) -> Sequence[str]:
        """Return the bots that a seat on this machine did not play against, the weakest first."""
        bots = now.people.bots
        if not self.home.renderer.site.here or not bots or seat in bots:
            return ()
        return [bot for bot in self.game.ruleset.bots().names if bot not in bots.values()]

    def _hint(self, seat: str, view: View) -> Hint | None:
        """Return what a person may try next, in the first game that is played on one machine."""
        game = self.game
        rules = self.game.ruleset
        if game.slug != places.FIRST:
            return None
        moments = positions(self.league, game.terms, game.position)
        live = (moment for moment in moments if not moment.is_undone)
        told = (event for moment in live for event in rules.tell(moment.before, moment.events, seat))
        return next_hint(game.file.ruleset, seat, told, rules.offering().alarms(view))


class Home(msgspec.Struct):
    """The folder of one game, as it is now."""

    game: Draft | Game
    setup: Setup
    listed: Listed
    keyed: KeyedFiles
    output: Folder
    renderer: PageRenderer
    board: Thumbnail = Thumbnail()  # the public one, once it is drawn

    def write(
        self,
        view: View | None,
        recent: list[LogLine],
        last: int,
        story: Moments = (),
    ) -> None:
        """Write the home, and what tells of the position: `view` is the public one (None: the game has not begun)."""
        game = self.game
        facts = self.listed.game
        files = self.setup.board
        shown = None
        if facts.hides_nothing:
            shown = view or game.ruleset.view(self.setup.opening(), PUBLIC)
        elif self._shows_all and isinstance(game, Game):
            shown = game.view(REFEREE)
        board = public_board(self.listed, shown, files)
        self.board = board.thumbnail
        self._picture(board)
        boards = home_boards(board, shown is None, story)
        self.put(game_home(self.listed, view, files, boards, recent, last))
        if view is None or not isinstance(game, Game):
            return
        for name, file in pages_of(facts.ruleset).downloads.items():
            text = file.text(facts, view, self.renderer.site.league, self.listed.summary.began)
            self._write(name, text)
        self._write(places.POSITION, self._position(game, view))
        self._write(places.NEWEST, f"newest({json.dumps(self.listed.now.newest)}, {last});\n")
        if self.renderer.site.here:
            self.put(HandOver(game=facts, view=view, waits=awaited(game)))
        self._feeds()

    def _feeds(self) -> None:
        facts = self.listed.game
        site = self.renderer.site
        where = f"{facts.slug}/{places.FEED}"
        named = feeds.game_id(facts, "feed")
        page = places.place("game", slug=facts.slug)
        title = f"{facts.name} · {site.league}"
        told = feeds.feed(site, named, title, where, page, feeds.of_game(self.listed))
        self.keyed.put(where, told, self.renderer.render)
        dates = feeds.Calendar(title=facts.name, dates=feeds.dates(self.listed))
        self.keyed.put(f"{facts.slug}/{places.CALENDAR}", dates, self.renderer.render)

    def _picture(self, board: Board) -> None:
        """Draw the picture that goes with links to the game, where they have an address."""
        if not self.renderer.site.address:
            return
        facts = self.listed.game
        title = self.renderer.titles.get(facts.ruleset, facts.ruleset)
        picture = game_picture(self.listed, board, title)
        self.keyed.put(f"{facts.slug}/{preview.NAME}", picture, self._drawn)

    def _drawn(self, picture: Picture) -> bytes:
        return preview.draw(self.renderer.render(picture))

    def files(self) -> None:
        """Write the game's files as far as they are everybody's, and of an open game the page that shows them."""
        game = self.game
        facts = self.listed.game
        text = game.terms.source.decode("utf-8", "replace")
        self._write(places.SETTINGS, text)
        if self.setup.board is not None:
            self._write(places.BOARD, self._board())
        if not facts.secrecy.is_open:
            return
        # What all order at once is nobody else's before all are in.
        shown = facts.seats if self._shows_all else ()
        queues = {seat: read_stored(game.queue_bytes(seat)) for seat in shown}
        has_begun = isinstance(game, Game)
        self.put(OrderFiles(game=facts, has_begun=has_begun, settings=text, queues=queues))

    @property
    def _shows_all(self) -> bool:
        secrecy = self.listed.game.secrecy
        return secrecy.is_full and not secrecy.is_together

    def put(self, page: Page) -> None:
        self.keyed.put(page.place, page, self.renderer.render)

    def _write(self, name: str, text: str) -> None:
        self.output.write(f"{self.listed.game.slug}/{name}", text)

    def _board(self) -> str:
        """Return the board as YAML: in the fog its skeleton alone, the walls and starts that everybody knows."""
        values = msgspec.to_builtins(self.setup.board)
        secrecy = self.listed.game.secrecy
        hidden = () if secrecy.is_full and secrecy.is_open else self.game.ruleset.hidden
        return api.dump({name: value for name, value in values.items() if name not in hidden})

    def _position(self, game: Game, view: View) -> str:
        """Return the position as `show --json` prints it, as far as spectators see it."""
        view = game.view(REFEREE) if self._shows_all else view
        # Of a sealed game spectators may see the board, but never what is stored.
        viewer = None if self._shows_all and self.listed.game.secrecy.is_open else view.viewer
        # In ASCII, and without the sign of a tag: what people are called cannot turn the text, nor be taken for a page.
        text = json.dumps(document_now(game, view, viewer), indent=2)
        return text.replace("<", "\\u003c") + "\n"

// Plays a game on one board (replay.html). Nothing here asks anybody but the site for anything.

/** @type {{ files: number, full: number, newest: number, seats: Seat[], pool: string, board: Record<string, string>, stands: Record<string, string>, talk?: Record<string, [Seat, string][]>, game?: string }} */
const facts = JSON.parse(by("facts").textContent);
const story = new Scenes("replay", facts);

// What is told beside it

// The players of the page, by seat: the class of their colour, their shape and their name.
/** @type {Map<Seat, Player>} */
const players = new Map(
  [.../** @type {NodeListOf<HTMLTableRowElement>} */ (by("seats").querySelectorAll("tr"))].map((row) => [
    row.dataset.seat,
    {
      row,
      ink: row.classList[0],
      shape: row.querySelector(".tok path").getAttribute("d"),
      name: row.querySelector("bdi").textContent
    }
  ])
);

/** @type {(scene: Scene, newest: Scene) => string} */
function timeOf({ at, turn }, newest) {
  const ago = Number.parseInt(newest.turn, 10) - Number.parseInt(turn, 10);
  const rounds = ago > 0 ? `${ago} ${ago === 1 ? "round" : "rounds"} ago` : "";
  const date = at && new Date(at).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
  return [date, rounds].filter(Boolean).join(" · ");
}

/** @type {(scene: Scene, viewer: string, newest: Scene) => void} */
function tell(scene, viewer, newest) {
  by("now").textContent = titleOf(scene, players);
  if (scene.number) by("now").append(" ", tagged(scene.turn));
  by("when").textContent = timeOf(scene, newest);
  by("ordered").hidden = !scene.order;
  for (const [part, text] of scene.order?.entries() ?? []) by("ordered").children[part].textContent = text;
  const said =
    scene.said.length || scene.order
      ? scene.said
      : [viewer ? "Nothing was seen in this turn." : "No public news in this turn."];
  const hidden = (facts.game && store.get(`genetess hidden ${facts.game}`)) ?? ""; // as talk.js keeps it
  const heard = (facts.talk?.[scene.turn] ?? []).filter(([seat]) => !hidden.split(" ").includes(seat));
  const spoken = heard.map(([seat, text]) => `${players.get(seat)?.name ?? seat}: “${text}”`);
  by("said").replaceChildren(...[...said, ...spoken].map((text) => listed(text)));
  by("words").scrollTop = 0;
  const number = String(scene.number).padStart(4, "0");
  const isSeat = facts.seats.includes(viewer);
  by("page").href = isSeat ? `sheet/${viewer}/past.html#${number}` : `turns/${number}-${scene.turn}.html`;
  by("page").textContent = isSeat ? `${players.get(viewer).name}’s turnsheet of this turn` : "The page of this turn";
  tellSeats(scene);
}

/** @type {(turn: string) => HTMLElement} */
function tagged(turn) {
  const tag = document.createElement("span");
  tag.className = "tag";
  tag.textContent = turn;
  return tag;
}

/** @type {(...parts: (Node | string)[]) => HTMLLIElement} */
function listed(...parts) {
  const item = document.createElement("li");
  item.append(...parts);
  return item;
}

// The row of whoever moved is marked; who is to move next is told in words.
/** @type {(scene: Scene) => void} */
function tellSeats(scene) {
  const most = Math.max(1, ...Object.values(scene.players).map(([score]) => score));
  for (const [seat, { row }] of players) {
    const [score, stand, e] = scene.players[seat];
    const words = facts.stands[stand];
    row.classList.toggle("now", seat === scene.whose);
    row.querySelector(".st").textContent = e === null ? words : `${words}, ${e} E`;
    row.querySelector(".bar rect").setAttribute("width", String((100 * score) / most));
    row.querySelector(".pts").textContent = score || !by("turn") ? String(score) : ""; // in chess nobody has any before the end
  }
}

// The player

class Replay {
  constructor() {
    this.viewer = "";
    /** @type {Scene[]} */
    this.scenes = [];
    this.shown = 0;
    this.timer = null;
    this.asked = 0; // how often scenes have been asked for: only who asked last gets them
    this.score = new Score();
    this.timeline = new Timeline(players);
    this.isTurned = false;
    this.bare = by("board").firstElementChild; // what is there where nobody may see the pieces
  }

  async start() {
    await this.follow();
    this.bind();
  }

  // Show what the address asks for: `#3b`, `#3b.17` for the record of that number, `#3b/red` as a seat saw it.
  async follow() {
    const [, label, number, seat] = /^#?([^./]*)(?:\.(\d+))?(?:\/(.*))?$/.exec(hashOf()) ?? ["", "?"];
    const viewer = [...facts.seats, facts.pool].includes(seat) ? seat : "";
    const scenes = await this.load(viewer);
    if (!scenes) return;
    this.take(viewer, scenes);
    const asked = number ? this.before(Number(number)) : this.scenes.findLastIndex((scene) => scene.turn === label);
    this.say(
      this.missing(label, number, asked) ||
        (seat && !viewer ? `What ${seat} saw is not shown here: this is what everybody saw.` : "")
    );
    this.go(asked >= 0 ? asked : this.scenes.length - 1, false);
  }

  // What is to be said where the scene that was found is not the one that was asked for; "" where it is.
  /** @type {(label: string, number: string | undefined, found: number) => string} */
  missing(label, number, found) {
    if (!this.scenes.length) return "";
    if (number) {
      const { turn, number: shown } = this.scenes[found];
      const isThere = turn === label && shown === Number(number);
      return isThere
        ? ""
        : `There is no record ${number} of turn ${label} in this replay: here is the last turn before it.`;
    }
    return found >= 0 || !label || by(label) ? "" : `There is no turn ${label} in this replay: here is the newest one.`;
  }

  // A viewer's scenes; null where they cannot be had, or others have been asked for since.
  /** @type {(viewer: string) => Promise<Scene[] | null>} */
  async load(viewer) {
    this.asked += 1;
    const asked = this.asked;
    if (this.board && viewer === this.viewer) return this.scenes;
    this.pause();
    let scenes = null;
    try {
      scenes = await story.of(viewer);
    } catch {
      if (asked !== this.asked) return null;
      this.say("The replay could not be loaded. Reload the page; every turn also has its own page.");
      choose(this.viewer);
    }
    return asked === this.asked ? scenes : null;
  }

  // Take a viewer's place.
  /** @type {(viewer: string, scenes: Scene[]) => void} */
  take(viewer, scenes) {
    choose(viewer);
    this.say("");
    if (scenes === this.scenes) return;
    this.pause(); // it may have been played on while the scenes were awaited
    this.viewer = viewer;
    this.scenes = scenes;
    this.board = new SceneBoard(facts.board, new Beside(), this.isTurned);
    this.noted = this.scenes.flatMap((scene, number) => (scene.notes.length ? [number] : []));
    this.great = greatOf(scenes);
    for (const each of document.querySelectorAll(".great"))
      each.textContent = this.great.length ? "King taken" : "Event";
    this.list();
    by("slider").max = String(Math.max(this.scenes.length - 1, 0));
    this.timeline.draw(scenes, this.great);
  }

  // The last scene up to the record of a number.
  /** @type {(number: number) => number} */
  before(number) {
    return Math.max(
      this.scenes.findLastIndex((scene) => scene.number <= number),
      Math.min(0, this.scenes.length - 1)
    );
  }

  /** @type {(number: number, keeps?: boolean) => void} */
  go(number, keeps = true) {
    if (!this.scenes.length)
      return this.say("Nothing to show yet: the replay begins with the first turn that spectators see.");
    const before = this.shown;
    this.shown = Math.min(Math.max(number, 0), this.scenes.length - 1);
    const scene = this.scenes[this.shown];
    this.playing?.end();
    const pieces = Play.piecesOf(this.board.svg);
    this.board.show(this.scenes, this.shown);
    if (scene.moves && this.shown === before + 1 && !Play.still.matches) this.glide(scene.moves, pieces);
    const isDrawn = scene.label !== "";
    const shows = isDrawn ? this.board.svg : this.bare;
    if (shows && shows.parentNode !== by("board")) by("board").replaceChildren(shows);
    by("board").classList.toggle("off", !isDrawn);
    by("boardless").hidden = isDrawn;
    by("key").hidden = !isDrawn;
    tell(scene, this.viewer, this.scenes.at(-1));
    this.mark(scene);
    this.score.mark(this.shown);
    if (keeps) this.keep();
  }

  // Play what happened in the scene that is shown now; `pieces` are those of the board before it.
  /** @type {(moves: string, pieces: Map<Square, SVGGraphicsElement>) => void} */
  glide(moves, pieces) {
    if (this.timer && Number(by("speed").value) < 700) return; // there is no time for it
    this.playing = new Play.Show(this.board.svg, [Play.read(moves)], ({ from }) => {
      const piece = pieces.get(from);
      return piece?.isConnected ? null : piece;
    });
    this.playing.run(undefined, undefined, 0);
  }

  /** @type {(scene: Scene) => void} */
  mark(scene) {
    by("slider").value = String(this.shown);
    by("slider").setAttribute(
      "aria-valuetext",
      `${titleOf(scene, players)} (${scene.turn}), ${this.shown + 1} of ${this.scenes.length}`
    );
    this.timeline.move(this.shown);
    const isFirst = this.shown === 0;
    const isLast = this.shown === this.scenes.length - 1;
    disable({ first: isFirst, previous: isFirst, next: isLast, last: isLast });
    disable({ "noted-before": this.notedBefore() === undefined, "noted-after": this.notedAfter() === undefined });
  }

  // The events that buttons and keys go to: great ones where the game has any.
  get events() {
    return this.great.length ? this.great : this.noted;
  }

  notedBefore() {
    return this.events.findLast((number) => number < this.shown);
  }

  notedAfter() {
    return this.events.find((number) => number > this.shown);
  }

  // The address of what is shown; a label that has come again since tells which record is meant.
  /** @type {(scene: Scene) => string} */
  address(scene) {
    const last = this.scenes.findLast((other) => other.turn === scene.turn);
    const turn = last === scene ? scene.turn : `${scene.turn}.${scene.number}`;
    return this.viewer ? `#${turn}/${this.viewer}` : `#${turn}`;
  }

  // Keep the address once nothing has moved for a moment: browsers allow few changes of it in a second.
  keep() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => history.replaceState(null, "", this.address(this.scenes[this.shown])), 150);
  }

  list() {
    const items = this.noted.flatMap((number) => {
      const scene = this.scenes[number];
      return scene.notes.map((note) => {
        const link = document.createElement("a");
        link.href = this.address(scene);
        link.textContent = scene.turn;
        return listed(link, ` ${scene.said[note]}`);
      });
    });
    by("notes").replaceChildren(...items);
    by("events").hidden = !items.length;
    this.leadHere();
    this.score.lead(this.scenes, (scene) => this.address(scene));
  }

  // The list of all turns leads to their scenes on this page; what is in no scene keeps the page of its own.
  leadHere() {
    const scenes = new Map(this.scenes.map((scene) => [scene.number, scene]));
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = by("turns").parentElement.querySelectorAll("dd a");
    for (const link of links) {
      link.dataset.page ??= link.getAttribute("href");
      const scene = scenes.get(Number(link.dataset.number));
      link.setAttribute("href", scene ? this.address(scene) : link.dataset.page);
    }
  }

  // Somebody followed a link: where they stand, far below perhaps, the board may be out of sight.
  async jump() {
    await this.follow();
    if (!by(location.hash.slice(1))) by("board").scrollIntoView({ block: "nearest" });
  }

  // Look at the board from its other side, for whoever sits there.
  turn() {
    this.isTurned = !this.isTurned;
    by("turn").setAttribute("aria-pressed", String(this.isTurned));
    this.board = new SceneBoard(facts.board, new Beside(), this.isTurned);
    this.go(this.shown, false);
  }

  /** @type {(words: string) => void} */
  say(words) {
    by("word").textContent = words;
    by("word").hidden = !words;
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.shown === this.scenes.length - 1) this.go(0);
    this.toggled(true);
    this.tick();
  }

  /** @type {(is: boolean) => void} */
  toggled(is) {
    by("play").setAttribute("aria-label", is ? "Pause" : "Play");
    by("play").classList.toggle("on", is);
    by("scene").setAttribute("aria-live", is ? "off" : "polite"); // a reader would never come to an end
  }

  tick() {
    this.timer = setTimeout(
      () => {
        this.go(this.shown + 1, false);
        if (this.shown === this.scenes.length - 1) this.pause();
        else this.tick();
      },
      Number(by("speed").value)
    );
  }

  pause() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.toggled(false);
    this.keep();
  }

  // What somebody does with the replay by hand stops it.
  /** @type {(number: number | undefined) => void} */
  step(number) {
    if (number === undefined) return;
    this.pause();
    this.go(number);
  }

  /** @type {Record<string, () => void>} */
  get acts() {
    return {
      first: () => this.step(0),
      previous: () => this.step(this.shown - 1),
      play: () => this.toggle(),
      next: () => this.step(this.shown + 1),
      last: () => this.step(this.scenes.length - 1),
      "noted-before": () => this.step(this.notedBefore()),
      "noted-after": () => this.step(this.notedAfter()),
      copy: () => this.copy(),
      ask: () => by("keys").showModal()
    };
  }

  bind() {
    for (const [id, act] of Object.entries(this.acts)) by(id).addEventListener("click", act);
    by("turn")?.addEventListener("click", () => this.turn());
    by("slider").addEventListener("input", () => this.step(Number(by("slider").value)));
    by("keys-close").addEventListener("click", () => by("keys").close());
    for (const eye of eyes()) eye.addEventListener("change", () => this.change(eye.value));
    for (const button of by("boardless").querySelectorAll("button"))
      button.addEventListener("click", async () => {
        await this.change(button.dataset.viewer);
        by("board").focus({ preventScroll: true }); // the button is gone
      });
    addEventListener("hashchange", () => this.jump());
    addEventListener("keydown", (event) => this.press(event));
  }

  // Where the browser lets nobody write into its clipboard, the address bar has the link.
  async copy() {
    const link = new URL(this.address(this.scenes[this.shown]), location.href).href;
    history.replaceState(null, "", link);
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false
    );
    by("copy").textContent = isCopied ? "Link copied" : "In the address bar";
    setTimeout(() => {
      by("copy").textContent = "Copy link";
    }, 2500);
  }

  /** @type {(viewer: string) => Promise<void>} */
  async change(viewer) {
    const scenes = await this.load(viewer);
    if (!scenes) return;
    const number = this.scenes[this.shown]?.number ?? 0; // it may have gone on meanwhile
    this.take(viewer, scenes);
    this.go(this.before(number));
  }

  /** @type {(event: KeyboardEvent) => void} */
  press(event) {
    const id = KEYS[event.key];
    if (!id || event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return;
    event.preventDefault();
    this.acts[id]();
  }
}

/** @type {Record<string, string>} */
const KEYS = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  " ": "play",
  PageUp: "noted-before",
  PageDown: "noted-after",
  c: "copy",
  "?": "ask"
};

// Whether a key means something else where it is pressed: a button's space, a list's arrows, those of a board that is
// wider than its frame.
/** @type {(event: KeyboardEvent) => boolean} */
function isTaken({ key, target }) {
  if (!(target instanceof Element)) return false;
  if (target.closest("select, dialog")) return true;
  if (target instanceof HTMLInputElement && target.type === "radio") return key.startsWith("Arrow") || key === " ";
  if (key === " ") return target.closest("button, a") !== null;
  const frame = target.closest(".wide");
  return key.startsWith("Arrow") && frame !== null && frame.scrollWidth > frame.clientWidth;
}

// Whose place can be taken.
/** @type {() => NodeListOf<HTMLInputElement>} */
const eyes = () => document.querySelectorAll("input[name=viewer]");

/** @type {(viewer: string) => void} */
function choose(viewer) {
  for (const eye of eyes()) eye.checked = eye.value === viewer;
}

// The scenes in which somebody goes out, and the end of a game in which anybody has.
/** @type {(scenes: Scene[]) => number[]} */
function greatOf(scenes) {
  /** @type {(scene: Scene | undefined) => string[]} */
  const fates = (scene) => Object.values(scene?.players ?? {}).map(([, stand]) => stand);
  /** @type {(scene: Scene | undefined) => number} */
  const out = (scene) => fates(scene).filter((stand) => stand === "out").length;
  const great = scenes.flatMap((scene, number) => (out(scene) > out(scenes[number - 1]) ? [number] : []));
  const isOver = fates(scenes.at(-1)).some((stand) => ["won", "shared", "drew"].includes(stand));
  return great.length && isOver ? [...new Set([...great, scenes.length - 1])] : great;
}

// Buttons that lead nowhere stay where they are: a disabled one would lose the focus of whoever just used it.
/** @type {(ids: Record<string, boolean>) => void} */
function disable(ids) {
  for (const [id, is] of Object.entries(ids)) by(id).ariaDisabled = is ? "true" : null;
}

function hashOf() {
  try {
    return decodeURIComponent(location.hash);
  } catch {
    return ""; // an address with a broken %-sign
  }
}

new Replay().start();

// The scenes of a game, and a board that goes from one to another: of the replay, and of the end of a game.
//
// The scenes of a viewer lie in replay/01.js and so on, those of a seat in replay/SEAT/01.js, each behind its number. A
// scene has what changes with it on the board and beside it: by layer (or table) and name what is there now, null for what
// is gone.

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

// The scenes of one game in a folder: in how many files they lie, how many of these no further turn changes, and the
// number of the newest record.
class Scenes {
  /**
   * @param {string} folder
   * @param {{ files: number, full?: number, newest: number }} facts
   */
  constructor(folder, { files, full = 0, newest }) {
    this.folder = folder;
    this.files = files;
    this.full = full;
    this.newest = newest;
    /** @type {Map<string, Scene[]>} */
    this.loaded = new Map(); // scenes that have come, by viewer
  }

  // The scenes of a file. One that further turns change has another address in each, past what a cache has kept.
  /** @type {(viewer: string, file: number) => Promise<Scene[]>} */
  async inFile(viewer, file) {
    const address = viewer ? `${this.folder}/${viewer}` : this.folder;
    const anew = `?${this.newest}`;
    const kept = file < this.full && (await Rows.fetched(address, viewer, file));
    const lines = kept || (await Rows.fetched(address, viewer, file, anew));
    const rows = await Rows.inflated(/** @type {string[]} */ (lines));
    return rows.map(([number, scene]) => ({ number, ...scene }));
  }

  // All scenes of a viewer, each with the steps that lead to it and back.
  /** @type {(viewer: string) => Promise<Scene[]>} */
  async of(viewer) {
    if (!this.loaded.has(viewer)) {
      const files = Array.from({ length: this.files }, (_, file) => this.inFile(viewer, file));
      this.loaded.set(viewer, (await Promise.all(files)).flat());
    }
    const scenes = this.loaded.get(viewer);
    const drawn = new Map();
    const told = new Map();
    for (const scene of scenes) {
      scene.steps = Object.entries(scene.board).map((change) => stepOf(drawn, change));
      scene.rows = Object.entries(scene.beside).map((change) => stepOf(told, change));
    }
    return scenes;
  }
}

/** @type {(drawn: Map<string, Drawn | null>, change: [name: string, now: Drawn | null]) => Change} */
function stepOf(drawn, [name, now]) {
  const before = drawn.get(name) ?? null;
  drawn.set(name, now);
  return { name, before, now };
}

// `Round 27, Gwen`; the start has no round.
/** @type {(scene: Scene, players: Map<Seat, Player>) => string} */
function titleOf({ number, turn, whose }, players) {
  if (!number) return "The start";
  const mover = whose === "GM" ? "the GM" : (players.get(whose)?.name ?? whose);
  return [`Round ${Number.parseInt(turn, 10)}`, mover].filter(Boolean).join(", ");
}

// An empty board of some attributes, and what changes beside it, if anything.
class SceneBoard {
  /**
   * @param {Record<string, string>} attributes
   * @param {Beside} [beside]
   * @param {boolean} [isTurned]
   */
  constructor(attributes, beside, isTurned = false) {
    this.svg = /** @type {SVGSVGElement} */ (element("svg", { ...attributes, role: "img" }));
    const { x, width } = this.svg.viewBox.baseVal;
    this.side = isTurned ? width + 2 * x : null; // but for its border
    if (isTurned) this.svg.dataset.turned = "";
    /** @type {Element[]} */
    this.groups = []; // one for each layer
    this.things = new Map();
    this.marks = null; // of what the turn of the scene did, over all else
    this.trails = null; // of what moved in it, below the pieces
    this.beside = beside;
    this.stands = -1; // the scene that it shows; -1: the empty board
  }

  // Go to a scene from the one that is shown, forwards or back.
  /** @type {(scenes: Scene[], number: number) => void} */
  show(scenes, number) {
    for (; this.stands < number; this.stands += 1) this.draw(scenes[this.stands + 1], "now");
    for (; this.stands > number; this.stands -= 1) this.draw(scenes[this.stands], "before");
    this.svg.setAttribute("aria-label", scenes[number].label);
    this.marks?.remove();
    this.trails?.remove();
    this.marks = this.svg.appendChild(this.thing(scenes[number].marks ?? []));
    this.trails = this.thing(scenes[number].trails ?? []);
    this.svg.insertBefore(this.trails, this.svg.querySelector(":scope > g:has([data-piece])"));
    this.beside?.show();
  }

  /** @type {(scene: Scene, which: "before" | "now") => void} */
  draw({ steps, rows }, which) {
    for (const step of steps) this.put(step.name, step[which]);
    for (const row of rows) this.beside?.put(row.name, row[which]);
  }

  /** @type {(name: string, parts: Drawn | null) => void} */
  put(name, parts) {
    this.things.get(name)?.remove();
    this.things.delete(name);
    if (!parts) return;
    const thing = this.thing(parts);
    this.things.set(name, thing);
    this.layer(Number(name.split(" ", 1)[0])).append(thing);
  }

  /** @type {(parts: Drawn) => Element} */
  thing(parts) {
    return element("g", {}, this.side ? parts.map((part) => turned(part, this.side)) : parts);
  }

  /** @type {(number: number) => Element} */
  layer(number) {
    while (this.groups.length <= number) this.groups.push(this.svg.appendChild(element("g", {})));
    return this.groups[number];
  }
}

// The tables of what belongs to the position beside the board; their rows stand in the order of their names.
class Beside {
  constructor() {
    this.bodies = [...by("beside").querySelectorAll("tbody")];
    this.rows = this.bodies.map(() => new Map());
  }

  /** @type {(name: string, parts: Drawn | null) => void} */
  put(name, parts) {
    const end = name.indexOf(" ");
    const rows = this.rows[Number(name.slice(0, end))];
    if (parts) rows.set(name.slice(end + 1), parts);
    else rows.delete(name.slice(end + 1));
  }

  show() {
    this.bodies.forEach((body, table) => {
      const names = [...this.rows[table].keys()].sort();
      body.replaceChildren(...names.flatMap((name) => this.rows[table].get(name)).map((row) => child(row, HTML)));
      body.closest("section").hidden = !names.length;
    });
  }
}

// An element of its name, attributes and parts; text goes in as text. What is in an SVG is SVG, too.
/** @type {(name: string, attributes: Record<string, string | number>, parts?: (DrawnPart | string)[], space?: string) => Element} */
function element(name, attributes, parts = [], space = SVG) {
  const inner = name === "svg" ? SVG : space;
  const made = document.createElementNS(inner, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  for (const part of parts) made.append(typeof part === "string" ? part : child(part, inner));
  return made;
}

// The same of [name, attributes, parts …].
/** @type {(part: DrawnPart, space: string) => Element} */
const child = ([name, attributes, ...parts], space) => element(name, attributes, parts, space);

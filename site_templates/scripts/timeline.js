// The axis of a replay (replay.html): a tick for each turn in the colour and form of whose it was, and above it the
// scores as stairs. The slider lies on it: both have the turns in the same places. What lies ahead is shaded.

class Timeline {
  /** @param {Map<Seat, Player>} players */
  constructor(players) {
    this.players = players;
    this.svg = by("graph");
    /** @type {Scene[]} */
    this.scenes = [];
    /** @type {number[]} */
    this.great = [];
    this.shown = 0;
    new ResizeObserver(() => this.redraw()).observe(this.svg);
  }

  /** @type {(scenes: Scene[], great: number[]) => void} */
  draw(scenes, great) {
    this.scenes = scenes;
    this.great = great;
    const men = menOf(scenes);
    this.what = men ? "Men" : "Scores";
    /** @type {Record<Seat, number>[]} */
    this.values = men ?? scenes.map(({ players }) => mapped(players, ([score]) => score));
    const last = [...this.players].map(([seat, { name }]) => `${name} ${this.values.at(-1)?.[seat]}`);
    this.svg.setAttribute("aria-label", `${this.what} over time; in the newest turn: ${last.join(", ")}`);
    this.redraw();
  }

  // Shade what lies behind a scene.
  /** @type {(shown: number) => void} */
  move(shown) {
    this.shown = shown;
    const from = this.across(shown);
    this.ahead?.setAttribute("x", String(from));
    this.ahead?.setAttribute("width", String(this.across(this.scenes.length - 1) - from));
  }

  redraw() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!this.scenes.length || !width) return;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.floor = height - TICKS;
    this.ahead = element("rect", { class: "ahead", y: 0, height: this.floor });
    this.svg.replaceChildren(this.ahead, ...this.graph(), ...this.ticks());
    this.move(this.shown);
  }

  // Where a scene is: where the middle of the slider's thumb is then.
  /** @type {(number: number) => number} */
  across(number) {
    const { offsetLeft, offsetWidth } = by("slider");
    return offsetLeft + THUMB / 2 + ((offsetWidth - THUMB) * number) / Math.max(1, this.scenes.length - 1);
  }

  graph() {
    const most = Math.max(...this.values.flatMap((values) => Object.values(values)));
    if (!most) return [];
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => each * 3 >= most) ?? most;
    const least = 8; // room for lines that are drawn beside each other
    /** @type {(score: number) => number} */
    this.down = (score) => this.floor - least - ((this.floor - 2 * least) * score) / most;
    const rows = Array.from({ length: Math.floor(most / step) + 1 }, (_, row) => row * step);
    const grid = rows.flatMap((row) => [
      element("path", {
        class: "row",
        d: `M${this.across(0)} ${this.down(row)}H${this.across(this.scenes.length - 1)}`
      }),
      element("text", { class: "value", x: this.across(0) - 10, y: this.down(row) }, [String(row)])
    ]);
    const title = element("text", { class: "what", x: this.across(0) + 4, y: this.down(0) - 9 }, [
      MEN[this.what] ?? ""
    ]);
    return [
      ...grid,
      title,
      ...[...this.players.keys()].flatMap((seat, place) => this.stairs(seat, place)),
      ...this.ends()
    ];
  }

  // Lines of the same score lie beside each other.
  /** @type {(seat: Seat, place: number) => Element[]} */
  stairs(seat, place) {
    const aside = (place - (this.players.size - 1) / 2) * Math.min(3, 12 / this.players.size);
    const scores = this.values.map((values) => values[seat]);
    let path = `M${this.across(0)} ${this.down(scores[0]) + aside}`;
    for (const [number, score] of scores.entries())
      if (number && score !== scores[number - 1])
        path += `H${this.across(number) + aside / 2}V${this.down(score) + aside}`;
    path += `H${this.across(scores.length - 1)}`;
    return ["edge", "line"].map((name) => element("path", { class: `${name} ${this.players.get(seat).ink}`, d: path }));
  }

  // The tokens at the ends of the lines, those of one height beside each other.
  ends() {
    const last = this.values.at(-1);
    /** @type {Map<number, number>} */
    const taken = new Map();
    return [...this.players].map(([seat, player]) => {
      const score = last[seat];
      const before = taken.get(score) ?? 0;
      taken.set(score, before + 1);
      return token(player, this.across(this.scenes.length - 1) + 8 - 13 * before, this.down(score), 6);
    });
  }

  ticks() {
    const y = this.floor + TICKS / 2;
    const room = (this.across(this.scenes.length - 1) - this.across(0)) / this.scenes.length;
    const axis = element("path", {
      class: "axis-line",
      d: `M${this.across(0)} ${y}H${this.across(this.scenes.length - 1)}`
    });
    const great = new Set(this.great);
    const turns = this.scenes.flatMap(({ whose }, number) => (this.players.has(whose) ? [{ whose, number }] : []));
    const small = turns.filter(({ number }) => !great.has(number));
    const large = turns.filter(({ number }) => great.has(number));
    const marks =
      room >= 9
        ? small.map(({ whose, number }) =>
            token(this.players.get(whose), this.across(number), y, Math.min(6, room / 2.4), "tick")
          )
        : small.map(({ whose, number }) =>
            element("path", {
              class: `tick stroke ${this.players.get(whose).ink}`,
              "stroke-width": Math.max(1, Math.min(3, room - 0.5)),
              d: `M${this.across(number)} ${y - 6}v12`
            })
          );
    const kings = large.map(({ whose, number }) => crowned(this.players.get(whose), this.across(number), y));
    return [axis, ...marks, ...kings];
  }
}

// What men of chess are worth, which is drawn where a game has no scores before its end; null where there are none.
/** @type {(scenes: Scene[]) => Record<Seat, number>[] | null} */
function menOf(scenes) {
  /** @type {Map<string, string>} */
  const men = new Map();
  const values = scenes.map(({ board }) => {
    for (const [name, parts] of Object.entries(board)) {
      const shape = shapeIn(parts ?? []);
      if (MAN.test(shape)) men.set(name, shape);
      else men.delete(name);
    }
    const sum = { white: 0, black: 0 };
    for (const [, seat, letter] of men.values()) sum[seat === "w" ? "white" : "black"] += WORTH[letter];
    return sum;
  });
  return men.size ? values : null;
}

// The shape that is used in what is drawn, as its address; "" for none.
/** @type {(parts: (DrawnPart | string)[]) => string} */
function shapeIn(parts) {
  for (const part of parts) {
    if (typeof part === "string") continue;
    const [name, attributes, ...inner] = part;
    const shape = name === "use" ? String(attributes.href) : shapeIn(inner);
    if (shape) return shape;
  }
  return "";
}

const MAN = /^#[wb][A-Z]$/;
/** @type {Record<string, number>} */
const WORTH = { P: 1, N: 3, B: 3, G: 4, R: 5, Q: 9, K: 0 };
/** @type {Record<string, string>} */
const MEN = { Men: "men: pawn 1, knight and bishop 3, Genie 4, rook 5, queen 9" };

/** @type {<Value, Made>(values: Record<string, Value>, make: (value: Value) => Made) => Record<string, Made>} */
const mapped = (values, make) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]));

const TICKS = 22; // the height of the row of ticks
const THUMB = 14; // the width of the slider's thumb, as in replay.css

// A player's token around a place, with so many pixels to each side.
/** @type {(player: Player, x: number, y: number, half: number, kind?: string) => Element} */
function token({ ink, shape }, x, y, half, kind = "end") {
  const place = `translate(${x} ${y}) scale(${half / 24})`;
  return element("path", { class: `token ${kind} ${ink}`, d: shape, transform: place });
}

/** @type {(player: Player, x: number, y: number) => Element} */
function crowned(player, x, y) {
  const crown = element("path", { class: "crown", transform: `translate(${x} ${y}) scale(.55)`, d: CROWN });
  const group = element("g", {});
  group.append(token(player, x, y, 10, "tick"), crown);
  return group;
}

const CROWN = "M-11 6L-13-6-6 0 0-9 6 0 13-6 11 6Z";

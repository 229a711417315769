// How an order of Genetess finds its squares: a MOVE step by step, a CHARGE leg by leg, anything else by one target. Where
// it can go is in the data that the rules have printed (rules/genetess/offering.py); nothing here judges a square.
//
// Each of the three has `onward()`, the squares that can be chosen now; `far()`, those that a whole way leads to; `go(name)`
// and `back()`, a step on or back; `at`, the squares so far; `whole` and `words`, for the order's text; `lacks`, what is
// still to be chosen; `advice(next)`, what to do, `next` being what to do with a whole order.

const Ways = (() => {
  const STEPS = Grammar.directions;

  /** @type {(name: Square) => [column: number, row: number]} */
  function placeOf(name) {
    const [, letters, row] = /^([A-Z]*)(\d+)$/.exec(name);
    return [[...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1, Number(row) - 1];
  }

  /** @type {(column: number, row: number) => Square} */
  const nameOf = (column, row) => Grid.columnName(column) + (row + 1);

  // Whether a square is on the board; a step from one that is may lead off it.
  /** @type {(data: { columns: number, rows: number }, name: Square) => boolean} */
  function isOn({ columns, rows }, name) {
    const [column, row] = placeOf(name);
    return column >= 0 && column < columns && row >= 0 && row < rows;
  }

  // The squares of runs: `B2+3` is B2 and the three squares east of it.
  /** @type {(runs: string | undefined) => Set<Square>} */
  function squares(runs) {
    const found = new Set();
    for (const run of (runs ?? "").split(" ").filter(Boolean)) {
      const [first, more] = run.split("+");
      const [column, row] = placeOf(first);
      for (let step = 0; step <= Number(more ?? 0); step++) found.add(nameOf(column + step, row));
    }
    return found;
  }

  /** @type {(name: Square, direction: string) => Square} */
  function stepped(name, direction) {
    const [column, row] = placeOf(name);
    const [right, down] = STEPS[direction];
    return nameOf(column + right, row + down);
  }

  /** @type {(piece: { diagonal: boolean }) => string[]} */
  const directions = (piece) => Object.keys(STEPS).filter((each) => piece.diagonal || each.length === 1);

  // A way of steps or legs from the square on which the piece stands.
  class Path {
    /** @param {OfferedPiece} piece */
    constructor(piece) {
      this.piece = piece;
      this.at = [piece.at];
      /** @type {string[]} */
      this.path = [];
    }

    back() {
      if (!this.path.length) return ""; // the square on which the piece stands stays
      this.at.pop();
      return this.path.pop();
    }

    /** @returns {Map<Square, string[]>} */
    far() {
      return new Map();
    }

    get words() {
      return [this.piece.at, this.path.join("-")];
    }
  }

  // MOVE: so many steps, and only such as can still be completed.
  class Move extends Path {
    /**
     * @param {OfferedPiece} piece
     * @param {Act} act
     */
    constructor(piece, act) {
      super(piece);
      this.steps = act.steps;
      this.passed = squares(act.pass);
      this.left = [squares(act.end)]; // by the number of steps that are left: where one may stand with so many
    }

    // The squares from which so many steps can be completed.
    /** @type {(steps: number) => Set<Square>} */
    completable(steps) {
      while (this.left.length <= steps) {
        const next = this.left.at(-1);
        const open = [...this.passed].filter((name) =>
          directions(this.piece).some((each) => next.has(stepped(name, each)))
        );
        this.left.push(new Set(open));
      }
      return this.left[steps];
    }

    get missing() {
      return this.steps - this.path.length;
    }

    /** @returns {Map<Square, string[]>} */
    onward() {
      const found = new Map();
      if (!this.missing) return found;
      const good = this.completable(this.missing - 1);
      for (const each of directions(this.piece)) {
        const to = stepped(this.at.at(-1), each);
        if (good.has(to)) found.set(to, [each]);
      }
      return found;
    }

    // A way to each square on which the move can end, as far as one step does not lead there.
    /** @returns {Map<Square, string[]>} */
    far() {
      let ways = new Map([[this.at.at(-1), []]]);
      for (let left = this.missing - 1; left >= 0; left--) {
        const good = this.completable(left);
        const next = new Map();
        for (const [from, way] of ways) {
          for (const each of directions(this.piece)) {
            const to = stepped(from, each);
            if (good.has(to) && !next.has(to)) next.set(to, [...way, each]);
          }
        }
        ways = next;
      }
      return this.missing ? ways : new Map();
    }

    /** @param {Square} name */
    go(name) {
      const way = this.onward().get(name) ?? this.far().get(name);
      for (const each of way) {
        this.path.push(each);
        this.at.push(stepped(this.at.at(-1), each));
      }
    }

    get whole() {
      return !this.missing;
    }

    get lacks() {
      return `Choose ${this.missing} more ${this.missing === 1 ? "step" : "steps"}`;
    }

    /** @param {string} next */
    advice(next) {
      if (!this.missing) return `${next}.`;
      const or = this.missing > 1 ? " (small dot), or where it ends (large dot)" : "";
      return `Choose the next square${or}. ${Pieces.many(this.missing, "step")} to go.`;
    }
  }

  // CHARGE: one leg or more, each as far as it goes.
  class Charge extends Path {
    /**
     * @param {OfferedPiece} piece
     * @param {Act} act
     */
    constructor(piece, act) {
      super(piece);
      this.legs = act.legs;
      this.runs = act.runs.map((run) => run.split(" "));
    }

    /** @returns {Map<Square, string[]>} */
    onward() {
      const here = this.path.length < this.legs ? this.at.at(-1) : "";
      return new Map(this.runs.filter(([from]) => from === here).map(([, direction, to]) => [to, [direction]]));
    }

    /** @param {Square} name */
    go(name) {
      this.path.push(...this.onward().get(name));
      this.at.push(name);
    }

    get whole() {
      return this.path.length > 0;
    }

    get lacks() {
      return "Choose where it runs";
    }

    /** @param {string} next */
    advice(next) {
      const left = this.legs - this.path.length;
      const more = this.whole ? `${next}; it may run on` : this.lacks;
      return left ? `${more}, ${Pieces.many(left, "leg")} to go.` : `${next}.`;
    }
  }

  // Anything with one target or none, and perhaps codes: `order` puts the words together.
  class Aim {
    /**
     * @param {OfferedPiece | null} piece
     * @param {Iterable<Square> | undefined} targets
     * @param {Codes | null} codes
     * @param {(to: Square, codes: string) => string[]} order
     */
    constructor(piece, targets, codes, order) {
      this.targets = targets;
      this.codes = codes;
      this.order = order;
      this.at = piece ? [piece.at] : [];
      this.to = "";
    }

    /** @returns {Map<Square, string[]>} */
    onward() {
      const found = new Map();
      for (const name of this.targets ?? []) found.set(name, []);
      return found;
    }

    /** @returns {Map<Square, string[]>} */
    far() {
      return new Map();
    }

    /** @param {Square} name */
    go(name) {
      this.to = name;
    }

    back() {
      const had = this.to;
      this.to = "";
      return had;
    }

    get whole() {
      return (!this.targets || this.to !== "") && this.codes?.value() !== "";
    }

    get words() {
      return this.order(this.to, this.codes?.value() ?? "");
    }

    get lacks() {
      const lacking = [];
      if (this.codes && !this.codes.value()) lacking.push("the codes");
      if (this.targets && !this.to) lacking.push("the target square");
      return lacking.length ? `Choose ${lacking.join(" and ")}` : "";
    }

    /** @param {string} next */
    advice(next) {
      return `${this.lacks || next}.`;
    }
  }

  return { squares, stepped, directions, isOn, Move, Charge, Aim };
})();

// What a piece placed on a board of DNA can mutate, scores and can capture, from the position that the rules have printed
// (rules/dna/offering.py) and their tables of what things cost. The judge of an order is the program; here it is only built.

const Dna = (() => {
  const { sizes, values, extra, patterns, trios, side } = Grammar.dna;
  const AROUND = Object.values(Grammar.directions).sort(
    ([right, down], [toRight, toDown]) => down - toDown || right - toRight
  );

  // The square so many steps away, "" off the board.
  /** @type {(name: Square, right: number, down: number, steps?: number) => Square} */
  function beside(name, right, down, steps = 1) {
    const column = name.charCodeAt(0) - 65 + right * steps;
    const row = Number(name.slice(1)) - 1 + down * steps;
    return Math.min(column, row) < 0 || Math.max(column, row) >= side
      ? ""
      : String.fromCharCode(65 + column) + (row + 1);
  }

  // Whether a square of any board is one of this.
  /** @type {(name: Square) => boolean} */
  const isOn = (name) => name === beside(name, 0, 0);

  // Stocks by colour with one count changed; those that were given stay as they are.
  /** @type {(stocks: Stocks, colour: Colour, size: number, by: number) => Stocks} */
  function stocked(stocks, colour, size, by) {
    const counts = [...(stocks[colour] ?? [0, 0, 0])];
    counts[size] += by;
    return { ...stocks, [colour]: counts };
  }

  // A position in the middle of a turn. Sizes are 0, 1 and 2, pieces {size, colour}.
  class Position {
    /**
     * @param {DnaOffers} data
     * @param {Map<Square, DnaPiece>} pieces
     * @param {Stocks} pools
     * @param {Record<Seat, Stocks>} archives
     */
    constructor(data, pieces, pools, archives) {
      this.data = data;
      this.pieces = pieces;
      this.pools = pools;
      this.archives = archives;
    }

    /** @param {DnaOffers} data */
    static of(data) {
      /** @type {[Square, DnaPiece][]} */
      const sized = Object.entries(data.pieces).map(([name, text]) => {
        const [size, colour] = text.split(" ");
        return [name, { size: sizes.indexOf(size), colour }];
      });
      return new Position(data, new Map(sized), data.pools, data.archives);
    }

    /** @type {(piece: DnaPiece) => number} */
    value(piece) {
      return values[piece.size];
    }

    // Placing

    // One of each kind of piece that can be placed: from gene pools first.
    /** @type {() => Kind[]} */
    kinds() {
      const { seat, owners } = this.data;
      const own = Object.fromEntries(Object.entries(this.pools).filter(([colour]) => owners[colour] === seat));
      /** @type {(stocks: Stocks, archive: boolean) => Kind[]} */
      const of = (stocks, archive) =>
        Object.entries(stocks).flatMap(([colour, counts]) =>
          counts.map((count, size) => ({ size, colour, archive, count }))
        );
      return [...of(own, false), ...of(this.archives[seat], true)].filter((kind) => kind.count);
    }

    /** @type {(kind: Kind, at: Square) => Position} */
    placed(kind, at) {
      const { size, colour, archive } = kind;
      const { seat } = this.data;
      const pieces = new Map(this.pieces).set(at, { size, colour });
      if (!archive) return new Position(this.data, pieces, stocked(this.pools, colour, size, -1), this.archives);
      const archives = { ...this.archives, [seat]: stocked(this.archives[seat], colour, size, -1) };
      return new Position(this.data, pieces, this.pools, archives);
    }

    // Mutating

    /** @type {(at: Square) => Square[]} */
    neighbours(at) {
      return AROUND.map((way) => beside(at, ...way)).filter((name) => this.pieces.has(name));
    }

    // The steps that can follow those that are done, as far as pools and points go: the dearest first.
    /** @type {(at: Square, done: Step[], points: number) => Step[]} */
    steps(at, done, points) {
      const found = this.neighbours(at).flatMap((name) =>
        this.changes(
          name,
          done.filter((step) => step.at === name)
        )
      );
      return found
        .filter((step) => step.cost <= points && this.pools[step.after.colour][step.after.size])
        .sort((one, two) => two.cost - one.cost);
    }

    // What one step can make of a piece: recoloured once at most, and never both grown and shrunk.
    /** @type {(at: Square, done: Step[]) => Step[]} */
    changes(at, done) {
      const before = this.pieces.get(at);
      /** @type {(after: DnaPiece, to: string, cost: number) => Step} */
      const step = (after, to, cost) => ({ at, before, after, to, cost });
      const colours = done.some((each) => each.before.colour !== each.after.colour) ? [] : Object.keys(this.pools);
      const recoloured = colours
        .filter((colour) => colour !== before.colour)
        .map((colour) => step({ ...before, colour }, colour, this.value(before)));
      const ways = done.map((each) => Math.sign(each.after.size - each.before.size));
      /** @type {[name: string, size: number, way: number][]} */
      const others = [...sizes].map((name, size) => [name, size, Math.sign(size - before.size)]);
      const resized = others
        .filter(([, , way]) => way && !ways.includes(-way))
        .map(([name, size]) => step({ ...before, size }, name, Math.abs(values[size] - this.value(before))));
      return [...recoloured, ...resized];
    }

    /** @type {(step: Step) => Position} */
    changed(step) {
      const { before, after } = step;
      const pools = stocked(stocked(this.pools, before.colour, before.size, 1), after.colour, after.size, -1);
      return new Position(this.data, new Map(this.pieces).set(step.at, after), pools, this.archives);
    }

    // The most points that can still be spent.
    /** @type {(at: Square, done: Step[], points: number) => number} */
    mutation(at, done, points) {
      let best = 0;
      for (const step of this.steps(at, done, points)) {
        if (best === points) break;
        best = Math.max(best, step.cost + this.changed(step).mutation(at, [...done, step], points - step.cost));
      }
      return best;
    }

    // Scoring

    // Each strand from a square on: its squares, what it is worth, and why.
    /** @type {(at: Square) => Strand[]} */
    strands(at) {
      const rows = AROUND.map((way) => [at, beside(at, ...way), beside(at, ...way, 2)]);
      return rows.filter((row) => row.every((name) => this.pieces.has(name))).map((row) => this.strand(row));
    }

    /** @type {(squares: Square[]) => Strand} */
    strand(squares) {
      const trio = squares.map((name) => this.pieces.get(name));
      const first = trio.map((piece) => trio.findIndex((other) => other.colour === piece.colour)).join("");
      const pattern = patterns.findIndex((each) => [...each].map((letter) => each.indexOf(letter)).join("") === first);
      const letters = trio.map((piece) => sizes[piece.size]);
      const all = trios[letters.join("")];
      const least = Math.min(...all);
      const colours =
        all[pattern] > least ? (new Set(patterns[pattern]).size > 1 ? "three colours" : "one colour") : "";
      const forms = least > 1 ? (new Set(letters).size > 1 ? "three sizes" : "one size") : "";
      return { squares, worth: all[pattern], why: ["strand", colours, forms].filter(Boolean).join(", ") };
    }

    /** @type {(at: Square) => number} */
    points(at) {
      return this.strands(at).reduce((sum, strand) => sum + strand.worth, 0);
    }

    // Every kind of piece that can be captured: gene pools first, the dearest first.
    /** @type {() => Ware[]} */
    wares() {
      const {
        data: { seat, owners },
        archives
      } = this;
      const others = Object.keys(archives).filter((other) => other !== seat);
      /** @type {(owner: Seat, archive: boolean, stocks: [Colour, Stock][]) => Ware[]} */
      const of = (owner, archive, stocks) =>
        [2, 1, 0].flatMap((size) =>
          stocks.map(([colour, counts]) => ({
            owner,
            archive,
            size,
            colour,
            count: counts[size],
            price: values[size] + (archive ? extra : 0)
          }))
        );
      const pools = others.flatMap((owner) =>
        of(
          owner,
          false,
          Object.entries(this.pools).filter(([colour]) => owners[colour] === owner)
        )
      );
      const shut = others.flatMap((owner) => of(owner, true, Object.entries(archives[owner])));
      return [...pools, ...shut].filter((ware) => ware.count);
    }

    /** @type {(ware: Ware) => Position} */
    captured({ owner, archive, size, colour }) {
      const { seat } = this.data;
      const pools = archive ? this.pools : stocked(this.pools, colour, size, -1);
      const archives = { ...this.archives, [seat]: stocked(this.archives[seat], colour, size, 1) };
      if (archive) archives[owner] = stocked(archives[owner], colour, size, -1);
      return new Position(this.data, this.pieces, pools, archives);
    }

    // The most points that captures can take of a score.
    /** @type {(points: number) => number} */
    capture(points) {
      const sums = new Set([0]);
      for (const { count, price } of this.wares()) {
        for (let taken = 0; taken < count && taken * price < points; taken++) {
          for (const sum of [...sums]) if (sum + price <= points) sums.add(sum + price);
        }
      }
      return Math.max(...sums);
    }
  }

  return { AROUND, Position, beside, isOn };
})();

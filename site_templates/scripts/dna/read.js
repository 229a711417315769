// Orders of DNA read as genetess_cli/rules/dna/reading.py reads them, and held against the board as it is now: what they
// place, spend and take, as position.js counts it.

const Placing = (() => {
  const { keywords, clauses: CLAUSES, form, expected, letters, sizes, spelled } = Grammar.dna;
  /** @type {(word: string | undefined) => Square} */
  const square = (word) => (word && Queue.isSquare(word) ? word.toUpperCase() : "");

  // The words of an order one by one. Whatever does not fit is thrown as an Error, in words.
  class Words {
    /**
     * @param {Word[]} words
     */
    constructor(words) {
      this.words = words;
      this.all = words.map(({ text }) => text);
      this.next = 0;
      this.clause = "PLACE";
    }

    /** @type {(word: string | undefined) => string} */
    size(word) {
      const upper = (word ?? "").toUpperCase();
      const size = spelled[upper] ?? upper;
      return size.length === 1 && sizes.includes(size) ? size : "";
    }

    /** @type {(word: string | undefined) => Colour} */
    colour(word) {
      const is =
        /^[a-z0-9-]*[a-z0-9][a-z0-9-]*$/i.test(word ?? "") &&
        word.length <= letters &&
        !keywords.includes(word.toUpperCase()) &&
        !square(word);
      return is ? word.toLowerCase() : "";
    }

    peek() {
      return this.all[this.next];
    }

    /** @param {string} keyword */
    stands(keyword) {
      return this.peek()?.toUpperCase() === keyword;
    }

    // Go past a keyword if it stands here.
    /** @param {string} keyword */
    takes(keyword) {
      const stands = this.stands(keyword);
      if (stands) this.next += 1;
      return stands;
    }

    // The word that stands here, read as a part of the order.
    /** @type {(read: (word: string | undefined) => string, expected: string) => string} */
    slot(read, expected) {
      const value = read(this.peek());
      if (!value) this.misfit(expected);
      this.next += 1;
      return value;
    }

    /** @type {(read: (word: string | undefined) => string) => string} */
    maybe(read) {
      const value = read(this.peek());
      this.next += value ? 1 : 0;
      return value;
    }

    /** @type {(expected: string) => never} */
    misfit(expected) {
      const word = this.peek();
      throw new Error(
        word === undefined
          ? `${this.clause} needs ${expected}, but the order ends here.`
          : `${this.clause}: expected ${expected}, found “${word}”.`
      );
    }

    /** @type {(keyword: string, expected: string) => void} */
    need(keyword, expected) {
      if (!this.takes(keyword)) this.misfit(expected);
    }

    atClause() {
      return this.next >= this.all.length || ["PLACE", ...CLAUSES].some((each) => this.stands(each));
    }

    /** @type {() => DnaReading | null} */
    order() {
      if (this.all.length === 1 && this.takes(Grammar.holiday)) return null;
      if (!this.takes("PLACE")) throw new Error(this.beginning());
      const size = this.slot((word) => this.size(word), expected.size);
      const colour = this.maybe((word) => this.colour(word));
      const at = this.slot(square, expected.at);
      const archive = this.takes("FROM");
      if (archive) this.need("ARCHIVE", "ARCHIVE: a piece that is not placed from the gene pool comes from there");
      return { size, colour, at, archive, clauses: this.clauses() };
    }

    // What is wrong with the first word.
    beginning() {
      const places = this.all.some((word) => word.toUpperCase() === "PLACE");
      const [first] = this.all;
      if (first === undefined) return Grammar.nothing;
      const unclear = places ? "" : Queue.unclear(this.words, [Grammar.holiday]);
      return unclear || `An order of DNA begins with PLACE, not with “${first}”. Written: ${form}.`;
    }

    /** @type {() => ReadClause[]} */
    clauses() {
      /** @type {ReadClause[]} */
      const found = [];
      while (this.peek() !== undefined) {
        const clause = CLAUSES.find((each) => this.stands(each));
        if (!clause) this.misfit(`${CLAUSES.join(", ")} or the end of the order`);
        this.next += 1;
        if (found.some((each) => each.clause === clause))
          throw new Error(`A turn has one ${clause}, and this is the second.`);
        this.clause = clause;
        found.push({ clause, parts: clause === "MUTATE" ? this.steps() : this.captures() });
      }
      return found;
    }

    /** @type {() => ReadPart[]} */
    steps() {
      /** @type {ReadPart[]} */
      const found = [];
      while (!this.atClause()) {
        const at = this.slot(square, expected.at);
        this.need("TO", "TO and the new colour or size");
        found.push({ at, to: this.slot((word) => this.size(word) || this.colour(word), expected.to) });
      }
      return found;
    }

    /** @type {() => ReadPart[]} */
    captures() {
      /** @type {ReadPart[]} */
      const found = [];
      if (!this.takes("TAKE")) return found;
      do {
        const size = this.slot((word) => this.size(word), expected.size);
        const colour = this.maybe((word) => this.colour(word));
        this.need("FROM", "FROM and the seat to take it from");
        const owner = this.slot((word) => this.colour(word), expected.owner);
        found.push({ size, colour, owner, archive: this.takes("ARCHIVE") });
      } while (!this.atClause());
      return found;
    }
  }

  // An order as {size, colour, at, archive, clauses}, null for HOLIDAY; {fault}, what is wrong with it for good, in words.
  /** @type {(order: string, data: DnaOffers) => DnaReading | null} */
  function read(order, data) {
    const reading = Queue.read(order, parse);
    const never = data.never?.[Grammar.holiday];
    return reading || !never ? reading : { fault: never };
  }

  /** @type {(words: Word[]) => DnaReading | null} */
  function parse(words) {
    try {
      return new Words(words).order();
    } catch (error) {
      return { fault: error.message };
    }
  }

  /** @type {(count: number) => string} */
  const points = (count) => `${count} point${count === 1 ? "" : "s"}`;

  // The kind of piece that a read order places, of those in `start`; undefined for none, and where it is not clear which.
  /** @type {(reading: DnaReading, start: DnaPosition) => Kind | undefined} */
  function kindOf({ size, colour, archive }, start) {
    const alike = start
      .kinds()
      .filter((kind) => sizes[kind.size] === size && kind.archive === archive && (!colour || kind.colour === colour));
    return alike.length === 1 ? alike[0] : undefined;
  }

  // What a read order names that there is not in this game, in words; "" where there is all of it.
  /** @type {(reading: DnaReading, data: DnaOffers) => string} */
  function unknown({ colour, at, clauses }, data) {
    const parts = clauses.flatMap((clause) => clause.parts);
    const off = [at, ...parts.map((part) => part.at)].find((name) => name && !Dna.isOn(name));
    const odd = [colour, ...parts.map((part) => part.colour ?? part.to)].find(
      (name) => name && !sizes.includes(name) && !(name in data.pools)
    );
    const others = Object.keys(data.archives).filter((name) => name !== data.seat);
    const nobody = parts.map((part) => part.owner).find((name) => name && !others.includes(name));
    if (off) return `${off} is off the board.`;
    if (odd) return `There is no colour ${odd}: there is ${Object.keys(data.pools).join(", ")}.`;
    return nobody ? `Nothing can be taken from ${nobody}: there is ${others.join(", ")}.` : "";
  }

  // What is doubtful of a read order on the position `start`, in words; "" where nothing is.
  /** @type {(reading: DnaReading, start: DnaPosition, data: DnaOffers) => string} */
  function doubt(reading, start, data) {
    const { size, at, archive, clauses } = reading;
    const kind = kindOf(reading, start);
    if (unknown(reading, data)) return unknown(reading, data);
    if (start.pieces.has(at)) return `${at} is taken.`;
    if (!kind)
      return `Your ${archive ? "archive" : "gene pool"} has no ${size} like this, or several: name the colour.`;
    // Where one is left out it has nothing to do, and scoring comes last (ruling D5).
    const both = CLAUSES.map((clause) => clauses.find((each) => each.clause === clause) ?? { clause, parts: [] });
    let now = start.placed(kind, at);
    for (const { clause, parts } of clauses.length === 2 ? clauses : both) {
      const { after, words } = clause === "MUTATE" ? mutated(now, at, parts, now.value(kind)) : scored(now, at, parts);
      if (words) return words;
      now = after;
    }
    return "";
  }

  /** @type {(before: DnaPosition, at: Square, parts: ReadPart[], worth: number) => Carried} */
  function mutated(before, at, parts, worth) {
    const most = before.mutation(at, [], worth);
    /** @type {Step[]} */
    const done = [];
    let now = before;
    let spent = 0;
    for (const { at: where, to } of parts) {
      const step = now.steps(at, done, worth - spent).find((each) => each.at === where && each.to === to);
      if (!step) return { words: `${where} TO ${to} cannot be done on the board as it is now.` };
      now = now.changed(step);
      done.push(step);
      spent += step.cost;
    }
    return {
      after: now,
      words: spent === most ? "" : `Mutations spend ${points(spent)} of ${most}: you must use all that you can.`
    };
  }

  /** @type {(before: DnaPosition, at: Square, parts: ReadPart[]) => Carried} */
  function scored(before, at, parts) {
    const most = before.capture(before.points(at));
    let now = before;
    let taken = 0;
    for (const { size, colour, owner, archive } of parts) {
      const alike = now
        .wares()
        .filter(
          (each) =>
            each.owner === owner &&
            each.archive === archive &&
            sizes[each.size] === size &&
            (!colour || each.colour === colour)
        );
      if (alike.length !== 1)
        return {
          words: `${owner} has ${alike.length ? "more than one kind of" : "no"} ${[size, colour].filter(Boolean).join(" ")} there to be taken.`
        };
      now = now.captured(alike[0]);
      taken += alike[0].price;
    }
    return {
      after: now,
      words: taken === most ? "" : `Captures take ${points(taken)} of ${most}: you must take all that you can.`
    };
  }

  return { read, kindOf, unknown, doubt };
})();

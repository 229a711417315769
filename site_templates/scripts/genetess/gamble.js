// Round 0 of Genetess: gambles filled in field by field, one of each kind that the game opens; starts on the board too.

const Gamble = (() => {
  /** @type {Record<string, string>} */
  const WORDS = { start: "Starting position", order: "Place in the order of play", colour: "Colour" };
  const { button, labelled } = Parts;

  /** @type {(names: [value: string, words: string][]) => HTMLSelectElement} */
  function select(names) {
    const list = document.createElement("select");
    list.append(...names.map(([value, words]) => new Option(words, value)));
    return list;
  }

  // The starts of the board by their squares, from its titles.
  /** @type {(board: SVGElement) => Map<Square, string>} */
  function startsOf(board) {
    const starts = new Map();
    for (const [name, what] of Grid.told(board)) {
      const [, start] = /^start (.+)$/.exec(what) ?? [];
      if (start) starts.set(name, start);
    }
    return starts;
  }

  // Fields in the table's `place`; an order is given as soon as a preference is chosen. See builder.js for the table.
  class Fields {
    /** @param {Table<GenetessOffers>} table */
    constructor({ data, board, place, give, say, next }) {
      this.data = data;
      this.any = Grammar.genetess.dont_care;
      this.give = give;
      this.say = say;
      this.next = next;
      /** @type {string[]} */
      this.chosen = [];
      this.starts = startsOf(board);
      this.kinds = Object.keys(data.prizes);
      this.kind = select(this.kinds.map((kind) => [kind, WORDS[kind] ?? kind]));
      this.stake = document.createElement("input");
      Object.assign(this.stake, { type: "number", min: 0, max: data.e, value: 0 });
      this.more = select([]);
      this.kind.addEventListener("change", () => this.keep());
      this.stake.addEventListener("input", () => this.update());
      this.more.addEventListener("change", () => this.choose());
      this.undo = button("Undo step", "Undo the last preference", () => this.back());
      const row = document.createElement("p");
      row.className = "line";
      row.append(
        labelled("Gamble for", this.kind),
        labelled("Stake in E", this.stake),
        labelled("Your next favourite", this.more),
        this.undo
      );
      place.replaceChildren(row);
      this.cells = this.cellsOf(board);
      this.clear();
    }

    /** @param {SVGSVGElement} board */
    cellsOf(board) {
      const { columns, rows } = this.data;
      /** @type {(name: Square) => string} */
      const labelOf = (name) => (this.starts.has(name) ? `${name}: start ${this.starts.get(name)}` : name);
      const cells = new Grid.Cells(board, {
        columns,
        rows,
        labelOf,
        picked: (name) => this.picked(name),
        back: () => this.back()
      });
      const [first] = this.starts.keys();
      if (first) cells.stand(first, false);
      cells.fade();
      return cells;
    }

    // A start of the board is the next preference.
    /** @param {Square} name */
    picked(name) {
      const start = this.starts.get(name);
      if (!start) return this.say(`${name} is no start.`);
      if (!this.data.prizes.start)
        return this.say(`${name} is the start ${start}; this game does not gamble for starts.`);
      if (this.kind.value !== "start") {
        this.kind.value = "start";
        this.keep();
      }
      if (this.chosen.includes(start)) return this.say(`${start} is already chosen.`);
      if (this.chosen.at(-1) === this.any) return this.say("“Don’t care about the rest” ends the list: undo it first.");
      this.chosen.push(start);
      this.refill();
      return this.update();
    }

    // Another kind is gambled for: what is built for the one before goes into the file.
    keep() {
      const [add, replace] = [by("add"), by("replace")];
      if (!add.disabled) (replace.hidden ? add : replace).click();
      this.stake.value = "0";
      this.start();
    }

    mark() {
      const open = this.kind.value === "start" && this.data.prizes.start && this.chosen.at(-1) !== this.any;
      /** @type {(start: string) => string} */
      const kindOf = (start) => (this.chosen.includes(start) ? "way" : open ? "to" : "");
      this.cells.mark(new Map([...this.starts].map(([name, start]) => [name, kindOf(start)])));
    }

    // Begin anew, with the next preference to be chosen.
    start() {
      this.give("", false);
      this.clear();
    }

    clear() {
      this.chosen = [];
      this.refill();
      this.say(`You have ${this.data.e} E for all your stakes together. Choose your favourite.`);
    }

    refill() {
      const last = this.chosen.at(-1) === this.any;
      const left = last ? [] : (this.data.prizes[this.kind.value] ?? []).filter((name) => !this.chosen.includes(name));
      const rest = left.length && this.chosen.length ? [[this.any, "don’t care about the rest"]] : [];
      this.more.replaceChildren(
        ...[["", "choose …"], ...left.map((name) => [name, name]), ...rest].map(
          ([value, words]) => new Option(words, value)
        )
      );
      this.more.value = "";
      this.undo.hidden = !this.chosen.length;
      this.mark();
    }

    choose() {
      if (this.more.value) this.chosen.push(this.more.value);
      this.refill();
      this.update();
    }

    back() {
      this.chosen.pop();
      this.refill();
      this.update();
    }

    update() {
      const stake = Number(this.stake.value);
      const fits = this.stake.value !== "" && Number.isInteger(stake) && stake >= 0 && stake <= this.data.e;
      const whole = fits && this.chosen.length > 0;
      const text = `GAMBLE ${fits ? stake : "?"}E on ${this.chosen.join(", ")}`;
      this.give(this.chosen.length ? text.trim() : "", whole);
      if (!fits) this.say(`The stake is a whole number from 0 to ${this.data.e}.`);
      else if (whole) this.say(`${text} is ready: ${this.next()}, or choose your next favourite.`);
      else this.start();
    }
  }

  // What is doubtful of each gamble, in words: all of them go together.
  /** @type {(data: GenetessOffers, readings: GenetessReading[]) => string[]} */
  function doubts(data, readings) {
    /** @type {(one: string, two: string) => boolean} */
    const alike = (one, two) => one.toUpperCase() === two.toUpperCase();
    let sum = 0;
    const kinds = new Set();
    return readings.map((reading) => {
      const { verb, stake } = reading;
      if (verb !== "GAMBLE") return Reading.passedOver(reading);
      const names = reading.preferences.filter((name) => name !== Grammar.genetess.dont_care);
      sum += stake;
      const [kind] = Object.entries(data.prizes).find(([, all]) => all.some((name) => alike(name, names[0]))) ?? [];
      const odd = names.find((name) => !data.prizes[kind]?.some((each) => alike(each, name)));
      const again = kind && kinds.has(kind);
      kinds.add(kind);
      if (sum > data.e)
        return `Your stakes come to ${sum} E, and you have ${data.e} E. Lower them; until then you are not in.`;
      const prizes = kind ? ` here: there is ${data.prizes[kind].join(", ")}` : "";
      if (odd) return `“${odd}” is nothing that this game gambles for${prizes}.`;
      return again ? "There is another gamble for the same in your file; each kind is gambled for once." : "";
    });
  }

  return { Fields, doubts };
})();

/** @type {(table: Table<GenetessOffers>) => Picker} */
Builder.pickers.genetess = (table) => {
  /** @type {(order: string) => GenetessReading} */
  const read = (order) => Reading.read(order, table.data);
  const fields = new Gamble.Fields(table);
  return {
    clear: () => fields.clear(),
    wrong: (order) => read(order).fault ?? "",
    doubts: (orders) => Gamble.doubts(table.data, orders.map(read)),
    look() {}
  };
};

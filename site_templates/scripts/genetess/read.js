// Orders of Genetess read as genetess_cli/rules/genetess/order.py reads them, and what a queue of them comes to on the
// board as it is now. How orders are written is in the tables of the rules (Grammar), what is possible in the data that
// they have printed (rules/genetess/offering.py); what the board hides nobody knows before the order is carried out, so
// nothing here is more than a warning.

const Reading = (() => {
  const { squares, stepped, directions, isOn } = Ways;
  const { usages, alone, expected, spent: SPENT, genes, digits } = Grammar.genetess;
  /** @type {(text: string) => string} */
  const sorted = (text) => [...text.toUpperCase()].sort().join("");
  /** @type {(text: string) => Square | null} */
  const square = (text) => (Queue.isSquare(text) ? text.toUpperCase() : null);

  // What each part of an order reads from a word; null for one that does not fit.
  /** @type {Record<Slot, (text: string) => any>} */
  const SLOTS = {
    at: square,
    to: square,
    codes: (text) => (/^[a-z]+$/i.test(text) && text.length <= genes.most ? sorted(text) : null),
    code: (text) => (/^[a-z]$/i.test(text) ? text.toUpperCase() : null),
    path(text) {
      const steps = text.toUpperCase().split(/-+/);
      return steps.every((step) => step in Grammar.directions) ? steps : null;
    },
    stake: (text) =>
      /^\d+e?$/i.test(text) && text.replace(/e$/i, "").length <= digits ? Number.parseInt(text, 10) : null,
    preferences: (text) => text
  };

  // An order as {verb, at, to, codes, path, stake, preferences, over}, `over` being the words passed over before and behind
  // it, in one text each, and `stretch` the place of the others; or {fault}, what is wrong with it for good, in words.
  /** @type {(order: string, data: GenetessOffers) => GenetessReading} */
  function read(order, data) {
    const reading = Queue.read(order, parse);
    const never = data.never?.[reading.verb];
    return never ? { fault: never } : reading;
  }

  // The first order among words (ruling G27).
  /** @type {(words: Word[]) => GenetessReading} */
  function parse(words) {
    const faults = [];
    for (const [index, word] of words.entries()) {
      const verb = word.text.toUpperCase();
      if (!Object.hasOwn(usages, verb) || (alone.includes(verb) && words.length > 1)) continue;
      const tries = usages[verb].map((usage) => attempt(verb, usage, words, index));
      const good = tries.find((each) => !each.fault);
      if (good) return good;
      faults.push(tries.sort((one, two) => two.used - one.used)[0]);
    }
    return faults[0] ?? { fault: Queue.unclear(words, alone) || unknown(words) };
  }

  /** @type {(verb: Verb, usage: Slot[], words: Word[], index: number) => GenetessReading} */
  function attempt(verb, usage, words, index) {
    /** @type {GenetessReading} */
    const found = { verb };
    let used = index + 1;
    for (const slot of usage.filter((each) => each !== "preferences")) {
      const value = used < words.length ? SLOTS[slot](words[used].text) : null;
      if (value === null) return { fault: misfit(verb, slot, words[used]), used };
      Object.assign(found, { [slot === "code" ? "codes" : slot]: value });
      used += 1;
    }
    // Gambles are read where there can be some: elsewhere they are refused in any case.
    if (verb === "GAMBLE" && typeof Preferences !== "undefined") {
      const { behind, preferences } = Preferences.read(words, used);
      if (!preferences.length) return { fault: misfit(verb, "preferences") };
      Object.assign(found, { preferences });
      used = behind;
    }
    for (; verb === "CHARGE" && words[used]?.text.toUpperCase() === "CHARGE"; used += 2) {
      const more = SLOTS.path(words[used + 1]?.text ?? "");
      if (!more) break;
      found.path = [...found.path, ...more];
    }
    const over = [words.slice(0, index), words.slice(used)]
      .filter((some) => some.length)
      .map((some) => some.map(({ text }) => text).join(" "));
    return { ...found, over, stretch: [words[index].at, words[used]?.at ?? Number.POSITIVE_INFINITY] };
  }

  /** @type {(verb: Verb, slot: Slot, word?: Word) => string} */
  const misfit = (verb, slot, word) =>
    word
      ? `${verb}: expected ${expected[slot]}, found “${word.text}”.`
      : `${verb} needs ${expected[slot]}, but the order ends here.`;

  /** @type {(words: Word[]) => string} */
  const unknown = ([word]) =>
    word
      ? `“${word.text}” is no order. An order begins with one of ${Object.keys(usages).join(", ")}.`
      : Grammar.nothing;

  // A queue

  // What a queue comes to as far as it can be foreseen: `trips` are {number, way}, the squares that a piece passes from
  // its own to where it will stand; `stands` is what stands on squares then, by name, {codes, number}; `left` the numbers
  // of the orders by which squares are left.
  /** @type {(data: GenetessOffers, readings: GenetessReading[]) => Outlook} */
  function outlook(data, readings) {
    const stands = new Map((data.pieces ?? []).map(({ at, codes }) => [at, { codes, number: 0 }]));
    /** @type {Map<Square, number>} */
    const left = new Map();
    /** @type {Trip[]} */
    const trips = [];
    /** @type {(at: Square, number: number) => unknown} */
    const leave = (at, number) => stands.delete(at) && left.set(at, number);
    readings.forEach((reading, index) => {
      const { verb, at, to, codes } = reading;
      if (offBoard(data, reading)) return;
      const number = index + 1;
      const piece = stands.get(at);
      if (piece) spend(stands, reading);
      if (verb === "CREATE" || (piece && verb === "DIVIDE")) {
        stands.set(to, { codes, number });
        trips.push({ number, way: piece ? [at, to] : [to] });
      }
      if (piece && verb === "PETRIFY") leave(at, number);
      const way = piece && wayOf(data, reading);
      if (!way || way.length < 2) return;
      const other = verb === "SANCTUARY" ? stands.get(to) : null;
      leave(at, number);
      stands.set(way.at(-1), { codes: piece.codes, number });
      if (other) stands.set(at, { codes: other.codes, number });
      trips.push({ number, way });
    });
    return { stands, left, trips };
  }

  // The codes that an order takes from its piece, and what it gives to another.
  /** @type {(stands: Outlook["stands"], reading: GenetessReading) => void} */
  function spend(stands, { verb, at, to, codes }) {
    /** @type {(name: Square, changed: string | null) => unknown} */
    const change = (name, changed) => changed && stands.set(name, { ...stands.get(name), codes: changed });
    change(at, Pieces.less(stands.get(at).codes, spent(verb, codes)));
    if (verb === "TRANSFER" && stands.has(to)) change(to, sorted(stands.get(to).codes + codes));
  }

  // The codes that an order names, if any, and the one that its action is paid with.
  /** @type {(verb: Verb, codes: string | undefined) => string} */
  const spent = (verb, codes) => (codes ?? "") + (SPENT[verb] ?? "");

  // The squares that the piece of an order passes, its own first; null where that cannot be told.
  /** @type {(data: GenetessOffers, reading: GenetessReading) => Square[] | null} */
  function wayOf(data, { verb, at, to, path }) {
    if (usages[verb][0].join() === "at,to") return [at, to];
    if (!path) return null;
    const runs = data.pieces.find((piece) => piece.at === at)?.acts.CHARGE?.runs ?? [];
    /** @type {(from: Square, step: string) => Square | undefined} */
    const run = (from, step) => runs.find((each) => each.startsWith(`${from} ${step} `))?.split(" ")[2];
    const way = [at];
    for (const step of path) {
      const next = verb === "MOVE" ? stepped(way.at(-1), step) : run(way.at(-1), step);
      if (!next || !isOn(data, next)) return null;
      way.push(next);
    }
    return way;
  }

  // What is doubtful of each order of a queue, in words, "" for nothing. `price` judges the codes of a new piece.
  /** @type {(data: GenetessOffers, readings: GenetessReading[], price: Price) => string[]} */
  function doubts(data, readings, price) {
    return readings.map((reading, index) => {
      const what = index ? later(data, readings, index, price) : first(data, reading, price);
      return [what, passedOver(reading)].filter(Boolean).join(" ");
    });
  }

  /** @type {(reading: GenetessReading) => string} */
  function passedOver({ over, verb }) {
    if (!over?.length) return "";
    const are = over.length > 1 ? "are" : "is";
    return `“${over.join("” and “")}” ${are} no part of the order ${verb}, and ignored.`;
  }

  const NOW = "as far as you know.";
  /** @type {Record<Verb, string>} */
  const IDLE = { CONVERT: "No orphan is in the view of this piece, so it would only spend the turn." };

  // The next order meets the board as it is now.
  /** @type {(data: GenetessOffers, reading: GenetessReading, price: Price) => string} */
  function first(data, reading, price) {
    const { verb, at, to } = reading;
    const piece = data.pieces.find((each) => each.at === at);
    const words = offBoard(data, reading) || (piece && unfit(data, piece.codes, reading));
    if (words) return words;
    if (verb === "CREATE") return create(data, reading, price);
    if (!at) return "";
    if (!piece)
      return `You have no piece on ${at}${data.orphans.includes(at) ? " that takes orders: it is an orphan" : ""}.`;
    const act = piece.acts[verb];
    if (!act) return piece.cannot[verb] || `The ${piece.codes} on ${at} has no ${verb} open to it now.`;
    if (verb === "MOVE") return move(act, wayOf(data, reading).slice(1));
    if (verb === "CHARGE") return wayOf(data, reading) ? "" : `The charge would be blocked at once, ${NOW}`;
    if (act.to && !squares(act.to).has(to)) return `${verb} cannot have ${to} as its target, ${NOW}`;
    return act.idle ? (IDLE[verb] ?? "It would change nothing: it only spends the turn.") : "";
  }

  // Behind the next order the board is another one; whether a piece is there, and what its codes allow, can be told.
  /** @type {(data: GenetessOffers, readings: GenetessReading[], index: number, price: Price) => string} */
  function later(data, readings, index, price) {
    const reading = readings[index];
    const { verb, at, codes } = reading;
    const words = offBoard(data, reading) || (verb === "CREATE" && !price(codes).good && price(codes).words);
    if (words || !at) return words || "";
    const { stands, left } = outlook(data, readings.slice(0, index));
    if (stands.has(at)) return unfit(data, stands.get(at).codes, reading);
    if (left.has(at)) return `After order ${left.get(at)} no piece is on ${at}, so this ${verb} would fail.`;
    return `You have no piece on ${at} now.`;
  }

  /** @type {(data: GenetessOffers, reading: GenetessReading) => string} */
  function offBoard(data, { at, to }) {
    const name = [at, to].find((each) => each && !isOn(data, each));
    return name
      ? `${name} is off the board: its squares are A1 to ${Grid.columnName(data.columns - 1)}${data.rows}.`
      : "";
  }

  /** @type {(number: number) => string} */
  const times = (number) => (number === 1 ? "once" : `${number} times`);

  // What cannot be ordered of a piece with such codes on its square, whatever else is on the board.
  /** @type {(data: GenetessOffers, codes: string, reading: GenetessReading) => string} */
  function unfit(data, codes, reading) {
    const { verb, at, path, codes: some } = reading;
    const piece = Pieces.body(codes);
    const it = `The ${codes} on ${at}`;
    if (!piece.verbs.includes(verb)) {
      const [letter, [, name]] = Object.entries(genes.codes).find(([, each]) => each[2].includes(verb));
      return `${it} has no ${letter} (${name}), which ${verb} needs.`;
    }
    if (verb === "MOVE" && path.length !== piece.steps)
      return `${it} must move exactly ${Pieces.many(piece.steps, "step")}, not ${path.length}.`;
    if (verb === "CHARGE" && path.length > piece.legs)
      return `${it} can charge ${times(piece.legs)} in one order, not ${path.length} times.`;
    const crooked = path?.find((each) => !directions(piece).includes(each));
    if (crooked) return `A piece without C cannot ${verb} ${crooked}.`;
    if (verb === "MOVE" && !wayOf(data, reading)) return "The MOVE leads off the board.";
    return parts(codes, verb, some) ? "" : `${verb} ${some}: the ${codes} on ${at} cannot do that.`;
  }

  // Whether a piece can part with the codes that an order takes from it.
  /** @type {(codes: string, verb: Verb, some: string) => boolean} */
  function parts(codes, verb, some) {
    const rest = Pieces.less(codes, spent(verb, some));
    /** @type {(left: string | null) => boolean} */
    const lives = (left) => left !== null && Pieces.body(left).viable;
    if (verb === "DIVIDE") return lives(some) && lives(rest);
    return verb !== "TRANSFER" || (some !== "K" && lives(rest));
  }

  /** @type {(act: Act, way: Square[]) => string} */
  function move(act, way) {
    const end = way.pop();
    const passed = squares(act.pass);
    const shut = way.find((name) => !passed.has(name));
    if (shut) return `The piece cannot pass ${shut}, ${NOW}`;
    return squares(act.end).has(end) ? "" : `The piece cannot enter ${end}, ${NOW}`;
  }

  /** @type {(data: GenetessOffers, reading: GenetessReading, price: Price) => string} */
  function create(data, { to, codes }, price) {
    const [needed] = Object.entries(data.create).find(([, runs]) => squares(runs).has(to)) ?? [];
    if (needed === undefined) return `No piece can be made on ${to}, ${NOW}`;
    const { good, doubt, words } = price(codes);
    if (good && !codes.includes(needed)) return `On ${to} only a piece with ${needed} can be made.`;
    return good ? doubt : words;
  }

  return { read, wayOf, outlook, doubts, passedOver };
})();

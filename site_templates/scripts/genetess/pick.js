// The picker of Genetess: a piece, what it does, and where. What can be done stands in the data that the rules have
// printed (rules/genetess/offering.py); here is only walked among the squares that it names.

/** @type {(table: Table<GenetessOffers>) => Picker} */
Builder.pickers.genetess = (table) => {
  const { data, board, place, give, say, next, done } = table;
  const { button, pressed, row, labelled } = Parts;
  const { squares, Move, Charge, Aim } = Ways;

  const titles = Grid.told(board);

  // The codes of an order: a choice of what can be, or letters that are typed. `value()` is "" until they are good.
  /** @type {(values: string[], label: string) => Codes} */
  function choice(values, label) {
    const holder = document.createElement("p");
    const list = document.createElement("select");
    for (const each of values) list.append(new Option(each, each));
    list.addEventListener("change", update);
    holder.append(labelled(label, list));
    return { holder, value: () => list.value };
  }

  /** @type {(label: string, judge: Price) => Codes} */
  function letters(label, judge) {
    const holder = document.createElement("p");
    const field = document.createElement("input");
    const read = document.createElement("span");
    Object.assign(field, { autocomplete: "off", spellcheck: false, size: 12 });
    field.setAttribute("autocapitalize", "characters");
    field.addEventListener("input", update);
    read.setAttribute("role", "status");
    holder.append(labelled(label, field), " ", read);
    return {
      holder,
      value: () => {
        const { good, words } = judge(field.value);
        if (read.textContent !== words) read.textContent = words;
        return good;
      }
    };
  }

  // The same for a new piece, with a button for each code that is sold, and cheap pieces to begin with.
  /** @type {(label: string, judge: Price) => Codes} */
  function shop(label, judge) {
    const { holder, value } = letters(label, judge);
    const field = holder.querySelector("input");
    field.value = typed;
    /** @type {(codes: string) => void} */
    const write = (codes) => {
      field.value = codes;
      update();
    };
    const goods = [...data.sold].map((letter) => {
      const [, name] = Grammar.genetess.genes.codes[letter];
      const each = button("", "", () => {
        write(field.value + letter);
        if (each.disabled) field.focus();
      });
      each.innerHTML = `<b>${letter}</b><span>${name.toLowerCase()}</span><small></small>`;
      return { letter, each, more: each.querySelector("small") };
    });
    const cheap = CHEAP.filter((codes) => isSold(codes) && Pieces.cost(codes) <= BigInt(data.e)).map((codes) =>
      button(`${codes} ${Pieces.cost(codes)} E`, "", () => write(codes))
    );
    const all = document.createElement("div");
    all.append(
      holder,
      row("Cheap pieces", cheap),
      row(
        "Letters on sale",
        goods.map(({ each }) => each),
        "shop"
      )
    );
    return {
      holder: all,
      value() {
        typed = field.value;
        const codes = Pieces.sequence(typed) ?? "";
        for (const { letter, each, more } of goods) {
          const cost = Pieces.cost(codes + letter);
          each.disabled = cost > BigInt(data.e);
          more.textContent = `+${cost - Pieces.cost(codes)} E`;
        }
        return value();
      }
    };
  }

  /** @type {(codes: string) => boolean} */
  const isSold = (codes) => [...codes].every((letter) => data.sold.includes(letter));

  // What a new piece costs and can do, and whether it can be made; `doubt` is that it is too dear so far.
  /** @type {Price} */
  function price(text) {
    const codes = Pieces.sequence(text);
    const purse = `have ${data.e} E${data.income ? " next turn" : ""}.`;
    if (codes === "") return { good: "", words: `You ${purse}` };
    if (codes === null) return { good: "", words: "Codes are letters from A to Z." };
    const dear = [...new Set(codes)].filter((letter) => !data.sold.includes(letter));
    const made = Pieces.body(codes);
    const does = `${Pieces.pace(codes)} It sees ${Pieces.many(made.radius, "square")} to every side.`;
    if (dear.length) return { good: "", words: `${dear.join(", ")} cannot be bought in this game.` };
    if (!made.viable) return { good: "", words: "A new piece needs an A." };
    const rest = BigInt(data.e) - made.cost;
    const doubt = rest < 0n ? `It costs ${made.cost} E, and you ${purse} Store it for later.` : "";
    const price = `Costs ${made.cost} E. You keep ${rest} of your ${data.e} E.`;
    return { good: codes, doubt, words: `${doubt || price} ${does}` };
  }

  /** @type {(piece: OfferedPiece) => Price} */
  const part = (piece) => (text) => {
    const codes = Pieces.sequence(text) ?? "";
    const rest = Pieces.less(piece.codes, codes);
    /** @type {(some: string) => boolean} */
    const lives = (some) => Pieces.body(some).viable;
    if (!text.trim()) return { good: "", words: `Codes of ${piece.codes} to be ejected.` };
    if (rest === null || !codes) return { good: "", words: `That is not part of ${piece.codes}.` };
    if (!lives(codes) || !lives(rest)) return { good: "", words: "Each half needs an A or a K." };
    return { good: codes, words: `${rest} stays.` };
  };

  // What is chosen

  const CHEAP = ["A", "AB", "ABC", "AD"]; // pieces to begin with
  /** @type {Record<string, string>} */
  const ENTRIES = { I: "I (replaces your own piece)", O: "O (opens a wall)" };
  let typed = ""; // the codes of a new piece, which stay while squares are chosen
  /** @type {Record<string, string>} */
  const GROUNDS = {
    x: "exterior wall",
    i: "interior wall",
    x2: "exterior wall, as you remember it",
    i2: "interior wall, as you remember it",
    x3: "exterior wall, as at the start",
    i3: "interior wall, as at the start",
    f: "out of your sight",
    n: "out of your sight"
  };
  const pieces = new Map((data.pieces ?? []).map((piece) => [piece.at, piece]));
  const rooms = new Map(
    Object.entries(data.create ?? {}).flatMap(([code, runs]) => [...squares(runs)].map((name) => [name, code]))
  );
  /** @type {OfferedPiece | null} */
  let piece = null;
  let verb = "";
  /** @type {Way | null} */
  let way = null;
  /** @type {InstanceType<typeof Grid.Cells> | null} */
  let cells = null;
  /** @type {InstanceType<typeof Card.Board> | null} */
  let card = null;
  /** @type {Outlook} */
  let outlook = { stands: new Map(), left: new Map(), trips: [] }; // what the queue comes to, but for the order that is being written anew
  let edited = -1; // where that stands

  /** @type {(name: Verb) => Way} */
  function wayOf(name) {
    if (name === "CREATE") return creation();
    const act = piece.acts[name];
    if (name === "MOVE") return new Move(piece, act);
    if (name === "CHARGE") return new Charge(piece, act);
    const { at } = piece;
    if (name === "TRANSFER")
      return new Aim(piece, squares(act.to), choice(act.codes, "Code to give"), (to, code) => [at, code, to]);
    if (name === "DIVIDE") {
      const codes = act.codes
        ? choice(act.codes, "Codes for the new piece")
        : letters("Codes for the new piece", part(piece));
      return new Aim(piece, squares(act.to), codes, (to, some) => [at, some, to]);
    }
    return new Aim(piece, act.to && squares(act.to), null, (to) => [at, to]);
  }

  // Whether an own piece leaves a square by an order of the queue, and no other comes there.
  /** @type {(name: Square) => boolean} */
  const freed = (name) => outlook.left.has(name) && !outlook.stands.has(name);

  // The code without which no piece can be made on a square; "" for none.
  /** @type {(name: Square) => string} */
  const needed = (name) => (freed(name) ? "" : (rooms.get(name) ?? ""));

  // CREATE: on some squares only pieces with a certain code can be made.
  function creation() {
    /** @type {(codes: string) => Square[]} */
    const room = (codes) => [...rooms.keys()].filter((name) => codes.includes(needed(name)));
    /** @type {Price} */
    const judge = (text) => {
      const found = price(text);
      if (way) way.targets = room(Pieces.sequence(text) ?? "");
      const code = needed(way?.to);
      if (!found.good || found.good.includes(code)) return found;
      return { good: "", words: `On ${way.to} only a piece with ${code} can be made. ${found.words}` };
    };
    return new Aim(null, room(typed.toUpperCase()), shop("Codes of the new piece", judge), (to, codes) => [to, codes]);
  }

  // Why no square can be chosen for a new piece, and what to do; "" where one can.
  function crowded() {
    if (verb !== "CREATE" || [...way.targets].length) return "";
    const kings = [...pieces.keys()].filter(isKing).join(" and ");
    const more = [...new Set(rooms.values())].map((code) => `add ${ENTRIES[code] ?? code}`);
    const ways = ["move a neighbour", ...more].join(", or ");
    return `No free square beside your King on ${kings}: ${ways}.`;
  }

  function verbs() {
    if (!piece) return [];
    const found = Object.keys(piece.acts);
    return Pieces.body(piece.codes).verbs.includes("CREATE") && rooms.size ? [...found, "CREATE"] : found;
  }

  // Whether an order is carried out before the one that is being built.
  /** @type {(number: number) => boolean} */
  const isBefore = (number) => edited < 0 || number <= edited;
  const count = () =>
    outlook.trips.some((trip) => isBefore(trip.number))
      ? " Checked against the board as it is now, not after your earlier orders."
      : "";

  /** @type {(name: Square) => void} */
  function choosePiece(name) {
    piece = pieces.get(name);
    const can = verbs();
    if (can.length) chooseVerb(can.includes("MOVE") ? "MOVE" : can[0]);
    else {
      verb = "";
      way = null;
      show();
      say(`${piece.codes} can do nothing now. ${reasons()}`);
    }
  }

  const reasons = () => Object.values(piece.cannot).join(" ");

  /** @type {(name: Verb) => void} */
  function chooseVerb(name) {
    if (piece && !verbs().includes(name))
      return say(
        `No ${name} now. ${piece.cannot[name]}${name === "CREATE" && !data.never?.CREATE ? " Move a neighbour away first." : ""}`
      );
    verb = name;
    way = wayOf(name);
    show();
    update();
  }

  /** @type {(way: Way, name: Square) => boolean} */
  const leads = (way, name) => way.onward().has(name) || way.far().has(name);

  /** @type {(name: Square) => void} */
  function go(name) {
    way.go(name);
    update();
  }

  /** @type {(name: Verb, square: Square) => void} */
  function begin(name, square) {
    chooseVerb(name);
    go(square);
  }

  /** @type {(name: Square) => void} */
  function picked(name) {
    if (way?.whole && name === (way.to || way.at.at(-1)) && !way.onward().has(name)) done();
    else if (way?.to === name && way.whole) done();
    else if (way && leads(way, name)) go(name);
    else if (verb === "CREATE" && isKing(name)) say(`${name} makes the piece: choose a free square beside it.`);
    else if (pieces.has(name)) choosePiece(name);
    else if (outlook.stands.get(name)?.number) say(`${labelOf(name)}.`);
    else if (!way && rooms.has(name)) begin("CREATE", name);
    else if (way?.whole && leads(wayOf(verb), name)) begin(verb, name);
    else {
      const square = [name, titles.get(name), groundOf(name)].filter(Boolean).join(", ");
      const why = way ? `${verb} cannot go there from here` : "choose one of your pieces";
      say(`${square}: ${why}.`);
    }
  }

  /** @type {(name: Square) => boolean} */
  const isKing = (name) => Pieces.body(pieces.get(name)?.codes ?? "").verbs.includes("CREATE");

  function back() {
    if (way?.back()) update();
    else start();
  }

  // What is shown

  function update() {
    if (!way) return;
    const text = [verb, ...way.words].filter(Boolean).join(" ");
    const full = crowded();
    give(text, way.whole, full ? "No free square" : way.lacks);
    mark();
    const gone = outlook.left.get(piece?.at);
    const idle =
      way.whole && piece?.acts[verb]?.idle ? `${Reading.doubts(data, [{ verb, at: piece.at }], price)[0]} ` : "";
    const leaves = isBefore(gone) && gone ? `Order ${gone} moves this piece away. ` : "";
    const stands = freed(way.to) ? `${way.to} is free only after your order that moves its piece away. ` : "";
    const told = (full || way.advice(next())) + (way.at.some(isDark) ? " It leads there as far as you know." : "");
    const then = told[0].toLowerCase() + told.slice(1);
    say(`${idle}${leaves}${stands}${text}${way.whole ? " is ready" : ""}: ${then}${way.whole ? count() : ""}`);
  }

  /** @type {(name: Square) => string} */
  const groundOf = (name) => GROUNDS[cells.ground(name, GROUNDS)] ?? "";

  // Whether a square is out of sight, so that what is there is only remembered, or known from the start.
  /** @type {(name: Square) => boolean} */
  const isDark = (name) => /,|sight/.test(groundOf(name));

  function mark() {
    const marks = new Map();
    for (const name of way?.far().keys() ?? []) marks.set(name, "end");
    for (const name of way?.at.slice(1) ?? []) marks.set(name, "way");
    if (piece) marks.set(piece.at, "from");
    if (way?.to) marks.set(way.to, "way");
    for (const name of way?.onward().keys() ?? []) if (name !== way.to) marks.set(name, "to");
    cells.mark(marks, new Set(way?.far().keys()));
    const planned = way?.whole || way?.at.length > 1 ? [{ way: [...way.at, ...(way.to ? [way.to] : [])] }] : [];
    cells.draw([...outlook.trips, ...planned].map((trip) => ({ ...trip, unsure: trip.way.some(isDark) })));
  }

  // A piece that is drawn on a square: whose it is, its codes ("" where they are unknown), and its `state` in words.
  const PIECE = /^([a-z]\w*) (?:([A-Z]+)(r?)(u?)|\(codes unknown\))(?![a-z])((?:, (?!S\d)[^,]*)*)/;
  /** @type {(name: Square) => { owner: string, codes: string, state: string, isGhost: boolean } | null} */
  function drawn(name) {
    const found = PIECE.exec(titles.get(name) ?? "");
    if (!found) return null;
    const [, owner, codes = "", phased, flared, behind] = found;
    const state = [phased && "phased", flared && "its flare burns", ...behind.split(", ").slice(1)].filter(Boolean);
    return { owner, codes, state: state.map((each) => ` · ${each}`).join(""), isGhost: behind.includes("last seen") };
  }

  // What there is to say of a square; null where nothing is on it.
  /** @type {(name: Square) => About | null} */
  function about(name) {
    const own = pieces.get(name);
    const { owner, codes, state = "" } = drawn(name) ?? {};
    const whose = own ? "yours" : `${owner}’s`;
    const all = own?.codes ?? codes;
    if (all) {
      const price = Pieces.cost(all);
      const worth = price ? ` · worth ${price} E` : "";
      return {
        title: `${all} on ${name}`,
        more: `${whose} · ${Pieces.many(all.length, "code")}${worth}${state}`,
        chips: Pieces.chips(all),
        words: `${Pieces.pace(all)}${own?.acts.MOVE ? " Choose where it ends: the path is found for you." : ""}`
      };
    }
    if (owner) return { title: `? on ${name}`, more: whose + state, words: "You do not know its codes." };
    const there = titles.get(name);
    const [, type, what, old] = /(?:^|, )(S\d+) (.*?)(?:, (last seen .*))?$/.exec(there ?? "") ?? [];
    const seen = old ? ` · ${old}` : "";
    if (type) return { title: `${type} on ${name}`, more: `special square${seen}`, words: `${what}.` };
    if (there) return { title: name, more: there, words: "" };
    const [wall, known = ""] = (groundOf(name) || "nothing here").split(", ");
    const bars = wall === GROUNDS.x ? "Nothing can enter it." : "A piece with O can mine it.";
    if (wall.endsWith("wall")) return { title: `${wall} on ${name}`, more: known, words: bars };
    return piece ? null : { title: name, more: wall, words: "" };
  }

  // What an order does, in a few words.
  /** @type {(order: string) => string} */
  function deed(order) {
    const reading = Reading.read(order, data);
    if (reading.fault) return "";
    const { verb, at, to } = reading;
    const end = verb === "MOVE" || verb === "CHARGE" ? Reading.wayOf(data, reading)?.at(-1) : to;
    if (verb === "CREATE") return `a new ${reading.codes} on ${to}`;
    const mover = pieces.get(at)?.codes ?? "";
    if (!end) return at ? `${mover || "piece"} on ${at}` : "";
    const there = end === at || pieces.has(end) ? null : drawn(end);
    if (there && !there.isGhost) return `takes ${there.owner}’s ${there.codes || "piece"} on ${end}`;
    return `${mover} ${at} to ${end}`.trim();
  }

  /** @type {(orders: string[]) => GenetessReading[]} */
  const readings = (orders) => orders.map((order) => Reading.read(order, data));
  /** @type {(orders: string[]) => string[]} */
  const doubts = (orders) => Reading.doubts(data, readings(orders), price);

  // Where the orders of the queue lead is drawn.
  /** @type {(orders: string[], which: number) => void} */
  function look(orders, which) {
    edited = which;
    outlook = Reading.outlook(data, readings(orders.map((order, at) => (at === which ? "" : order))));
    mark();
  }

  function show() {
    card?.pin(piece?.at ?? "");
    const names = piece ? verbs() : rooms.size ? ["CREATE"] : [];
    const buttons = [...names.map(verbButton), ...Object.keys(piece?.cannot ?? {}).map(shutButton)];
    if (way) buttons.push(button("Undo step", "", back));
    place.replaceChildren(
      row(piece ? `What ${piece.at} does` : "What to do", buttons),
      ...(way?.codes ? [way.codes.holder] : [])
    );
    mark();
  }

  /** @type {(name: Verb) => HTMLButtonElement} */
  function verbButton(name) {
    return pressed(name, "", name === verb, () => {
      chooseVerb(name);
      Parts.focus(place, "[aria-pressed=true]");
    });
  }

  // What the piece could do elsewhere or with other codes: it is told why not now.
  /** @type {(name: Verb) => HTMLButtonElement} */
  function shutButton(name) {
    const made = button(name, `${name}: why not now`, () => chooseVerb(name));
    made.className = "shut";
    return made;
  }

  function start() {
    give("", false);
    clear();
  }

  /** @type {(order: string) => string} */
  const wrong = (order) => Reading.read(order, data).fault ?? "";

  function clear() {
    piece = way = null;
    verb = "";
    show();
    say(pieces.size ? `Choose one of your pieces.${count()}` : "You have no piece to order.");
  }

  /** @type {(name: Square) => string} */
  function labelOf(name) {
    const { codes, number } = outlook.stands.get(name) ?? {};
    const told = titles.has(name) ? `${name}: ${titles.get(name)}` : name;
    return number ? `${told}; your ${codes} after order ${number}` : told;
  }

  const plan = { columns: data.columns, rows: data.rows, labelOf, picked, back };
  cells = new Grid.Cells(board, plan);
  card = new Card.Board(cells, about, (name) => pieces.has(name));
  const first = pieces.keys().next().value;
  if (first) cells.stand(first, false);
  cells.fade();
  return { clear, wrong, doubts, look, deed, docks: true };
};

// The picker of Genie of the Lamp: a piece and where it goes, or a pawn that is flipped.
// Every move with its squares stands in the data that the rules have printed (rules/genie/offering.py).

/** @type {(table: Table<GenieOffers>) => Picker} */
Builder.pickers.genie = ({ data, board, place, give, say, next, done }) => {
  const { pressed, row } = Parts;
  const titles = Grid.told(board);
  const moves = Moves.listed(data);

  let from = ""; // the square of the piece that is chosen
  let to = ""; // where it goes; then there is a move, unless it is still to be said what the pawn becomes
  /** @type {GenieMove | null} */
  let move = null;
  let way = ""; // by which square a double jump goes, where that is said
  let claims = false; // whether a draw is claimed with the move
  /** @type {Trip[]} */
  let trips = []; // where queued orders lead
  let queued = 0; // how many there are

  /** @type {(name: Square) => GenieMove[]} */
  const toThere = (name) => moves.filter((each) => each.from === from && each.to === name);
  const entrance = () => moves.find((each) => each.from === from && each.enters);
  /** @type {(san: string) => string} */
  const claimOf = (san) => `CLAIM ${san}`;

  function text() {
    if (!move) return "";
    const written = way ? `G${move.from}-${way}-${move.to}` : move.san;
    return claims ? claimOf(move.san) : written;
  }

  // What is chosen

  /** @type {(name: Square) => void} */
  function picked(name) {
    const found = from ? toThere(name) : [];
    if (move && name === to) done();
    else if (found.length) chooseTarget(name, found);
    else if (name === from) start();
    else if (moves.some((each) => each.from === name)) choosePiece(name);
    else if (from) say(`${told(name)}: the piece on ${from} cannot go there.`);
    else say(`${told(name)}: choose a piece of yours that can move.`);
  }

  /** @type {(name: Square) => void} */
  function choosePiece(name) {
    forget();
    from = name;
    update();
  }

  /** @type {(name: Square, found: GenieMove[]) => void} */
  function chooseTarget(name, found) {
    to = name;
    way = "";
    claims = false;
    move = found.length === 1 ? found[0] : null;
    update();
  }

  function forget() {
    from = to = way = "";
    move = null;
    claims = false;
  }

  // The last thing that was chosen is forgotten.
  function back() {
    if (claims) claims = false;
    else if (way) way = "";
    else if (to) {
      to = "";
      move = null;
    } else return start();
    update();
  }

  function start() {
    give("", false);
    clear();
  }

  function clear() {
    forget();
    show();
    say(START + count());
  }

  // What is said

  /** @type {Record<string, string>} */
  const PACES = {
    king: "One square in any direction.",
    queen: "Any number of squares in a straight line.",
    rook: "Any number of squares along a rank or file.",
    bishop: "Any number of squares diagonally.",
    knight: "Two squares straight and one aside, over whatever is between.",
    pawn: "One square ahead, two from where it began; it takes diagonally.",
    Genie: "One or two squares in any direction, over whatever is between; it takes on arrival."
  };
  const START = moves.length ? "Choose one of your pieces." : "You have no move in this position.";

  const count = () => (queued ? " Checked against the board as it is now, not after your earlier orders." : "");

  /** @type {(name: Square) => string} */
  const told = (name) => (titles.has(name) ? `${name}, ${titles.get(name)}` : name);

  function words() {
    if (!to)
      return `${told(from)}: choose where it goes.${entrance() ? " Choose it again to flip it into your Genie." : ""}`;
    if (!move) return `${told(from)}, to ${to}: choose what it becomes.`;
    return `${text()}: ${account()}. Now ${next()}.${count()}`;
  }

  // What an order does, in a few words.
  /** @type {(order: string) => string} */
  function deed(order) {
    const { move: written, verb } = Moves.read(order, data);
    if (verb && !written) return MEANINGS[verb]?.() ?? "";
    const [one, other] = written && !verb ? Moves.meant(written, moves) : [];
    return one && !other ? wentOf(one) : "";
  }

  /** @type {(one: GenieMove) => string} */
  function wentOf(one) {
    const man = titles.get(one.from) ?? one.from;
    if (one.enters) return `flips the pawn on ${one.from} into your Genie`;
    const taken = titles.get(one.to);
    return taken ? `${man} from ${one.from} takes ${taken} on ${one.to}` : `${man} from ${one.from} to ${one.to}`;
  }

  function account() {
    const went = wentOf(move);
    const becomes = move.becomes && !move.enters ? `, becomes a ${nameOf(move.becomes)}` : "";
    const by = way || (move.ways.length === 1 ? move.ways[0] : "");
    const claim = claims ? ", and a draw is claimed of the position after it" : "";
    const leaps = by || move.ways.length ? " in a double jump" : "";
    const through = by ? ` via ${by}` : "";
    return `${went}${becomes}${leaps}${through}${claim}`;
  }

  /** @type {(letter: string) => string} */
  const nameOf = (letter) => Grammar.genie.men[letter.toUpperCase()];

  /** @type {Record<Verb, () => string>} */
  const MEANINGS = {
    DRAW: () => {
      if (data.offer && data.offer !== data.seat)
        return "you were offered a draw. This order accepts it and ends the game.";
      if (data.offer) return "you have already offered a draw; another offer would fail.";
      return "you offer a draw and still have to move: add your move after it.";
    },
    CLAIM: () =>
      data.claims.includes("CLAIM")
        ? "you may claim a draw in this position. This order ends the game."
        : "you cannot claim a draw in this position; the order would fail.",
    RESIGN: () => "you resign and your opponent wins."
  };

  // What is shown

  function update() {
    give(text(), Boolean(text()), to ? "Choose what it becomes" : "Choose where it goes");
    show();
    say(words());
  }

  function show() {
    const stood = place.contains(document.activeElement);
    const more = choices();
    place.replaceChildren(...(more.length ? [row("The move", more)] : []));
    if (stood) Parts.focus(place, "[aria-pressed=true]", "button");
    card.pin(from);
    mark();
  }

  // What there is to say of a man; null where there is none.
  /** @type {(name: Square) => About | null} */
  function about(name) {
    const [, colour, man] = /^(\w+) (\w+)/.exec(titles.get(name) ?? "") ?? [];
    if (!man) return null;
    const goes = [...new Set(moves.filter((each) => each.from === name && !each.enters).map((each) => each.to))];
    const own = colour === data.seat;
    const can = goes.length ? ` It can go to ${goes.join(", ")}.` : " It cannot move now.";
    return { title: `${man} on ${name}`, more: own ? "yours" : colour, words: `${PACES[man] ?? ""}${own ? can : ""}` };
  }

  function choices() {
    const found = [];
    if (from && entrance())
      found.push(
        pressed(`Flip this pawn into the Genie: ${entrance().san}`, "", Boolean(move?.enters), () => picked(from))
      );
    const many = to ? toThere(to) : [];
    if (many.length > 1)
      found.push(
        ...many.map((each) =>
          pressed(`Becomes a ${nameOf(each.becomes)}: ${each.san}`, "", move === each, () => become(each))
        )
      );
    if (move?.ways.length > 1)
      found.push(...move.ways.map((via) => pressed(`Via ${via}`, "", way === via, () => goBy(via))));
    if (move && data.claims.includes(claimOf(move.san)))
      found.push(pressed(`Claim a draw with it: ${claimOf(move.san)}`, "", claims, claim));
    return found;
  }

  /** @type {(each: GenieMove) => void} */
  function become(each) {
    move = each;
    claims = false;
    update();
  }

  /** @type {(via: Square) => void} */
  function goBy(via) {
    way = way === via ? "" : via;
    claims = false;
    update();
  }

  function claim() {
    claims = !claims;
    way = "";
    update();
  }

  function mark() {
    const marks = new Map();
    for (const each of moves) if (each.from === from && each.to !== from) marks.set(each.to, "to");
    if (from) marks.set(from, "from");
    const by = way || (move?.ways.length === 1 ? move.ways[0] : "");
    if (by) marks.set(by, "way");
    if (to && to !== from) marks.set(to, "way");
    cells.mark(marks);
    cells.draw([...trips, ...(move ? [tripOf(move, way)] : [])]);
  }

  // The orders of a queue, read; `now` of the first, which meets the board as it is now, and of one behind a DRAW, which
  // keeps the turn.
  /** @type {(orders: string[]) => (GenieReading & { now: boolean })[]} */
  function read(orders) {
    let now = true;
    return orders.map((order) => {
      const reading = { ...Moves.read(order, data), now };
      now &&= reading.verb === "DRAW";
      return reading;
    });
  }

  /** @type {(orders: string[]) => string[]} */
  const unread = (orders) =>
    read(orders).map(({ now, fault }) => (now || fault ? "" : "Not checked yet, because it depends on the reply"));

  /** @type {(orders: string[]) => string[]} */
  const doubts = (orders) =>
    read(orders).map((reading) => (reading.now && !reading.fault ? Moves.doubt(reading, moves, data.claims) : ""));

  // Where the orders of the queue lead is drawn, but for the one that is being written anew; of those behind the reply as
  // far as they say.
  /** @type {(orders: string[], edited: number) => void} */
  function look(orders, edited) {
    trips = read(orders).flatMap((reading, index) =>
      reading.move && index !== edited ? tripsOf(reading, index + 1) : []
    );
    queued = edited < 0 ? orders.length : edited;
    mark();
  }

  /** @type {(reading: GenieReading & { now: boolean }, number: number) => Trip[]} */
  function tripsOf({ move, now }, number) {
    const found = Moves.meant(move, moves);
    if (found.length === 1) return [tripOf(found[0], "", number)];
    return now || !move.to
      ? []
      : [{ way: [...(move.file && move.rank ? [move.file + move.rank] : []), move.to], number }];
  }

  // The squares of a move as they are drawn; by which one a double jump goes only where there is no other.
  /** @type {(each: GenieMove, via: Square, number?: number) => Trip} */
  function tripOf(each, via, number) {
    const by = via || (each.ways.length === 1 ? each.ways[0] : "");
    return { way: each.enters ? [each.to] : [each.from, ...(by ? [by] : []), each.to], number };
  }

  /** @type {(column: number, line: number) => Square} */
  const nameAt = (column, line) =>
    "turned" in board.dataset ? `${"hgfedcba"[column]}${line + 1}` : `${"abcdefgh"[column]}${8 - line}`;
  /** @type {(name: Square) => string} */
  const labelOf = (name) => (titles.has(name) ? `${name}: ${titles.get(name)}` : name);
  const cells = new Grid.Cells(board, { columns: 8, rows: 8, nameOf: nameAt, labelOf, picked, back });
  const card = new Card.Board(cells, about, (name) => moves.some((each) => each.from === name));
  board.classList.add("chess");
  if (moves.length) cells.stand(moves[0].from, false);
  return { clear, wrong: (order) => Moves.read(order, data).fault ?? "", doubts, unread, look, deed, docks: true };
};

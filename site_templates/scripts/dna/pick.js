// The picker of DNA: a piece, its square, and then the steps of the mutation and the captures, one by one, of which only
// those are offered that lead to as much as must be spent and taken (position.js).

/** @type {(table: Table<DnaOffers>) => Picker} */
Builder.pickers.dna = ({ data, board, place, give, say, next }) => {
  const { button, pressed, row, labelled, made: part } = Parts;
  const titles = Grid.told(board);
  const start = Dna.Position.of(data);
  const kinds = start.kinds();
  const { sizes, side, clauses: BOTH, spelled } = Grammar.dna;
  const [MUTATE, SCORE] = BOTH;

  /** @type {Kind | null} */
  let kind = kinds[0] ?? null;
  let at = "";
  /** @type {Clause[]} */
  let order = BOTH; // the one that comes first, and the other
  /** @type {Record<Clause, any[]>} */
  let made = { MUTATE: [], SCORE: [] }; // steps and captures
  let target = ""; // the neighbour that is looked at
  /** @type {(DnaReading & { kind?: Kind }) | null} */
  let queued = null; // the first order of the queue, read
  // The class and letter of each colour, from the key beside the board.
  const inks = new Map(
    [...document.querySelectorAll(".key .tok")].map((each) => [
      each.nextSibling?.textContent.trim(),
      [[...each.classList].find((name) => name.startsWith("c-")) ?? "", each.textContent]
    ])
  );
  let changed = start; // the position as far as the order is built

  // What has been built

  /** @type {Record<Clause, ClauseWays>} */
  const CLAUSES = {
    MUTATE: {
      most: (now) => now.mutation(at, [], now.value(kind)),
      next: (now, done, left) =>
        now
          .steps(at, done, left)
          .filter((step) => step.cost + now.changed(step).mutation(at, [...done, step], left - step.cost) === left),
      after: (now, step) => now.changed(step),
      cost: (step) => step.cost,
      text: (steps) => steps.map((step) => `${step.at} TO ${step.to}`).join(", ")
    },
    SCORE: {
      most: (now) => now.capture(now.points(at)),
      next: (now, _, left) =>
        now
          .wares()
          .filter((ware) => ware.price <= left && ware.price + now.captured(ware).capture(left - ware.price) === left),
      after: (now, ware) => now.captured(ware),
      cost: (ware) => ware.price,
      text: (taken, before) => (taken.length ? `TAKE ${taken.map((ware) => capture(ware, before)).join(", ")}` : "")
    }
  };

  // The colour is left out where the place holds that size in one colour only.
  /** @type {(ware: Ware, before: DnaPosition) => string} */
  function capture(ware, before) {
    const alike = before
      .wares()
      .filter((each) => each.owner === ware.owner && each.archive === ware.archive && each.size === ware.size);
    return [sizes[ware.size], alike.length > 1 ? ware.colour : "", "FROM", ware.owner, ware.archive ? "ARCHIVE" : ""]
      .filter(Boolean)
      .join(" ");
  }

  // A clause as far as it is made: the position before and after it, and the points that it has still to come to.
  /** @type {(clause: Clause, before: DnaPosition) => Open} */
  function carried(clause, before) {
    const { most, next, after, cost } = CLAUSES[clause];
    const must = most(before);
    const now = made[clause].reduce(after, before);
    const done = made[clause].reduce((sum, part) => sum + cost(part), 0);
    return {
      clause,
      before,
      now,
      must,
      done,
      left: must - done,
      next: must > done ? next(now, made[clause], must - done) : []
    };
  }

  /** @type {() => Open[]} */
  function clauses() {
    const first = carried(order[0], start.placed(kind, at));
    return [first, carried(order[1], first.now)];
  }

  /** @type {(both: Open[]) => string} */
  function text(both) {
    const alike = kinds.filter((each) => each.size === kind.size && each.archive === kind.archive);
    const placing = [
      "PLACE",
      sizes[kind.size],
      alike.length > 1 ? kind.colour : "",
      at,
      kind.archive ? "FROM ARCHIVE" : ""
    ];
    // Where scoring does not come first, a clause that has nothing to do can be left out.
    const begun = both[0].left ? [both[0]] : both;
    const told = begun.filter(({ clause }) => order[0] === SCORE || made[clause].length);
    const words = told.map(({ clause, before }) => `${clause} ${CLAUSES[clause].text(made[clause], before)}`.trim());
    return [placing.filter(Boolean).join(" "), ...words].join("; ");
  }

  // The neighbour that the next step changes: the one that is looked at, or the only one that can be.
  /** @type {(open: Open) => Square[]} */
  const near = (open) => [...new Set(open.next.map((step) => step.at))];
  /** @type {(open: Open) => Square} */
  const aim = (open) => target || (near(open).length === 1 ? near(open)[0] : "");

  /** @type {(piece: DnaPiece) => string} */
  const pieceName = ({ size, colour }) => `${sizes[size]} ${colour}`;
  // The same in full, as `small green`.
  /** @type {(piece: DnaPiece) => string} */
  const fullName = ({ size, colour }) => {
    const [word] = Object.entries(spelled).find(([, letter]) => letter === sizes[size]) ?? [sizes[size]];
    return `${word.toLowerCase()} ${colour}`;
  };
  /** @type {(ware: Ware) => string} */
  const wareName = (ware) => `${fullName(ware)} from ${ware.owner}${ware.archive ? "’s archive" : ""}`;
  /** @type {(count: number) => string} */
  const points = (count) => `${count} point${count === 1 ? "" : "s"}`;

  // What is chosen

  /** @type {(name: Square) => void} */
  function picked(name) {
    const open = at ? clauses().find((each) => each.left) : null;
    if (open?.clause === MUTATE && open.next.some((step) => step.at === name)) look(name);
    else if (!start.pieces.has(name) && kind) settle(name);
    else {
      const square = titles.has(name) ? `${name}, ${titles.get(name)}` : name;
      say(`${square}: ${at ? "you cannot place, mutate or capture here in this step." : "choose an empty square."}`);
    }
  }

  /** @type {(name: Square) => void} */
  function settle(name) {
    if (name === at) return say(`${pieceName(kind)} is already placed on ${name}.`);
    at = name;
    // As the rules list orders: what the board offers is scored before it changes.
    order = start.placed(kind, at).strands(at).length ? [SCORE, MUTATE] : BOTH;
    forget();
    update();
  }

  /** @type {(name: Square) => void} */
  function look(name) {
    target = name;
    update();
  }

  function forget() {
    made = { MUTATE: [], SCORE: [] };
    target = "";
  }

  function back() {
    const clause = [...order].reverse().find((each) => made[each].length);
    if (target) target = "";
    else if (clause) made[clause] = made[clause].slice(0, -1);
    else at = "";
    update();
  }

  function clear() {
    at = "";
    forget();
    show([]);
  }

  /** @type {(clause: Clause, part: Step | Ware) => void} */
  function choose(clause, part) {
    made[clause] = [...made[clause], part];
    target = "";
    update();
  }

  function fill() {
    for (let open = clauses().find((each) => each.left); open; open = clauses().find((each) => each.left)) {
      made[open.clause] = [...made[open.clause], open.next[0]];
    }
    target = "";
    update();
  }

  // What is said

  /** @type {(both: Open[]) => string} */
  function words(both) {
    if (!kind) return "You have no piece to place.";
    if (!at) return `Choose an empty square for your ${fullName(kind)} piece.`;
    const open = both.find((each) => each.left);
    return open ? `${count(open)} ${advice(open)}` : `${both.map(count).join(" ")} Now ${next()}.`;
  }

  /** @type {(open: Open) => string} */
  function count({ clause, before, must, done, left }) {
    const far = ` (${done} so far)`;
    if (clause === MUTATE) {
      if (!must) return "There is nothing to change.";
      return left ? `Spend ${points(must)} on changes${far}.` : `Your changes spend ${points(must)}.`;
    }
    const strands = before.strands(at);
    if (!strands.length) return "You have no row of three (a strand), so you score nothing.";
    const score = strands.length === 1 ? "One strand scores" : `${strands.length} strands score`;
    const scored = `${score} ${points(before.points(at))}`;
    return must
      ? `${scored}. ${left ? "Capture" : "You capture"} pieces worth ${must}${left ? far : ""}.`
      : `${scored}, but there is nothing to capture.`;
  }

  /** @type {(open: Open) => string} */
  function advice(open) {
    if (open.clause === SCORE) return "Choose what to capture.";
    return aim(open) ? `Choose what becomes of ${aim(open)}.` : "Choose a neighbour to change.";
  }

  // What is shown

  function update() {
    const both = at && kind ? clauses() : [];
    give(both.length ? text(both) : "", both.length > 0 && !both.some((each) => each.left), lacks(both));
    show(both);
  }

  /** @type {(both: Open[]) => void} */
  function show(both) {
    changed = both.length ? both[1].now : start;
    by("about")?.classList.toggle("settled", at !== "");
    const active = document.activeElement;
    const stood = place.contains(active);
    place.replaceChildren(...rows(both));
    if (active === list) list.focus();
    else if (stood) Parts.focus(place, ".next button", ".done button", "button");
    mark(both);
    say(words(both));
  }

  // What is still to be done before the order can be sent.
  /** @type {(both: Open[]) => string} */
  function lacks(both) {
    const open = both.find((each) => each.left);
    if (!open) return "";
    return `${open.clause === SCORE ? "Capture" : "Spend"} ${open.left} more ${open.left === 1 ? "point" : "points"}`;
  }

  // The turn as numbered steps, in the order that was chosen.
  /** @type {(both: Open[]) => HTMLElement[]} */
  function rows(both) {
    const stages = part("ol", "", "stages");
    const from = kind?.archive ? "archive" : "gene pool";
    const placed = at ? `${fullName(kind)} on ${at}, from your ${from}` : "Choose a piece, then an empty square";
    stages.append(stage("Place", placed, at ? "whole" : "", unplace, [pieceRow()]));
    if (!at) return [stages];
    const open = both.find((each) => each.left);
    stages.append(...both.map((each) => (each.clause === SCORE ? scoring(each, open) : mutation(each, open))));
    const last = [...(open ? [button("Complete the order for me", "", fill)] : []), button("Undo step", "", back)];
    const firsts = [first(MUTATE, "Mutate, then score"), first(SCORE, "Score, then mutate")];
    return [stages, row("What comes first", firsts), row("The order", last, "done")];
  }

  // `state` is "whole" for a step that is done, "current" for the one that is built, or else "".
  /** @type {(title: string, words: string, state: string, change: () => void, more: HTMLElement[]) => HTMLElement} */
  function stage(title, words, state, change, more) {
    const made = part("li", "", state);
    const again = button("Change", `Change: ${title}`, change);
    again.className = "link";
    again.hidden = state !== "whole";
    made.append(part("b", title), again, part("span", words), ...more);
    return made;
  }

  function unplace() {
    at = "";
    forget();
    update();
  }

  /** @type {(each: Open, open: Open | undefined) => HTMLElement} */
  function scoring(each, open) {
    const { before, must, done } = each;
    const found = before.strands(at);
    const why = part("table", "", "why");
    for (const { squares, why: words, worth } of found) {
      const line = part("tr", "");
      line.append(part("th", squares.join(" ")), part("td", words), part("td", String(worth)));
      why.append(line);
    }
    const words = must
      ? [`Capture pieces worth ${must} (${done} so far)`, ...made.SCORE.map(wareName)].join(", ")
      : "Nothing to capture";
    const title = found.length ? `Score ${points(before.points(at))}` : "Score";
    return stage(
      title,
      found.length ? words : "No row of three (a strand), so no points",
      stateOf(each, open),
      () => redo(SCORE),
      [...(found.length ? [why] : []), ...nextOf(each, open)]
    );
  }

  /** @type {(each: Open, open: Open | undefined) => HTMLElement} */
  function mutation(each, open) {
    const { must, done } = each;
    const steps = made.MUTATE.map((step) => `${step.at} becomes ${step.to}`);
    const words = must ? [...steps, `${done} of ${points(must)} spent`].join(", ") : "Nothing to change";
    return stage("Mutate: change neighbours", words, stateOf(each, open), () => redo(MUTATE), nextOf(each, open));
  }

  /** @type {(each: Open, open: Open | undefined) => string} */
  function stateOf(each, open) {
    if (each === open) return "current";
    return !each.left && each.must > 0 ? "whole" : "";
  }

  /** @type {(each: Open, open: Open | undefined) => HTMLElement[]} */
  const nextOf = (each, open) =>
    each === open
      ? [row(each.clause === MUTATE ? "Next step of the mutation" : "Next capture", nexts(each), "next")]
      : [];

  // A clause is made anew, and with it what comes behind it.
  /** @type {(clause: Clause) => void} */
  function redo(clause) {
    if (clause === order[0]) forget();
    else made[clause] = [];
    target = "";
    update();
  }

  // A list, which has one height however many kinds there are; it stays while the rows around it are made anew.
  function kindList() {
    const list = document.createElement("select");
    /** @type {(each: Kind) => string} */
    const stock = (each) => `${each.count} in your ${each.archive ? "archive" : "gene pool"}`;
    list.append(...kinds.map((each, index) => new Option(`${pieceName(each)}, ${stock(each)}`, String(index))));
    list.addEventListener("change", () => {
      kind = kinds[Number(list.value)];
      forget();
      update();
    });
    return list;
  }

  function pieceRow() {
    const holder = document.createElement("p");
    if (kinds.length) holder.append(labelled("Piece to place", list));
    return holder;
  }

  /** @type {(clause: Clause, words: string) => HTMLButtonElement} */
  function first(clause, words) {
    return pressed(words, "", order[0] === clause, () => {
      order = clause === MUTATE ? BOTH : [SCORE, MUTATE];
      forget();
      update();
    });
  }

  /** @type {(open: Open) => HTMLButtonElement[]} */
  function nexts(open) {
    const { clause, now, next } = open;
    if (clause === SCORE) return next.map(wareButton);
    const here = aim(open);
    const names = near(open).map((name) =>
      pressed(`Neighbour ${name}, ${fullName(now.pieces.get(name))}`, "", name === here, () => look(name))
    );
    return [...next.filter((step) => step.at === here).map(stepButton), ...(names.length > 1 ? names : [])];
  }

  /** @type {(step: Step) => HTMLButtonElement} */
  function stepButton(step) {
    return button(`${step.at} becomes ${step.to}: ${points(step.cost)}`, "", () => choose(MUTATE, step));
  }

  /** @type {(ware: Ware) => HTMLButtonElement} */
  function wareButton(ware) {
    return button(`${wareName(ware)}: ${points(ware.price)}`, "", () => choose(SCORE, ware));
  }

  /** @type {(both: Open[]) => void} */
  function mark(both) {
    const marks = new Map();
    const open = both.find((each) => each.left);
    for (const step of made.MUTATE) marks.set(step.at, "way");
    if (open?.clause === MUTATE) for (const step of open.next) marks.set(step.at, "to");
    if (target) marks.set(target, "way");
    if (at) marks.set(at, "from");
    cells.mark(marks);
    draw(both);
  }

  /** @type {(order: string) => string} */
  const wrong = (order) => Placing.read(order, data)?.fault ?? ""; // a holiday is read as null

  /** @type {(order: string) => DnaReading | null} */
  function placing(order) {
    const found = Placing.read(order, data);
    return found?.fault ? null : found;
  }

  // Only the first order of the queue meets the board as it is now.
  /** @type {(orders: string[]) => string[]} */
  const doubts = (orders) =>
    orders
      .map(placing)
      .map((each, index) => (!each ? "" : index ? Placing.unknown(each, data) : Placing.doubt(each, start, data)));

  /** @type {(orders: string[]) => string[]} */
  const unread = (orders) =>
    orders.map((order, index) =>
      index && placing(order) ? "Not checked yet, because it depends on the board then" : ""
    );

  // What it places is drawn, unless it is being written anew.
  /** @type {(orders: string[], edited: number) => void} */
  function foresee(orders, edited) {
    const first = orders.length && edited ? placing(orders[0]) : null;
    queued = first && { ...first, kind: Placing.kindOf(first, start) };
    mark(at && kind ? clauses() : []);
  }

  // What is drawn besides marks: the piece that is being placed and what it changes, the strands from it, and the piece
  // of the first order of the queue.
  /** @type {(both: Open[]) => void} */
  function draw(both) {
    const found = [];
    const trips = [];
    board.parentElement.classList.toggle("anew", at !== "" || queued !== null); // what the last turn did is not to be taken for it
    if (queued?.kind && !start.pieces.has(queued.at) && queued.at !== at) {
      found.push(...standIn(queued.at, queued.kind));
      trips.push({ way: [queued.at], number: 1 });
    }
    for (const [name, one] of both.length ? changed.pieces : [])
      if (pieceName(one) !== data.pieces[name]) found.push(...standIn(name, one));
    const scoring = both.find((each) => each.clause === SCORE);
    for (const end of scoring ? strandEnds(scoring.before) : []) found.push(strand(at, end));
    cells.draw(trips, found);
  }

  /** @type {(name: Square) => number[]} */
  const corner = (name) => [(name.charCodeAt(0) - 65) * 60, (Number(name.slice(1)) - 1) * 60];

  // A capsule around the pieces between two squares.
  /** @type {(from: Square, to: Square) => SVGElement} */
  function strand(from, to) {
    const [[x, y], [toX, toY]] = [corner(from), corner(to)];
    const length = Math.hypot(toX - x, toY - y) + 50;
    const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
    const place = `translate(${(x + toX) / 2 + 30} ${(y + toY) / 2 + 30}) rotate(${angle})`;
    return svgPart("rect", {
      class: "sn",
      x: -length / 2,
      y: -25,
      width: length,
      height: 50,
      rx: 25,
      transform: place
    });
  }

  // A piece as the board draws them, over what stands there.
  /** @type {(name: Square, piece: DnaPiece) => SVGElement[]} */
  function standIn(name, { size, colour }) {
    const [x, y] = corner(name);
    const [ink, letter] = inks.get(colour) ?? [`c-${colour}`, colour[0]];
    const group = svgPart("g", { class: ink });
    const text = svgPart("text", { x: x + 30, y: y + 42, "font-size": [10.5, 14, 18][size] });
    text.textContent = letter;
    group.append(
      svgPart("rect", { class: "pl", x: x + 2, y: y + 2, width: 56, height: 56, rx: 5 }),
      svgPart("use", { href: `#p${sizes[size]}`, x, y }),
      text
    );
    return [group];
  }

  // Where the strands from the placed piece end: three pieces side by side.
  /** @type {(now: DnaPosition) => Square[]} */
  function strandEnds(now) {
    return now.strands(at).map(({ squares }) => squares[2]);
  }

  /** @type {(name: Square) => string} */
  function labelOf(name) {
    const now = changed.pieces.get(name);
    if (now && pieceName(now) !== data.pieces[name]) return `${name}: now ${pieceName(now)}`;
    return titles.has(name) ? `${name}: ${titles.get(name)}` : name;
  }

  // What there is to say of a square; null where nothing is on it.
  /** @type {(name: Square) => About | null} */
  function about(name) {
    const one = start.pieces.get(name);
    const owner = one && data.owners[one.colour];
    if (!one) return null;
    const whose = owner === data.seat ? "yours" : owner ? `${owner}’s colour` : "nobody’s colour";
    return { title: `${titles.get(name)} on ${name}`, more: whose, words: `Worth ${points(start.value(one))}.` };
  }

  const list = kindList();
  const cells = new Grid.Cells(board, { columns: side, rows: side, labelOf, picked, back });
  new Card.Board(cells, about, () => false);
  /** @type {(order: string) => string} */
  const deed = (order) => {
    const { size, at: where, clauses: all = [] } = placing(order) ?? {};
    const parts = all.flatMap(({ parts }) =>
      parts.map((each) => (each.owner ? `takes ${each.size} from ${each.owner}` : `${each.at} becomes ${each.to}`))
    );
    return where ? [`places ${size} on ${where}`, ...parts].join(", ") : "";
  };
  return { clear, wrong, doubts, unread, look: foresee, deed, docks: true };
};

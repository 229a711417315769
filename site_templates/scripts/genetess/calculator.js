// The piece calculator: reads what is typed, and shows what Pieces makes of it beside the words that the page has for
// codes, orders and special squares. The part of the address behind `#` says the same, so that what is shown can be
// linked: `#ABBBD`.

const Calculator = (() => {
  const { genes } = Grammar.genetess;
  const field = by("codes");
  const result = by("result");

  /** @type {(name: string, ...inside: (Node | string)[]) => HTMLElement} */
  function element(name, ...inside) {
    const made = document.createElement(name);
    made.append(...inside);
    return made;
  }

  // `9 E = (1+2+2) + (1×2×2)`, as manual/genetess/articles.py writes it, with all digits, however many there are: a long sum
  // has places where its line may break.
  /** @type {(codes: string) => string} */
  function sum(codes) {
    const paid = Pieces.prices(codes);
    if (!paid.length) return "0 E, for K alone costs nothing";
    const [plus, times] = paid.length <= 20 ? ["+", "×"] : [" + ", " × "];
    const cost = String(Pieces.cost(codes)).replace(/\B(?=(\d{3})+$)/g, ",");
    return `${cost} E = (${paid.join(plus)}) + (${paid.join(times)})`;
  }

  const specials = [...document.querySelectorAll("article")].map((article) => article.id);
  const NAMES = `special squares are ${specials[0]} to ${specials.at(-1)}.`;

  // A row of one of the page's tables, with how many copies there are.
  /** @type {(of: string, copies: number) => HTMLElement[]} */
  function row(of, copies) {
    const [head, text] = document.querySelector(of).children;
    /** @type {(Node | string)[]} */
    const found = [...head.cloneNode(true).childNodes];
    if (copies > 1) found.push(` × ${copies}`);
    return [element("dt", ...found), element("dd", ...[...text.cloneNode(true).childNodes])];
  }

  /** @type {(made: PieceBody) => string[]} */
  function sentences(made) {
    const wide = 2 * made.radius + 1;
    const found = [`It sees ${Pieces.many(made.radius, "square")} to every side (${wide} × ${wide}).`];
    if (!made.viable) found.unshift("A piece needs an A or a K to live.");
    if (made.kings) found.push("It has a K, so it cannot be bought. When it is taken, its owner is out of the game.");
    if (made.verbs.includes("MOVE")) {
      const how = made.diagonal ? "straight or diagonal" : "north, east, south or west";
      found.push(`It moves exactly ${Pieces.many(made.steps, "step")}, ${how}.`);
    }
    if (made.legs) found.push(`It charges up to ${Pieces.many(made.legs, "leg")} in one order.`);
    return found;
  }

  /** @type {(codes: string) => HTMLElement[]} */
  function piece(codes) {
    const made = Pieces.body(codes);
    const letters = [...new Set(codes)];
    const verbs = made.verbs.filter((verb) => !(verb === "PETRIFY" && made.kings));
    const parts = [element("h2", codes), element("p", element("strong", sum(codes)))];
    parts.push(element("ul", ...sentences(made).map((each) => element("li", each))));
    parts.push(element("h3", "Its orders"), element("dl", ...verbs.flatMap((verb) => row(`[data-verb="${verb}"]`, 1))));
    /** @type {(letter: string) => number} */
    const copies = (letter) => codes.split(letter).length - 1;
    parts.push(
      element("h3", "Its codes"),
      element("dl", ...letters.flatMap((letter) => row(`[data-code="${letter}"]`, copies(letter))))
    );
    return verbs.length ? parts : parts.filter((_, index) => index !== 3 && index !== 4);
  }

  /** @type {(name: string) => HTMLElement[]} */
  function special(name) {
    const article = by(name);
    if (!article) return [element("p", `There is no ${name}: ${NAMES}`)];
    const copy = /** @type {HTMLElement} */ (article.cloneNode(true));
    copy.removeAttribute("id");
    const head = copy.querySelector("h3");
    head.replaceWith(element("h2", ...head.childNodes)); // none stands above it here
    return [copy];
  }

  /** @type {(text: string) => HTMLElement[]} */
  function found(text) {
    const number = /^S\s*0*([0-9]+)$/i.exec(text.trim());
    if (number) return special(`S${number[1]}`);
    const codes = Pieces.sequence(text);
    if (codes === null) return [element("p", `Codes are letters from A to Z; ${NAMES}`)];
    if (codes.length > genes.most)
      return [element("p", `A piece has at most ${genes.most} codes here, and these are ${codes.length}.`)];
    return codes ? piece(codes) : [];
  }

  const show = () => result.replaceChildren(...found(field.value));

  const ADDRESSED = /^(S[0-9]+|[A-Z]+)$/i;

  function addressed() {
    const text = location.hash.slice(1);
    if (!ADDRESSED.test(text)) return;
    field.value = text;
    show();
  }

  // The address follows what is typed, without a step of its own in the history of the tab for every letter.
  function typed() {
    show();
    const text = field.value.replace(/\s/g, "").toUpperCase();
    history.replaceState(null, "", ADDRESSED.test(text) ? `#${text}` : location.pathname + location.search);
  }

  field.addEventListener("input", typed);
  addEventListener("hashchange", addressed);
  addressed();
  return { found, sum };
})();

// A board on which things are tried out: pieces are put, moved and removed by clicks, orders of any seat are carried out,
// and the one that is liked goes to the sheet. The page says what led to it; each act is a page of one act more or less.

(() => {
  const KEPT = "genetess trial";
  const asked = by("asked");
  /** @type {{ request: { trial: string, acts: object[] }, pieces: Record<Square, string> }} */
  const { request, pieces } = JSON.parse(asked.textContent);
  const { trial, acts } = request;
  const board = by("board");
  /** @type {{ tool: string, piece?: string, at?: string }} */
  const kept = store.act(true, (tab) => JSON.parse(tab.getItem(KEPT))) ?? { tool: "order" };
  let from = ""; // the square of the piece that is moved

  /** @type {(words: string) => void} */
  const say = (words) => by("trial-word").replaceChildren(words);

  // Show the page of other acts; gives why there is none.
  /** @type {(acts: object[], of?: string) => Promise<string>} */
  async function ask(acts, of = trial) {
    const { page, words } = await Door.posted({ trial: of, acts }, "trial");
    if (words) return words;
    history.replaceState({ trial: of, acts }, ""); // which stays where the address does
    location.replace(Door.address(page));
    return new Promise(() => {}); // until the page is left
  }

  /** @type {(act: object) => Promise<void>} */
  const act = async (act) => say(await ask([...acts, act]));

  /** @type {(pieces: Record<Square, string>) => Promise<void>} */
  const lay = (pieces) => act({ act: "LayPieces", pieces });

  Sending.Post = class extends Sending.Post {
    /**
     * @param {DOMStringMap} facts
     * @param {string} stored
     */
    constructor(facts, stored) {
      super(facts, stored);
      this.verb = "Try";
    }

    /** @type {(event: Event, file: string) => Promise<void>} */
    async go(event, file) {
      event.preventDefault();
      new Draft.Kept(this.facts.turn, this.stored).write(this.stored);
      const words = await ask([...acts, { act: "GiveOrder", order: Queue.entries(file)[0].order }]);
      throw new RangeError(`${words}\n`);
    }
  };

  // The board

  /** @type {(tool: string) => void} */
  function hold(tool) {
    kept.tool = tool;
    keep();
    from = "";
    for (const button of tools()) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    by("piece-line").hidden = tool !== "put";
    say(
      {
        order: "",
        move: "Choose a piece on the board, then where it goes.",
        put: "Choose a square on the board.",
        remove: "Choose a piece on the board."
      }[tool] ?? ""
    );
  }

  function keep() {
    kept.piece = by("piece").value;
    store.set(KEPT, JSON.stringify(kept), true);
  }

  /** @returns {NodeListOf<HTMLButtonElement>} */
  const tools = () => document.querySelectorAll("[data-tool]");

  /** @type {(at: string) => void} */
  function picked(at) {
    kept.at = at;
    keep();
    if (kept.tool === "put") lay({ [at]: by("piece").value });
    else if (kept.tool === "remove") lay({ [at]: "" });
    else if (from === at) hold("move");
    else if (from) lay({ [from]: "", [at]: pieces[from] });
    else if (pieces[at]) {
      from = at;
      say(`${at}: choose where the piece goes.`);
    } else say(`There is no piece on ${at}.`);
  }

  // Before the picker of orders hears of it.
  /** @type {(event: Event) => void} */
  function caught(event) {
    const at = /** @type {SVGElement} */ (event.target).dataset?.at;
    if (!at || kept.tool === "order") return;
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    event.stopPropagation();
    event.preventDefault();
    picked(at);
  }

  // The order that is liked

  /** @type {(order: string) => void} */
  function use(order) {
    const { turn, back, frame } = asked.dataset;
    const sheet = new URL(back, location.href);
    const name = `genetess tried ${sheet.pathname.replace(/[^/]*$/, "")}`;
    store.set(name, JSON.stringify({ turn, order }), true);
    open(sheet, frame);
  }

  // Another tab's board may be at this address by now: then this tab's is made again.
  async function mine() {
    const { state } = history;
    if (state && JSON.stringify(state) !== JSON.stringify(request)) say(await ask(state.acts, state.trial));
    else history.replaceState(request, "");
  }

  document.addEventListener("DOMContentLoaded", () => {
    mine();
    if (kept.piece) by("piece").value = kept.piece;
    hold(kept.tool);
    for (const button of tools()) button.addEventListener("click", () => hold(button.dataset.tool));
    for (const kind of ["click", "keydown"]) board.addEventListener(kind, caught, true);
    by("whose").addEventListener("change", () => act({ act: "TurnTo", seat: by("whose").value }));
    by("take-back").disabled = !acts.length;
    by("take-back").addEventListener("click", async () => say(await ask(acts.slice(0, -1))));
    by("draw-again")?.addEventListener("click", async () => {
      const last = /** @type {{ luck: number }} */ (acts.at(-1));
      say(await ask([...acts.slice(0, -1), { ...last, luck: last.luck + 1 }]));
    });
    /** @type {NodeListOf<HTMLButtonElement>} */
    const uses = document.querySelectorAll("[data-use]");
    for (const button of uses) button.addEventListener("click", () => use(button.dataset.use));
    if (kept.at && kept.tool !== "order") Parts.focus(document.body, `#board [data-at="${kept.at}"]`);
    by("play-news")?.click();
  });
})();

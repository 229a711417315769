// Sends orders to the program that serves the page, `genetess play`, which carries them out at once, and goes to the
// page that it names then. An order that is not accepted stays where it is written, with the reason above the button.

(() => {
  const ROOT = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const SENT = "genetess sent";
  const GONE =
    "The program does not answer. Start `genetess play` again in the terminal, then press the button again: nothing is lost.";

  /** @type {(letter: object) => Promise<{ page?: string, words?: string, notes?: string }>} */
  async function posted(letter) {
    const body = JSON.stringify(letter);
    try {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(new URL("send", ROOT), { method: "POST", headers, body });
      return answer.ok ? await answer.json() : { words: await answer.text() };
    } catch {
      return { words: GONE };
    }
  }

  /** @type {(page: string) => string} */
  const address = (page) => new URL(page, ROOT).href;

  Sending.Post = class extends Sending.Post {
    /**
     * @param {DOMStringMap} facts
     * @param {string} stored
     */
    constructor(facts, stored) {
      super(facts, stored);
      this.opened.text = facts.now === undefined ? null : ""; // in one's turn what is stored can be sent as it is
      this.passing = false; // whether orders are on their way
    }

    /** @type {(file: string) => void} */
    aim(file) {
      super.aim(this.passing ? "" : file);
    }

    address() {
      return "#building"; // nothing is taken along in an address
    }

    // Send a file, and leave the page, or throw a RangeError with the reason, and its cause the way on if there is one.
    /** @type {(event: Event, file: string) => Promise<void>} */
    async go(event, file) {
      event.preventDefault();
      const { game, seat, turn } = this.facts;
      by("send").textContent = "Sending …";
      this.passing = true;
      this.aim("");
      const { page, words, notes = "" } = await posted({ game, seat, turn, orders: file });
      this.passing = false;
      if (words) {
        const newest = Object.assign(document.createElement("a"), { textContent: "Go to the newest sheet" });
        if (page) newest.href = address(page);
        throw new RangeError(`${words}\n`, { cause: page && newest });
      }
      new Draft.Kept(turn, this.stored).write(this.stored); // what is sent is a draft no more, even if it is taken back
      store.set(SENT, notes, true);
      location.replace(address(page));
      await new Promise(() => {}); // until the page is left
    }
  };

  // Another act than an order; why it did not count is told beside its button.
  /** @type {(button: HTMLButtonElement) => Promise<void>} */
  async function act(button) {
    button.disabled = true;
    const { page, words } = await posted({ ...button.dataset });
    button.disabled = false;
    if (words) button.nextElementSibling.textContent = words;
    else location.replace(address(page));
  }

  // What happened since the order was sent is played as the next sheet appears, and what is to be known of it is told.
  document.addEventListener("DOMContentLoaded", () => {
    /** @type {NodeListOf<HTMLButtonElement>} */
    const acts = document.querySelectorAll("button[data-act]");
    for (const button of acts) button.addEventListener("click", () => act(button));
    // Back does not lead from the next player to the sheet of the one before.
    document.querySelector("#hand-over")?.addEventListener("click", (event) => {
      event.preventDefault();
      location.replace(/** @type {HTMLAnchorElement} */ (event.currentTarget).href);
    });
    const notes = store.get(SENT, true);
    if (notes === null) return;
    store.set(SENT, null, true);
    by("builder-word")?.replaceChildren(notes);
    /** @type {HTMLElement | null} */
    const button = document.querySelector("#play-news");
    button?.click();
  });
})();

// Sends orders to the program that serves the page, `genetess play`, which carries them out at once, and goes to the
// page that it names then. An order that is not accepted stays where it is written, with the reason below the button.

(() => {
  const ROOT = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const SENT = "genetess sent";
  const GONE =
    "The program does not answer. Your order is still here: start `genetess play` again in the terminal, then press Send.";
  /** @type {Find} */
  const by = (id) => /** @type {any} */ (document.getElementById(id));

  /** @type {(letter: object) => Promise<{ page?: string, words?: string }>} */
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

  Sending.Post = class extends Sending.Post {
    /**
     * @param {DOMStringMap} facts
     * @param {string} stored
     * @param {Seal | null} seal
     */
    constructor(facts, stored, seal) {
      super(facts, stored, seal);
      this.opened.text = facts.now === undefined ? null : ""; // in one's turn what is stored can be sent as it is
    }

    address() {
      return "#building"; // nothing is taken along in an address
    }

    // Send a file, and leave the page, or throw a RangeError with the reason.
    /** @type {(event: Event, file: string) => Promise<void>} */
    async go(event, file) {
      event.preventDefault();
      const { game, seat, turn } = this.facts;
      by("send").textContent = "Sending …";
      this.aim("");
      this.passing = true;
      const { page, words } = await posted({ game, seat, turn, orders: file });
      this.passing = false;
      const next = page && new URL(page, ROOT).href;
      if (words) throw refusal(words, next);
      try {
        sessionStorage.setItem(SENT, "");
      } catch {
        // then what happened is not played by itself
      }
      location.replace(next);
      await new Promise(() => {}); // until the page is left
    }
  };

  /** @type {(words: string, next: string) => RangeError} */
  function refusal(words, next) {
    Object.assign(by("builder-word").style, { whiteSpace: "pre-wrap", fontFamily: "monospace" });
    if (next) {
      const link = Object.assign(document.createElement("a"), { href: next, textContent: "Go to the newest sheet" });
      by("after").replaceChildren(link);
    }
    return new RangeError(words);
  }

  // What happened since the order was sent is played as the next sheet appears.
  document.addEventListener("DOMContentLoaded", () => {
    try {
      if (sessionStorage.getItem(SENT) === null) return;
      sessionStorage.removeItem(SENT);
    } catch {
      return;
    }
    /** @type {HTMLElement | null} */
    const button = document.querySelector("#play-news button");
    button?.click();
  });
})();

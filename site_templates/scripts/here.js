// Sends the orders of a sheet through the door, and goes to the page that is named then. An order that is not accepted
// stays where it is written, with the reason above the button.

(() => {
  const SENT = "genetess sent";

  /** @type {Square[]} */
  let first = []; // where the first order leads

  Grid.Cells = class extends Grid.Cells {
    /**
     * @param {Trip[]} trips
     * @param {SVGElement[]} [more]
     */
    draw(trips, more) {
      super.draw(trips, more);
      first = trips.find(({ number }) => number === 1)?.way ?? [];
    }
  };

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

    /** @type {(file: string, isSent: boolean) => void} */
    aim(file, isSent) {
      super.aim(file, isSent && !this.passing);
    }

    /** @type {(file: string, way?: string) => string} */
    address(file, way) {
      return way ? super.address(file, way) : "#building"; // nothing is taken along in the address of the button
    }

    // The piece that the first order moves goes there before it is known whether it may; gives what puts it back.
    ahead() {
      const way = this.facts.now === undefined ? [] : first;
      /** @type {SVGSVGElement} */
      const board = document.querySelector("#board svg.board");
      const show = new Play.Show(board, []);
      const piece = show.homes.get(way[0]);
      if (!piece) return () => {};
      show.starts.set(piece, way[0]);
      show.put(piece, way[0]);
      show.turn(way.slice(1).map((to, place) => ({ piece, from: way[place], to })));
      return () => show.end();
    }

    // Send a file, and leave the page, or throw a RangeError with the reason, and its cause the way on if there is one.
    /** @type {(event: Event, file: string) => Promise<void>} */
    async go(event, file) {
      event.preventDefault();
      const { game, seat, turn } = this.facts;
      by("send").textContent = "Sending …";
      this.passing = true;
      this.aim(file, false);
      const back = this.ahead();
      const letter = { act: "order", game, seat, turn, orders: file };
      const { page, words, notes = "" } = await Door.sent(letter, by("builder-word"));
      this.passing = false;
      if (words) {
        this.chosen = "replace"; // by the order that is tried next
        back();
        const newest = Object.assign(document.createElement("a"), { textContent: "Go to the newest sheet" });
        if (page) newest.href = Door.address(page);
        throw new RangeError(`${words}\n`, { cause: page && newest });
      }
      new Draft.Kept(turn, this.stored).write(this.stored); // what is sent is a draft no more, even if it is taken back
      store.set(SENT, notes, true);
      location.replace(Door.address(page));
      await new Promise(() => {}); // until the page is left
    }
  };

  // What happened since the order was sent is played as the next sheet appears, and what is to be known of it is told.
  document.addEventListener("DOMContentLoaded", () => {
    /** @type {NodeListOf<HTMLButtonElement>} */
    const acts = document.querySelectorAll("button[data-act]");
    for (const button of acts) {
      button.addEventListener("click", () => Door.act({ ...button.dataset }, button, button.nextElementSibling));
    }
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

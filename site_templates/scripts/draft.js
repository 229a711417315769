// The queue as it is being written, kept in this tab alone: a reload does not lose it, and a closed tab forgets it.
//
// A draft belongs to a seat's turn and to what is stored for it; where another queue is stored by now, it is of no use any
// more. Of a sealed game it goes with the key, which the tab keeps as well (docs/security.md).

const Draft = (() => {
  const folder = () => `genetess draft ${location.pathname.replace(/[^/]*$/, "")}`;

  // What the tab keeps, if it keeps anything: `act` is tried with it.
  /** @type {(act: (tab: Storage) => any) => any} */
  function tried(act) {
    try {
      return act(sessionStorage);
    } catch {
      return null; // nothing is kept then
    }
  }

  // A draft of a seat's turn: `stored` is the text that the sheet has.
  class Kept {
    /**
     * @param {string} turn
     * @param {string} stored
     */
    constructor(turn, stored) {
      this.stored = stored;
      this.name = `${folder()} ${turn}`;
    }

    // The text of the draft, or what is stored where there is none.
    read() {
      const found = tried((tab) => JSON.parse(tab.getItem(this.name)));
      return found?.stored === this.stored && typeof found.text === "string" ? found.text : this.stored;
    }

    /** @type {(text: string) => void} */
    write(text) {
      const kept = text !== this.stored;
      tried((tab) =>
        kept ? tab.setItem(this.name, JSON.stringify({ stored: this.stored, text })) : tab.removeItem(this.name)
      );
    }
  }

  return { Kept };
})();

// The queue as it is being written, kept in this tab alone: a reload does not lose it, and a closed tab forgets it. What
// was opened to be sent is kept in the browser, until a newer page has it.
//
// A draft belongs to a seat's turn and to what is stored for it; where another queue is stored by now, it is of no use any
// more. Of a sealed game it goes with the key, which the tab keeps as well (docs/security.md).

const Draft = (() => {
  const folder = () => `genetess draft ${location.pathname.replace(/[^/]*$/, "")}`;

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
      const found = store.act(true, (tab) => JSON.parse(tab.getItem(this.name)));
      return found?.stored === this.stored && typeof found.text === "string" ? found.text : this.stored;
    }

    /** @type {(text: string) => void} */
    write(text) {
      const kept = text !== this.stored;
      store.set(this.name, kept ? JSON.stringify({ stored: this.stored, text }) : null, true);
    }
  }

  // The order file that was opened last to be sent for a seat's turn: `text`, and `at`, when; of a sealed game the tab
  // alone keeps it, as it does the draft.
  class Opened {
    /**
     * @param {string} turn
     * @param {boolean} inTab
     */
    constructor(turn, inTab) {
      this.turn = turn;
      this.inTab = inTab;
      this.name = folder().replace("draft", "opened");
      const found = store.act(inTab, (kept) => JSON.parse(kept.getItem(this.name)));
      /** @type {string | null} */
      this.text = found?.turn === turn ? found.text : null;
      this.at = found?.at ?? "";
    }

    /** @type {(text: string) => void} */
    write(text) {
      this.text = text;
      this.at = new Date().toTimeString().slice(0, 5);
      const { turn, at } = this;
      store.set(this.name, JSON.stringify({ turn, text, at }), this.inTab);
    }

    forget() {
      this.text = null;
      store.set(this.name, null, this.inTab);
    }
  }

  return { Kept, Opened };
})();

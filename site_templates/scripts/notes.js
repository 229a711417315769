// Private notes on a turnsheet: by league, game and seat, in this browser alone. The box unfolds where there are some.

const Notes = (() => {
  /** @type {NotesCodec} */
  const PLAIN = { kind: "notes", seal: async (text) => text, open: async (text) => text };

  /** @type {(kind: string, game: string) => string} */
  const nameOf = (kind, game) => `genetess ${kind} ${location.pathname.replace(/[^/]*$/, "")} ${game}`;

  class Box {
    /**
     * @param {HTMLElement} holder
     * @param {NotesCodec} codec
     */
    constructor(holder, codec) {
      this.holder = /** @type {HTMLDetailsElement} */ (holder);
      this.codec = codec;
      this.text = by("notes-text");
      this.name = nameOf(codec.kind, holder.dataset.game);
    }

    async start() {
      await this.read();
      this.text.addEventListener("input", () => this.write());
      addEventListener("storage", ({ key }) => key === this.name && this.read()); // another tab has written
    }

    async read() {
      const kept = store.get(this.name);
      if (kept) this.holder.open = true;
      try {
        this.text.value = kept ? await this.codec.open(kept) : "";
      } catch {
        this.say("There are notes that were sealed with another key. What you write replaces them.");
      }
    }

    async write() {
      const text = this.text.value;
      if (text.length > 20_000) return this.say("Not kept: over 20000 letters.");
      const kept = text.trim() ? await this.codec.seal(text) : null;
      if (text !== this.text.value) return; // more has been written, which is kept next
      store.set(this.name, kept);
      this.say(
        store.get(this.name) === kept ? "Kept." : "This browser keeps nothing, so these notes go with the page."
      );
    }

    /** @type {(words: string) => void} */
    say(words) {
      by("notes-word").textContent = words;
    }
  }

  function start(codec = PLAIN) {
    const holder = by("notes");
    if (holder) new Box(holder, codec).start();
  }

  if (!by("sealed")) start(); // a sealed sheet has its box once it is opened (seal.js)
  return { nameOf, start };
})();

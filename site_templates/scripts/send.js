// Sending: the one button that says what it sends, where it leads, what was opened with it before, and which order goes
// first. It knows the file that is to be sent; builder.js makes it.

const Sending = (() => {
  const MOST_IN_LINK = 8000; // characters of a file in an address, as it stands there; forges take little more
  const MOST_ON_BUTTON = 28; // characters of an order on the button
  const { pressed } = Parts;
  /** @type {(order: string) => string} */
  const short = (order) => (order.length > MOST_ON_BUTTON ? `${order.slice(0, MOST_ON_BUTTON)}…` : order);

  /** @type {[place: OrderPlace, words: string][]} */
  const PLACES = [
    ["first", "Put first"],
    ["replace", "Replace"],
    ["last", "Put last"]
  ];

  /** @type {Record<string, string>} */
  const OPENS = { form: "form", pull: "page", mail: "mail" };

  // Have a link lead to an address; nowhere where that is "".
  /** @type {(link: HTMLAnchorElement, address: string | false) => void} */
  function lead(link, address) {
    if (link.href.startsWith("blob:")) URL.revokeObjectURL(link.href);
    link.ariaDisabled = address ? null : "true";
    if (address) link.href = address;
    else link.removeAttribute("href");
  }

  // The ways in which the file of a desk goes, above all its button. `stored` is the order file that the page has, `draft` what was opened with the button before.
  class Post {
    /**
     * @param {DOMStringMap} facts
     * @param {string} stored
     */
    constructor(facts, stored) {
      this.facts = facts;
      this.stored = stored;
      this.begin = by("send").textContent; // what to do first
      /** @type {string | undefined} */
      this.opens = OPENS[facts.way];
      this.verb = facts.way === "file" ? "Save" : "Send";
      this.opened = new Draft.Opened(facts.turn, facts.ending === "sealed");
      const sent = Queue.entries(this.opened.text ?? "");
      const there = Queue.entries(stored).map((entry) => entry.text);
      if (sent.length && sent.every((entry) => there.includes(entry.text))) this.opened.forget();
      if (facts.back !== undefined) this.opened.text ??= ""; // what an undo put back can be sent as it is
      /** @type {OrderPlace | ""} */
      this.chosen = ""; // where the player wants a new order
      this.file = ""; // what can be taken along
    }

    // Where a new order goes in a queue: before an order that is stored or opened already, behind the others.
    /** @type {(queue: Entry[]) => OrderPlace} */
    place(queue) {
      const first = queue[Queue.first(queue)];
      if (!first) return "last";
      if (this.chosen) return this.chosen;
      const known = Queue.entries(`${this.stored}\n${this.opened.text ?? ""}`).map((entry) => entry.text);
      return this.facts.together === undefined && known.includes(first.text) ? "first" : "last";
    }

    // The file with a new order in it.
    /** @type {(text: string, queue: Entry[], order: string) => string} */
    composed(text, queue, order) {
      const place = Queue.isWish(order) ? "last" : this.place(queue);
      const first = Queue.first(queue);
      if (place === "first") return Queue.put(text, first, order);
      return place === "replace" ? Queue.replaced(text, first, order) : Queue.added(text, order);
    }

    // Show what would be sent, and tell whether that is anything: `file` is "" where there is nothing, `order` the one that
    // is new, `lacks` what is missing of one that is begun and does not go.
    /** @type {(file: string, order: string, lacks: string) => boolean} */
    show(file, order, lacks) {
      const again = file !== "" && !order && this.opened.text === file;
      const link = by("send");
      const is = file !== "" && !(again && lacks);
      link.textContent = is ? this.label(file, order, again) : lacks || this.begin;
      link.classList.toggle("again", again);
      let [look, words] = this.stored.trim() ? ["stored", "Stored"] : ["", "Nothing to send yet"];
      if (again) [look, words] = ["opened", `You pressed ${this.verb} at ${this.opened.at}`];
      else if (file && file.trim() !== this.stored.trim()) [look, words] = ["draft", "Draft, not sent"];
      const state = by("state");
      if (state.textContent !== words) state.textContent = words;
      state.className = `state ${look}`;
      return is;
    }

    /** @type {(file: string, order: string, again: boolean) => string} */
    label(file, order, again) {
      if (again) return this.opens ? `Open the ${this.opens} again` : "Save again";
      const orders = Queue.entries(file);
      if (!orders.length) return "Send: remove my orders";
      const resigns = orders.find((entry) => /^RESIGN$/i.test(entry.order)); // that is not one of a number
      if ((!order || this.facts.together !== undefined) && orders.length > 1 && !resigns)
        return `${this.verb} ${Queue.counted(orders)}`;
      const one = resigns?.text ?? (order || orders[0].text);
      const named = Math.max(
        orders.findIndex((entry) => entry.text === one),
        0
      );
      const rest = Queue.counted(
        orders.filter((_, at) => at !== named),
        true
      );
      const more = rest && ` and ${rest}`;
      return this.verb + (one.length > MOST_ON_BUTTON ? " this turn" : ` ${one}`) + more;
    }

    // What there is to do once the button was pressed. Whether anything opened, no page can know.
    rest() {
      return this.opens ? `send it in the ${this.opens} that opens` : "send the file to your GM";
    }

    // Have every way lead to where a file goes, "" for none; the button only where it `isSent` by it.
    /** @type {(file: string, isSent: boolean) => void} */
    aim(file, isSent) {
      this.file = file;
      lead(by("send"), isSent && file && this.address(file));
      if (this.facts.way === "file") by("send").download = by("download").download;
      lead(by("download"), file && this.address(file, "file"));
      if (by("pull")) lead(by("pull"), file && this.address(file, "pull"));
      if (by("file")) by("file").value = file;
      by("made").hidden = !file;
    }

    // Where a file is taken along to: a form or a page of the forge, a mail, or the file itself.
    /** @type {(file: string, way?: string) => string} */
    address(file, way = this.facts.way) {
      const value = encodeURIComponent(file);
      if (way === "file") return URL.createObjectURL(new Blob([file], { type: "text/plain" }));
      if (way === "mail") return by("send").dataset.address + value;
      const { seat, turn, ending, forge, text } = this.facts; // no `text`: the page takes but a name
      const fits = text === "" || value.length <= MOST_IN_LINK;
      if (by("too-long")) by("too-long").hidden = fits;
      if (way === "form") return by("send").dataset.address + (fits ? value : "");
      // That page cannot write over a file, so that each has a name of its own.
      const name = `${seat}-${turn}-${Date.now().toString(36)}.${ending}`;
      const more = text && fits ? `&${text}=${value}` : "";
      return `${forge}${encodeURIComponent(name)}${more}`;
    }

    // Which order goes now, where one is stored and another is new; `choose` is called for another place of it.
    /** @type {(queue: Entry[], order: string, choose: () => void) => void} */
    guard(queue, order, choose) {
      const guard = by("guard");
      const orders = queue.filter((entry) => !Queue.isWish(entry.order)).map((entry) => short(entry.text));
      guard.hidden = !order || Queue.isWish(order) || !orders.length || this.facts.together !== undefined;
      if (guard.hidden) return;
      const place = this.place(queue);
      const words = {
        first: `${short(order)} is carried out first, then ${orders[0]}.`,
        replace: `${short(order)} replaces ${orders[0]}.`,
        last: `${short(order)} is carried out after ${orders.at(-1)}.`
      }[place];
      const buttons = PLACES.map(([each, name]) =>
        pressed(name, "", each === place, () => {
          this.chosen = each;
          choose();
          /** @type {HTMLElement | null} */ (guard.querySelector("[aria-pressed=true]"))?.focus();
        })
      );
      guard.replaceChildren(Parts.made("p", words), Parts.row("Your new order", buttons));
    }

    // The file was taken along, by whatever way.
    taken() {
      this.chosen = "";
    }

    // The button was pressed and `file` goes.
    /** @type {(event: Event, file: string) => Promise<void>} */
    async go(_event, file) {
      this.opened.write(file);
    }
  }

  // Keys on the board and in the builder: S sends, Escape goes back to the board from the button.
  /** @type {(isOn: (part: Element) => boolean) => void} */
  function listen(isOn) {
    document.addEventListener("keydown", (event) => {
      const part = /** @type {Element} */ (event.target);
      if (!isAct(event) || !isOn(part)) return;
      if (event.key.toLowerCase() === "s") by("send").click();
      else if (event.key === "Escape" && part.id === "send") Parts.focus(document.body, ".board [tabindex='0']");
      else return;
      event.preventDefault();
    });
  }

  return { Post, listen };
})();

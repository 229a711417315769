// The order builder of a turnsheet: the order under construction, the queue, and what can be done with its file. How an
// order is built by clicking is each ruleset's own: its picker, a script that puts a function into `Builder.pickers`.
//
// The text area is the order file, and the list above it is only another look at it. Nothing is sent from here: a file
// is copied, downloaded, or taken along to the forge's own page by a link.

const Builder = (() => {
  const NONE = -1; // the place of no order
  const { button, pressed } = Parts;
  const { isWish } = Queue;
  const wishes = document.createElement("script"); // which is loaded by whoever unfolds them
  wishes.src = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace(/[^/]*$/, "wishes.js");
  const CANNOT = "Would fail on the board as you see it now";

  // ruleset -> function of a table {data, board, place, give, say, next, done}, which begins picking and gives
  // {clear, wrong, look, doubts}:
  //   data   what the ruleset's `offers` has printed, as JSON
  //   board  the drawing of the board, an SVG element
  //   place  an empty element for the picker's own controls
  //   give   give(text, whole, lacks): the order as far as it is built, "" for none; `whole` where it can be sent, else
  //          what it `lacks` yet, as an order of one line to the player
  //   say    say(words): what is chosen and what to do next, for the line that is read out
  //   next   next(): what to do with an order that is whole, as a sentence without its end
  //   done   done(): the order that is whole was chosen once more: on to the button that sends it
  //   clear  clear(): forget what is chosen, as an order has been added or another is written by hand; it gives nothing
  //   wrong  wrong(order): what is wrong with an order for good, in words: with its form, or as there is none such in
  //          this game (`never` of the data); "" where nothing is
  //   look   look(orders, edited): the queue is another one, of which that order is being written anew, -1 for none
  //   unread unread(orders): by order why it was not held against the board, "" or nothing for one that was; it may lack
  //   doubts doubts(orders): what is doubtful of each order of a queue as things stand, "" for nothing
  //   docks  whether the picker's controls are few enough for the lower edge of a phone
  //   deed   deed(order): what an order does, as the part of a sentence; it may lack
  /** @type {Record<string, (table: Table<any>) => Picker>} */
  const pickers = {};
  const PAUSE = 600; // milliseconds without a key, after which what is typed is checked
  const NO_ORDERS = "# no orders\n"; // a file that takes back what is stored; forges want something in it
  /** @type {Picker} */
  const NOBODY = { clear() {}, wrong: () => "", look() {}, doubts: () => [] }; // where there is nothing to be picked

  // A picker that is shown orders alone.
  /** @type {(picker: Picker) => Picker} */
  function besides(picker) {
    /** @type {(orders: string[]) => string[]} */
    const rest = (orders) => orders.filter((order) => !isWish(order));
    /** @type {(orders: string[], told: string[]) => string[]} */
    const back = (orders, told) => {
      const left = [...told];
      return orders.map((order) => (isWish(order) ? "" : (left.shift() ?? "")));
    };
    return Object.assign(Object.create(picker), {
      wrong: (/** @type {string} */ order) => (isWish(order) ? "" : picker.wrong(order)),
      doubts: (/** @type {string[]} */ orders) => back(orders, picker.doubts(rest(orders))),
      unread: (/** @type {string[]} */ orders) => back(orders, picker.unread?.(rest(orders)) ?? []),
      look: (/** @type {string[]} */ orders, /** @type {number} */ at) =>
        picker.look(rest(orders), at === NONE ? NONE : rest(orders.slice(0, at)).length)
    });
  }

  class Desk {
    /** @param {HTMLElement} form */
    constructor(form, Post = Sending.Post) {
      this.form = form;
      this.text = by("orders");
      this.line = by("order");
      this.draft = new Draft.Kept(form.dataset.turn, this.text.defaultValue);
      /** @type {Entry[]} */
      this.queue = []; // the orders of the text area
      this.edited = NONE; // where in it the order stands that is being written anew
      this.whole = false; // whether what is under construction can be added
      this.lacks = ""; // what it lacks until then
      this.post = new Post(form.dataset, this.draft.stored);
      this.begun = ""; // what was begun elsewhere on the sheet, such as a wish, as words for the player
      /** @type {string[]} */
      this.wrong = []; // what is wrong with each order of the queue for good
      /** @type {string[]} */
      this.words = []; // the same, or what is doubtful of it
      /** @type {string[]} */
      this.unread = []; // why each order was not held against the board
      /** @type {Picker} */
      this.picker = besides(this.pickerOf(form.dataset.ruleset) ?? NOBODY);
    }

    start() {
      this.text.addEventListener("input", () => this.changed());
      this.line.addEventListener("input", () => this.typed());
      this.line.addEventListener("keydown", (event) => this.entered(event));
      const acts = /** @type {const} */ (["add", "replace", "clear", "copy", "undo"]);
      for (const act of acts) by(act).addEventListener("click", () => this[act]());
      /** @type {NodeListOf<HTMLButtonElement>} */
      const wholes = this.form.querySelectorAll("button[data-order]");
      for (const plain of wholes) {
        plain.addEventListener("click", () => this.plain(plain.dataset.order));
      }
      by("wishing").ontoggle = () => document.head.append(wishes); // which runs once
      by("stored").addEventListener("click", () => this.restore());
      by("send").addEventListener("click", (event) => this.send(event));
      for (const way of [by("pull"), by("download")]) way?.addEventListener("click", () => this.take());
      by("file")?.addEventListener("copy", () => this.take());
      by("star").addEventListener("change", () => this.ready(this.whole));
      this.follow(by("plan"));
      document.body.classList.add("docked");
      const board = document.querySelector(".sheet .board");
      const narrow = matchMedia("(max-width: 56rem)");
      narrow.addEventListener("change", () => this.dock(narrow.matches));
      this.dock(narrow.matches);
      Sending.listen((part) => this.form.contains(part) || Boolean(board?.contains(part)));
      this.text.value = this.draft.read();
      this.clear();
      this.changed();
      if (!by("stored").hidden) this.say("Your draft is back, not sent yet.");
    }

    // What is folded away with the rest of the plan is no part of the list of orders.
    /** @type {(plan: HTMLDetailsElement) => void} */
    follow(plan) {
      const tell = () => plan.parentElement.classList.toggle("planning", plan.open);
      new MutationObserver(tell).observe(plan, { attributeFilter: ["open"] });
      tell();
    }

    // On a phone what a piece can do, and which order goes first, is beside the button, at the lower edge of the screen.
    /** @type {(isNarrow: boolean) => void} */
    dock(isNarrow) {
      if (isNarrow) by("dock").prepend(by("guard"));
      else by("dock").before(by("guard"));
      if (isNarrow && this.picker.docks) by("dock").prepend(by("picks"));
      else by("about")?.after(by("picks"));
    }

    restore() {
      this.clear();
      this.write(this.draft.stored);
      this.say("These are your stored orders; the draft is gone.");
      this.text.focus();
    }

    /** @type {(ruleset: string) => Picker | null} */
    pickerOf(ruleset) {
      const holder = by("offers");
      /** @type {SVGSVGElement | null} */
      const board = document.querySelector(".sheet .board");
      if (!holder || !pickers[ruleset] || !board) return null;
      /** @type {Table<any>["give"]} */
      const give = (text, whole, lacks) => this.given(text, whole, lacks);
      /** @type {Table<any>["say"]} */
      const say = (words) => this.say(words);
      const next = () => this.next();
      const done = () => this.whole && by("send").focus();
      const data = JSON.parse(holder.textContent);
      return pickers[ruleset]({ data, board, place: by("picks"), give, say, next, done });
    }

    next() {
      return this.edited === NONE ? "press the green button" : "press Replace";
    }

    /** @type {(words: string) => void} */
    say(words) {
      if (this.typing) return; // it is checked once nothing more is typed
      const line = by("builder-line");
      if (line.textContent !== words) line.textContent = words; // or it would be read out again, key by key
    }

    // The order under construction

    /** @type {(text: string, whole: boolean, lacks?: string) => void} */
    given(text, whole, lacks = text && "Finish the order") {
      this.line.value = text;
      this.lacks = whole ? "" : lacks;
      this.ready(whole);
    }

    /** @type {(whole: boolean) => void} */
    ready(whole) {
      this.whole = whole && Boolean(this.line.value.trim());
      by("add").disabled = !whole;
      by("replace").disabled = !whole || this.edited === NONE;
      by("replace").hidden = this.edited === NONE;
      this.picker?.look(...this.lineup());
      this.list();
      this.offerSending();
    }

    // The orders in the order in which they go, and the place of the one that is being built or written anew.
    /** @returns {[orders: string[], at: number]} */
    lineup() {
      const orders = this.queue.map((entry) => entry.order);
      if (this.edited !== NONE || !this.line.value.trim() || isWish(this.line.value)) return [orders, this.edited];
      const place = this.post.place(this.queue);
      if (place === "last") return [[...orders, ""], orders.length];
      const rest = orders.filter((order) => !isWish(order));
      return [["", ...rest.slice(place === "replace" ? 1 : 0)], 0];
    }

    // The order that is being built and could be sent; "" for none.
    fresh() {
      return this.whole && !this.wrongNow() ? this.order() : "";
    }

    // What is wrong for good with the order that is being built, in words.
    wrongNow() {
      return this.picker.wrong(Queue.entries(this.order())[0]?.order ?? "");
    }

    // The text of the file with the order that is being built.
    composed() {
      const order = this.fresh();
      if (!order) return this.text.value;
      return this.edited === NONE
        ? this.post.composed(this.text.value, this.queue, order)
        : Queue.replaced(this.text.value, this.edited, order);
    }

    // What keeps the file from being taken along, in words, one by one.
    faults() {
      return Queue.faults(this.composed());
    }

    // The file that goes now, whatever the way: where no orders are left of those that are stored, one that takes them
    // back; "" where there is none.
    carried() {
      const [text, stored] = [this.composed(), this.draft.stored];
      const isSome = Queue.entries(text).length || Queue.entries(stored).length;
      return isSome && !this.faults().length ? Queue.tidy(text) || NO_ORDERS : "";
    }

    // The same; "" where it is nothing new.
    sendable() {
      const text = this.composed();
      const isNew = text !== this.draft.stored || (this.post.opened.text ?? text) !== text;
      return isNew ? this.carried() : "";
    }

    // What is to be known before the file goes; `lacks` is what an order lacks that stays behind, "" where none does.
    /** @type {(lacks: string) => string} */
    notice(lacks) {
      const clears = this.carried() && !Queue.entries(this.composed()).length;
      const told = [
        clears && "No orders are left here, but some are stored. Send this file to remove them.",
        lacks && "The order that you have begun is not finished, so it is not sent.",
        this.begun
      ];
      return told.filter(Boolean).join(" ");
    }

    offerSending() {
      const order = this.fresh();
      const lacks = this.whole && !order ? "Finish the order" : this.lacks;
      const isSent = this.post.show(this.sendable(), order, lacks);
      this.post.aim(this.carried(), isSent);
      this.tell(this.notice(isSent ? lacks : ""));
      this.post.guard(this.edited === NONE ? this.queue : [], order, () => this.ready(this.whole));
      const isOn = `${this.line.value}${this.lacks}` !== "";
      const row = by("orders-list").querySelector(isOn ? ".fresh" : "li");
      const isOpened = by("state").matches(".opened");
      const [code = "", told = ""] = [...(row?.querySelectorAll("code, small") ?? [])].map((each) => each.textContent);
      const [shown, more] = by("dock-line").querySelectorAll("code, small");
      shown.textContent = isOn ? order || this.line.value : code;
      more.textContent = isOpened && !isOn ? by("state").textContent : told;
      by("dock-line").hidden = !(isOn || isOpened || row?.matches(".bad"));
      by("dock").classList.toggle("on", isOn);
      by("dock").classList.toggle("sent", isOpened);
      by("undo").hidden = !this.line.value && !this.lacks;
    }

    // The file is taken along by some way: what is being built is in it, and so goes into the list. Gives that order.
    take() {
      const order = this.fresh();
      const text = this.composed();
      this.post.taken();
      if (order) this.clear();
      this.write(text);
      return order;
    }

    // The button that sends was pressed.
    /** @type {(event: MouseEvent) => Promise<void>} */
    async send(event) {
      const file = by("send").href && this.sendable();
      if (!file) {
        event.preventDefault();
        return;
      }
      const order = this.take();
      const gone = () => this.say(`${order || "Your orders"}: ${this.post.rest()}.`);
      const failed = await this.post.go(event, file).then(gone, (error) => error);
      await new Promise((then) => setTimeout(then)); // the click goes on first, and needs the address of the button
      this.offerSending();
      if (failed) this.tell(failed.message, failed.cause);
    }

    undo() {
      this.clear();
      Parts.focus(document.body, ".sheet .board [tabindex='0']");
    }

    typed() {
      const some = Boolean(this.line.value.trim());
      this.typing = some;
      this.picker.clear();
      this.typing = false;
      this.lacks = "";
      this.ready(some);
      clearTimeout(this.pause);
      if (some) this.pause = setTimeout(() => this.checkTyped(this.line.value), PAUSE);
    }

    // Say what is wrong with what is typed, or doubtful of it in its place in the queue.
    /** @type {(typed: string) => void} */
    checkTyped(typed) {
      const order = Queue.entries(this.order())[0]?.order ?? "";
      if (typed !== this.line.value) return;
      const orders = this.queue.map((entry) => entry.order);
      const at = this.edited === NONE ? orders.length : this.edited;
      orders[at] = order;
      const words = this.picker.wrong(order) || this.picker.doubts(orders)[at];
      this.say(words ? `${order}: ${words}` : `${order} is ready: ${this.next()}.`);
    }

    /** @type {(event: KeyboardEvent) => void} */
    entered(event) {
      if (event.key !== "Enter") return;
      event.preventDefault();
      (this.edited === NONE ? by("add") : by("replace")).click();
    }

    /** @type {(order: string) => void} */
    plain(order) {
      this.picker.clear();
      this.given(order, true);
      const deed = this.picker.deed?.(order);
      this.say(deed ? `${order}: ${deed}` : `${order} is ready: ${this.next()}.`);
    }

    clear() {
      clearTimeout(this.pause); // nothing is said any more of what was typed
      this.edited = NONE;
      by("star").checked = false;
      this.picker.clear();
      this.judge();
      this.given("", false);
    }

    add() {
      const order = this.order();
      if (this.refused()) return;
      const back = this.way(by("add"));
      this.write(Queue.added(this.text.value, order));
      this.clear();
      back();
      const words = this.words.at(-1);
      this.say(words ? `Added: ${order}. But: ${words}` : `Added: ${order}`);
    }

    replace() {
      const order = this.order();
      if (this.refused()) return;
      const back = this.way(by("replace"));
      const at = this.edited;
      this.clear();
      this.write(Queue.replaced(this.text.value, at, order));
      back();
      this.say(`Replaced by: ${order}`);
    }

    // Whether the order never becomes good; it is told then, and stays where it is written.
    refused() {
      const words = this.wrongNow();
      if (words) this.tell(`Not added: ${words}`);
      return Boolean(words);
    }

    // What brings the focus back to the board from a button that can be pressed no more. The page stays where it is for
    // those who see the board.
    /** @type {(button: HTMLButtonElement) => () => void} */
    way(button) {
      const stood = document.activeElement === button;
      return () => {
        /** @type {SVGElement | null} */
        const cell = document.querySelector(".sheet .board [tabindex='0']");
        if (stood) (cell ?? this.line).focus({ preventScroll: !button.matches(":focus-visible") });
      };
    }

    // One order on one line, whatever was pasted.
    order() {
      return Queue.starred(
        this.line.value.replace(/[\s/#]+/g, " "),
        by("star").checked || this.line.value.trim()[0] === "*"
      );
    }

    // The queue

    /** @type {(text: string, edited?: number) => void} */
    write(text, edited) {
      this.text.value = text;
      this.changed(edited);
    }

    // The text area holds another queue. `edited` is where the order stands now that is being written anew; where that is
    // not known, it is where it was, as long as it is the same there.
    /** @type {(edited?: number) => void} */
    changed(edited) {
      const before = this.queue;
      const was = this.edited;
      this.queue = Queue.entries(this.text.value);
      this.edited = edited ?? (this.queue[was]?.text === before[was]?.text ? was : NONE);
      this.judge();
      this.ready(this.whole);
      this.draft.write(this.text.value);
      by("stored").hidden = this.text.value === this.draft.stored;
      this.check();
      if (was !== NONE && this.edited !== was) this.say(this.anew());
    }

    anew() {
      if (this.edited === NONE)
        return "The order that you were editing has changed in your file. You can add yours as a new one.";
      const what = isWish(this.queue[this.edited].order) ? "A wish" : `Order ${this.numberOf(this.edited)}`;
      return `${what} of your queue is being edited: change it, then press Replace.`;
    }

    // Which order, wishes not counted, stands at a place of the queue.
    /** @type {(index: number) => number} */
    numberOf(index) {
      return this.queue.slice(0, index + 1).filter((entry) => !isWish(entry.order)).length;
    }

    // The wishes, and the orders in the order in which they go: those of the queue, and the one that is being built.
    list() {
      const order = this.edited === NONE ? this.fresh() : "";
      const place = this.post.place(this.queue);
      /** @type {(Entry | null)[]} */
      const wishes = this.queue.filter((entry) => isWish(entry.order));
      /** @type {(Entry | null)[]} */
      const orders = this.queue.filter((entry) => !isWish(entry.order));
      if (isWish(order)) wishes.push(null);
      else if (order) orders.splice(place === "last" ? orders.length : 0, place === "replace" ? 1 : 0, null);
      let before = 0; // orders that go before
      const rows = [...wishes, ...orders].map((entry) => {
        const index = entry ? this.queue.indexOf(entry) : NONE;
        const row = entry ? this.row(entry, index, before) : this.freshRow(order, before);
        if (!this.words[index] && !(entry && isWish(entry.order))) before += 1;
        return row;
      });
      by("orders-list").hidden = !rows.length;
      by("orders-list").replaceChildren(...rows);
    }

    /** @type {(entry: Entry, index: number, before: number) => HTMLElement} */
    row(entry, index, before) {
      const bad = Boolean(this.words[index]);
      const more = [
        bad ? (before ? "Waits" : "") : this.turnOf(before, entry.order),
        bad && CANNOT,
        this.unread[index]
      ];
      const row = this.lineOf(entry.text, more.filter(Boolean).join(". "));
      row.append(this.buttons(entry, index));
      row.dataset.place = String(index);
      row.classList.toggle("bad", bad);
      if (index === this.edited) row.setAttribute("aria-current", "true");
      return row;
    }

    /** @type {(order: string, before: number) => HTMLElement} */
    freshRow(order, before) {
      const row = this.lineOf(order, this.turnOf(before, order));
      row.classList.add("fresh");
      const undo = button("Discard", "", () => this.undo());
      undo.className = "link";
      row.append(undo);
      return row;
    }

    /** @type {(order: string, words: string) => HTMLElement} */
    lineOf(order, words) {
      const row = Parts.made("li", "", isWish(order) ? "wish" : "");
      row.append(Parts.made("code", order), " ", Parts.made("small", words));
      return row;
    }

    // When an order goes before which so many go, and what it does.
    /** @type {(before: number, order: string) => string} */
    turnOf(before, order) {
      const { together, now, turn, each } = this.form.dataset;
      if (isWish(order)) return "With the next run";
      if (together !== undefined) return "";
      const later = now === undefined ? "Waits" : `Waits for ${each} ${Number.parseInt(turn, 10) + before}`;
      const when = before ? later : now === undefined ? "Your next turn" : "This turn";
      const deed = this.picker.deed?.(order);
      return deed ? `${when}: ${deed}` : when;
    }

    /** @type {(entry: Entry, index: number) => HTMLSpanElement} */
    buttons(entry, index) {
      const group = document.createElement("span");
      const star = pressed("*", `At once: ${entry.order}`, entry.starred, () => this.star(index, entry));
      const orders = [...this.queue.keys()].filter((place) => !isWish(this.queue[place].order));
      const earlier = orders.findLast((place) => place < index);
      const later = orders.find((place) => place > index);
      const up = button("↑", `Earlier: ${entry.text}`, () => this.move(index, earlier, 1));
      const down = button("↓", `Later: ${entry.text}`, () => this.move(index, later, 2));
      up.disabled = earlier === undefined;
      down.disabled = later === undefined;
      up.hidden = down.hidden = isWish(entry.order); // whose place does not matter
      star.hidden = by("star").hidden || up.hidden;
      group.className = "tools";
      const edit = button("Edit", `Edit: ${entry.text}`, () => this.edit(index, entry));
      const remove = button("Remove", `Remove: ${entry.text}`, () => this.remove(index, entry));
      edit.className = "link edit";
      remove.className = "link remove";
      group.append(star, up, down, edit, remove);
      return group;
    }

    /** @type {(index: number, entry: Entry) => void} */
    star(index, entry) {
      if (index === this.edited) by("star").checked = !entry.starred;
      this.act(
        index,
        0,
        Queue.replaced(this.text.value, index, Queue.starred(entry.order, !entry.starred)),
        this.edited
      );
    }

    /** @type {(index: number, to: number, which: number) => void} */
    move(index, to, which) {
      const others = { [index]: to, [to]: index };
      this.act(to, which, Queue.swapped(this.text.value, index, to), others[this.edited] ?? this.edited);
    }

    /** @type {(index: number, entry: Entry) => void} */
    remove(index, entry) {
      const edited = index === this.edited ? NONE : this.edited - (index < this.edited ? 1 : 0);
      this.act(Math.min(index, this.queue.length - 2), 4, Queue.removed(this.text.value, index), edited);
      this.say(`Removed: ${entry.text}`);
    }

    // Change the queue; the focus goes to a button of one of its rows, which is made anew.
    /** @type {(row: number, which: number, text: string, edited: number) => void} */
    act(row, which, text, edited) {
      this.write(text, edited);
      /** @type {NodeListOf<HTMLButtonElement>} */
      const buttons = by("orders-list").querySelectorAll(`[data-place="${row}"] button`);
      const next = buttons[which]?.disabled ? [...buttons].find((each) => !each.disabled) : buttons[which];
      (next ?? this.text).focus();
    }

    /** @type {(index: number, entry: Entry) => void} */
    edit(index, entry) {
      this.clear();
      this.edited = index;
      by("star").checked = entry.starred;
      this.judge();
      this.given(entry.order, true);
      by("plan").open = true;
      this.line.focus();
      this.say(this.anew());
    }

    judge() {
      const orders = this.queue.map((entry) => entry.order);
      const doubts = this.picker.doubts(orders);
      this.wrong = orders.map((order) => this.picker.wrong(order));
      this.unread = this.picker.unread?.(orders) ?? [];
      this.words = this.wrong.map((words, index) => words || (doubts[index] ?? ""));
    }

    // The words on the orders of the list.
    /** @type {(words: string[]) => string[]} */
    told(words) {
      const each = this.queue.map(
        (entry, index) => words[index] && `Order ${this.numberOf(index)}, ${entry.order.slice(0, 60)}: ${words[index]}`
      );
      return each.filter(Boolean);
    }

    check() {
      by("checks").replaceChildren(
        ...[...Queue.faults(this.text.value), ...this.told(this.words)]
          .slice(0, 5)
          .map((each) => Parts.made("li", each))
      );
    }

    // The file

    // Tell what came of a button, beside the one that sends, where it is always in sight.
    /** @type {(words: string, more?: Node | "") => void} */
    tell(words, more = "") {
      by("builder-word").replaceChildren(words, more);
    }

    async copy() {
      this.take();
      const holder = by("file") ?? this.text;
      holder.select();
      const told = await navigator.clipboard.writeText(this.post.file).then(
        () => "The file is copied.",
        () => "The browser does not let pages copy. Copy the selected text yourself."
      );
      this.tell([told, this.begun].filter(Boolean).join(" "));
    }
  }

  /** @type {{ desk?: Desk }} */
  const opened = {};

  // Begin on a sheet that takes orders; any other is left as it is.
  function start(Made = Desk) {
    const form = by("builder");
    Play.start();
    if (!form) return;
    opened.desk = new Made(form);
    opened.desk.start();
  }

  // Pickers come behind this script; a sealed sheet's builder begins once the sheet is opened (seal.js).
  document.addEventListener("DOMContentLoaded", () => {
    if (!by("sealed")) start();
  });

  return { pickers, opened, Desk, start };
})();

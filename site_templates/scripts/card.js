// The card of a piece: what stands on the square that the pointer or the focus is on, or that is pressed long, and else on
// the one that is chosen. A piece can also be dragged to where it goes, and a square be reached by typing its name.

const Card = (() => {
  const LONG = 450; // milliseconds
  const MOST = 9; // chips on a card

  /** @type {(event: Event) => Square} */
  const squareOf = (event) => /** @type {SVGElement} */ (event.target).dataset?.at ?? "";

  // What a board has drawn on a square, as a small picture.
  /** @type {(cells: BoardCells, name: Square) => SVGElement} */
  function face(cells, name) {
    const { side } = cells.plan;
    const [x, y] = cells.middle(name).map((each) => each - side / 2);
    const made = svgPart("svg", {
      viewBox: [x, y, side, side].join(" "),
      class: "face",
      "aria-hidden": "true"
    });
    for (const [at, drawing] of Grid.things(cells.svg)) if (at === name) made.append(drawing.cloneNode(true));
    for (const title of made.querySelectorAll("title")) title.remove();
    return made;
  }

  class Board {
    // `about(name)` is what there is to say of a square, null for nothing; `own(name)` whether a piece there can be moved.
    /**
     * @param {BoardCells} cells
     * @param {(name: Square) => About | null} about
     * @param {(name: Square) => boolean} own
     */
    constructor(cells, about, own) {
      this.cells = cells;
      this.about = about;
      this.own = own;
      this.pinned = "";
      const { svg } = cells;
      this.drag(svg);
      this.type(svg);
      this.place = by("about"); // a page may have no card
      if (!this.place) return;
      this.first = [...this.place.childNodes];
      svg.addEventListener("pointerover", (event) => this.show(squareOf(event)));
      svg.addEventListener("pointerleave", () => this.show(""));
      svg.addEventListener("focusin", (event) => this.show(squareOf(event)));
      svg.addEventListener("focusout", () => this.show(""));
      this.press(svg);
    }

    /** @type {(name: Square) => void} */
    pin(name) {
      this.pinned = name;
      this.show(name);
    }

    /** @type {(name: Square) => void} */
    show(name) {
      const at = name && this.about(name) ? name : this.pinned;
      const found = at && this.about(at);
      this.place?.replaceChildren(...(found ? this.parts(at, found) : this.first));
    }

    /** @type {(name: Square, found: About) => HTMLElement[]} */
    parts(name, { title, more, chips = [], words }) {
      const { made } = Parts;
      const text = document.createElement("div");
      text.append(made("h2", title), made("small", more));
      const head = made("div", "", "head");
      head.append(face(this.cells, name), text);
      const all = made("p", "", "chips");
      for (const [code, what] of chips.slice(0, MOST)) {
        const chip = made("span", ` ${what}`, "chip");
        chip.prepend(made("b", code));
        all.append(chip);
      }
      if (chips.length > MOST) all.append(made("span", `and ${chips.length - MOST} more`, "chip"));
      return [head, ...(chips.length ? [all] : []), made("p", words)];
    }

    // A long press shows the card where a finger covers the square.
    /** @type {(svg: SVGElement) => void} */
    press(svg) {
      let timer = 0;
      const about = this.place;
      const stop = () => clearTimeout(timer);
      svg.addEventListener("pointerdown", (event) => {
        about.classList.remove("held");
        const name = squareOf(event);
        if (event.pointerType !== "touch" || !name) return;
        timer = setTimeout(() => {
          this.show(name);
          about.classList.add("held");
        }, LONG);
      });
      for (const each of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(each, stop);
      svg.addEventListener("contextmenu", (event) => about.classList.contains("held") && event.preventDefault());
      svg.addEventListener(
        "click",
        (event) => about.classList.contains("held") && event.stopImmediatePropagation(),
        true
      );
      addEventListener("scroll", () => about.classList.remove("held"), { passive: true });
    }

    // From a piece to where it goes; a finger scrolls instead.
    /** @type {(svg: SVGElement) => void} */
    drag(svg) {
      let from = "";
      svg.addEventListener("pointerdown", (event) => {
        const name = squareOf(event);
        from = event.pointerType !== "touch" && event.button === 0 && this.own(name) ? name : "";
      });
      svg.addEventListener("pointerup", (event) => {
        const to = squareOf(event);
        if (!from || !to || to === from) return;
        const { picked } = this.cells.plan;
        if (this.cells.cells.get(from).dataset.kind !== "from") picked(from);
        if (["to", "end"].includes(this.cells.cells.get(to).dataset.kind)) picked(to);
        this.cells.stand(to, true);
      });
    }

    // Letters and digits lead to the square of that name; S sends where there is something to send.
    /** @type {(svg: SVGElement) => void} */
    type(svg) {
      const { cells } = this.cells;
      const names = new Map([...cells.keys()].map((name) => [name.toUpperCase(), name]));
      let typed = "";
      svg.addEventListener("keydown", (event) => {
        const sign = event.key.toUpperCase();
        const sends = sign === "S" && by("send")?.hasAttribute("href");
        if (!isAct(event) || sends || !/^[A-Z0-9]$/.test(sign)) return;
        const fits = [typed + sign, sign].find((text) => [...names.keys()].some((name) => name.startsWith(text)));
        typed = fits ?? "";
        if (names.has(typed)) this.cells.stand(names.get(typed), true);
      });
      svg.addEventListener("pointerdown", () => {
        typed = "";
      });
    }
  }

  return { Board };
})();

// The squares of a drawn board as the cells of a grid: to be clicked, touched, or walked with the arrow keys. What the
// squares mean is the matter of the ruleset's picker.

const Grid = (() => {
  /** @type {Record<string, [right: number, down: number]>} */
  const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

  // A to Z, AA, AB ... for columns 0, 1 ...
  /** @type {(column: number) => string} */
  function columnName(column) {
    let name = "";
    for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
      name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
    return name;
  }

  // What stands on the squares of a drawing, by their names, for those who cannot see it: its titles.
  /** @type {(svg: SVGElement) => Map<Square, string>} */
  function told(svg) {
    const found = new Map();
    for (const [name, drawing] of things(svg)) {
      const what = drawing.querySelector("title").textContent.slice(name.length + 2);
      found.set(name, found.has(name) ? `${found.get(name)}, ${what}` : what);
    }
    return found;
  }

  // The drawings of pieces and special squares, those that are remembered too, each with the name of its square.
  /** @type {(svg: SVGElement) => [name: Square, drawing: SVGElement][]} */
  const things = (svg) =>
    [.../** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-piece], [data-ground]"))].map((each) => [
      each.dataset.piece ?? each.dataset.ground,
      each
    ]);

  // How a square on which an order can end is marked, by what is on it: others' pieces have brackets around them, own
  // pieces, special squares and pyramids a ring, and what hurts whoever comes there a red one; any other has a dot.
  /** @type {(drawing: Element) => string} */
  function formOf(drawing) {
    if (drawing.matches(".gh, .old")) return "dot";
    if (drawing.matches("[data-harms]")) return "warn";
    return drawing.matches("[data-ground], [class^=c-], .ph, :has(.kl)") ? "ring" : "cap";
  }

  // The choice whether what is remembered is shown is kept in the browser.
  function remember() {
    const REMEMBER = "genetess remember";
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("remember"));
    if (!field) return;
    field.checked = store.get(REMEMBER) !== "no";
    field.addEventListener("change", () => store.set(REMEMBER, field.checked ? "yes" : "no"));
  }

  // A cell for every square of a drawing. `plan` is {columns, rows, side, nameOf, labelOf, picked, back}: `side` is that
  // of a square in the drawing (60 where it is not given), `nameOf(column, row)` its name (A1 at the top left, if not
  // given), `labelOf(name)` what it is to those who cannot see it, `picked(name)` is called for the square that was
  // chosen, and `back()` for Escape and Backspace.
  class Cells {
    /**
     * @param {SVGSVGElement} svg
     * @param {Plan} plan
     */
    constructor(svg, plan) {
      this.svg = svg;
      /** @type {Required<Plan>} */
      this.plan = { side: 60, nameOf: (column, row) => columnName(column) + (row + 1), ...plan };
      /** @type {Square[][]} */
      this.names = [];
      /** @type {Map<Square, SVGElement>} */
      this.cells = new Map();
      const found = things(svg);
      const drawn = svgPart("g", { "aria-hidden": "true" });
      drawn.append(...svg.childNodes);
      svg.setAttribute("role", "grid");
      // A piece hides the special square that it is on.
      this.forms = new Map(found.map(([name, drawing]) => [name, formOf(drawing)]));
      // Below the pieces, so that none is coloured or hidden: what is chosen, and where orders lead.
      this.tints = svgPart("g", { class: "tints" });
      this.paths = svgPart("g", { class: "paths" });
      const first = found.find(([, drawing]) => drawing.dataset.piece)?.[1];
      if (first) first.before(this.tints, this.paths);
      else drawn.append(this.tints, this.paths);
      // Above them, and small: where an order can end.
      this.ends = svgPart("g", { "aria-hidden": "true", class: "ends" });
      this.drawn = svgPart("g", { "aria-hidden": "true", class: "drawn" });
      svg.append(drawn, this.ends, this.drawn, this.layer());
      remember();
      svg.addEventListener("click", (event) => this.clicked(event));
      svg.addEventListener("keydown", (event) => this.pressed(event));
      svg.addEventListener("focusin", (event) => this.uncover(/** @type {Element} */ (event.target)));
      new ResizeObserver(() => this.uncover(svg.querySelector("[data-kind=from]"))).observe(
        document.querySelector(".bar")
      );
    }

    layer() {
      const layer = svgPart("g", { role: "presentation" });
      for (let row = 0; row < this.plan.rows; row++) layer.append(this.row(row));
      this.cells.get(this.names[0][0]).setAttribute("tabindex", "0");
      return layer;
    }

    /** @type {(row: number) => SVGElement} */
    row(row) {
      const line = svgPart("g", { role: "row" });
      const { columns, side, nameOf } = this.plan;
      this.names[row] = [];
      for (let column = 0; column < columns; column++) {
        const name = nameOf(column, row);
        const place = { x: column * side, y: row * side, width: side, height: side };
        const cell = svgPart("rect", { role: "gridcell", class: "sq", tabindex: "-1", "data-at": name, ...place });
        this.names[row][column] = name;
        this.cells.set(name, cell);
        cell.setAttribute("aria-label", this.plan.labelOf(name));
        line.append(cell);
      }
      return line;
    }

    // Mark squares: a map from names to a kind: `from` (what was chosen), `way` (passed), `to` (can be chosen now) or
    // `end` (can be reached later), and words for those who cannot see it. Where `ends` are given, the order can end on
    // them alone, and `to` is but the next step.
    /** @type {(marks: Map<Square, string>, ends?: Set<Square>) => void} */
    mark(marks, ends = new Set()) {
      this.tints.replaceChildren();
      this.ends.replaceChildren();
      for (const [name, kind] of marks)
        if (kind === "from" || kind === "way")
          this.tints.append(this.square(name, 2, kind === "from" ? "sel" : "passed"));
        else if (kind === "end" || !ends.size || ends.has(name)) this.ends.append(this.end(name));
        else this.ends.append(this.dot(name, 5, "dot step"));
      // It can end where it begins: in the corner, as the piece is there.
      for (const [name, kind] of marks)
        if (kind === "from" && ends.has(name)) {
          const [cx, cy] = this.middle(name).map((each) => each + 22);
          this.ends.append(svgPart("circle", { class: "dot", cx, cy, r: 5 }));
        }
      for (const [name, cell] of this.cells) {
        const kind = marks.get(name);
        if (kind || cell.dataset.kind) {
          cell.dataset.kind = kind ?? "";
          cell.setAttribute("aria-selected", String(kind === "from" || kind === "way"));
        }
        const more = kind === "to" ? ", can be chosen" : kind === "end" ? ", can be reached" : "";
        const label = this.plan.labelOf(name) + more; // which may have changed without the mark
        if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      }
    }

    // A square's outline, so far inside it.
    /** @type {(name: Square, inset: number, look: string) => SVGElement} */
    square(name, inset, look) {
      const [x, y] = this.middle(name);
      const half = this.plan.side / 2 - inset;
      return svgPart("rect", { class: look, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 6 });
    }

    /** @type {(name: Square, r: number, look: string) => SVGElement} */
    dot(name, r, look) {
      const [cx, cy] = this.middle(name);
      return svgPart("circle", { class: look, cx, cy, r });
    }

    // The mark of a square on which an order can end.
    /** @type {(name: Square) => SVGElement} */
    end(name) {
      const form = this.forms.get(name) ?? "dot";
      if (form === "dot") return this.dot(name, 9, "dot");
      if (form !== "cap") return this.square(name, 3, form);
      const [x, y] = this.middle(name).map((each) => each - this.plan.side / 2);
      const d = `M${x + 4} ${y + 16}v-12h12M${x + 44} ${y + 4}h12v12M${x + 56} ${y + 44}v12h-12M${x + 16} ${y + 56}h-12v-12`;
      return svgPart("path", { class: "cap", d });
    }

    // Draw where orders lead, for those who see it: each of `trips` is {way, number}, the squares from first to last (one
    // alone is framed) and the order's number in the queue, none for the one that is being built, and whether it is
    // `unsure` to lead there. `more` are elements above the pieces.
    /** @type {(trips: Trip[], more?: SVGElement[]) => void} */
    draw(trips, more = []) {
      this.paths.replaceChildren(...trips.map((trip) => this.path(trip)));
      this.drawn.replaceChildren(...more, ...trips.map((trip) => this.trip(trip)));
    }

    /** @type {(trip: Trip) => SVGElement} */
    path({ way, number, unsure }) {
      const made = svgPart("g", { class: number ? "go" : "go new" });
      if (way.length < 2) return made;
      const d = `M${way.map((name) => this.middle(name)).join("L")}`;
      made.append(
        svgPart("path", { class: "path0", d }),
        svgPart("path", { class: unsure ? "path unsure" : "path", d })
      );
      made.append(...way.slice(1).map((name) => this.dot(name, 6, "tip")));
      return made;
    }

    /** @type {(trip: Trip) => SVGElement} */
    trip({ way, number }) {
      const made = svgPart("g", { class: number ? "go" : "go new" });
      if (way.length < 2) made.append(this.square(way[0], 4, "set"));
      if (number) {
        const [x, y] = this.middle(way.at(-1)).map((each, index) => each + (index ? -20 : 20));
        const label = svgPart("text", { x, y });
        label.textContent = String(number);
        made.append(svgPart("circle", { cx: x, cy: y, r: 11, class: "num" }), label);
      }
      return made;
    }

    // What a square is drawn as, of kinds of ground by the class of their paths; undefined for none of them.
    /** @type {(name: Square, kinds: Record<string, string>) => string | undefined} */
    ground(name, kinds) {
      const point = new DOMPoint(...this.middle(name));
      return Object.keys(kinds).find((kind) => {
        /** @type {SVGGeometryElement | null} */
        const path = this.svg.querySelector(`path.${kind}`);
        return path?.isPointInFill(point);
      });
    }

    /** @type {(name: Square) => [x: number, y: number]} */
    middle(name) {
      const cell = this.cells.get(name);
      const { side } = this.plan;
      return [Number(cell?.getAttribute("x") ?? 0) + side / 2, Number(cell?.getAttribute("y") ?? 0) + side / 2];
    }

    // The edges of the box in which a wide board is scrolled show where there is more.
    fade() {
      const box = this.svg.closest(".wide");
      if (!box) return;
      const edges = () => {
        box.classList.toggle("more-left", box.scrollLeft > 2);
        box.classList.toggle("more-right", box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
      };
      box.addEventListener("scroll", edges, { passive: true });
      addEventListener("resize", edges);
      edges();
    }

    // Where the arrow keys go on from; with `now` it is focused.
    /** @type {(name: Square, now: boolean) => void} */
    stand(name, now) {
      for (const cell of this.cells.values())
        if (cell.getAttribute("tabindex") === "0") cell.setAttribute("tabindex", "-1");
      const cell = this.cells.get(name);
      cell.setAttribute("tabindex", "0");
      if (now) cell.focus();
    }

    /** @type {(event: MouseEvent) => void} */
    clicked(event) {
      const name = /** @type {SVGElement} */ (event.target).dataset?.at;
      if (!name) return;
      this.stand(name, true);
      this.plan.picked(name);
    }

    // Where the bar with the order is at the foot of the screen, it may stand over a square, or grow over the chosen one.
    /** @type {(cell: Element | null) => void} */
    uncover(cell) {
      const bar = document.querySelector(".bar");
      if (!cell || getComputedStyle(bar).position !== "fixed") return;
      scrollBy(0, Math.max(0, cell.getBoundingClientRect().bottom - bar.getBoundingClientRect().top));
    }

    /** @type {(event: KeyboardEvent) => void} */
    pressed(event) {
      const name = /** @type {SVGElement} */ (event.target).dataset?.at;
      if (!name || !isAct(event)) return;
      if (event.key === "Enter" || event.key === " ") this.plan.picked(name);
      else if (event.key === "Escape" || event.key === "Backspace") this.plan.back();
      else if (!this.walked(event.key, name)) return;
      event.preventDefault();
    }

    /** @type {(key: string, name: Square) => boolean} */
    walked(key, name) {
      const row = this.names.findIndex((line) => line.includes(name));
      const column = this.names[row].indexOf(name);
      const last = this.plan.columns - 1;
      const [right, down] = STEPS[key] ?? [key === "Home" ? -last : key === "End" ? last : 0, 0];
      if (!right && !down) return false;
      const next = this.names[row + down]?.[Math.min(last, Math.max(0, column + right))];
      if (next) this.stand(next, true);
      return true;
    }
  }

  return { Cells, columnName, told, things };
})();

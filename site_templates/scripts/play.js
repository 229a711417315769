// Plays what happened on a board that shows how it ended: on a newest sheet the turns since the seat's last one, in the
// replay a turn that is stepped to. Pieces glide from where they were, what is gone fades. Nothing is shown but what the
// page's viewer was told (site/board/marks.py writes it), and in the end the board is as it was before.

const Play = (() => {
  const [GLIDE, FADE, PAUSE, READING] = [250, 150, 400, 900]; // milliseconds
  const SIDE = 60;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // `C2>E2>red,N9>>blue`: what came from where, went where, and whose it was.
  /** @type {(text: string) => Move[]} */
  const read = (text) =>
    text.split(",").map((move) => {
      const [from, to, whose] = move.split(">");
      return { from, to, whose };
    });

  // Where squares are on a board; that of chess may be turned, as Black sees it.
  /** @type {(svg: SVGSVGElement) => (name: Square) => [x: number, y: number]} */
  function placer(svg) {
    const isTurned = "turned" in svg.dataset;
    return (name) => {
      const [, letters, digits] = /^([A-Za-z]+)(\d+)$/.exec(name);
      const column = [...letters.toUpperCase()].reduce((sum, each) => 26 * sum + each.charCodeAt(0) - 64, 0) - 1;
      if (letters < "a") return [column * SIDE, (Number(digits) - 1) * SIDE];
      const [x, y] = [column * SIDE, (8 - Number(digits)) * SIDE];
      return isTurned ? [7 * SIDE - x, 7 * SIDE - y] : [x, y];
    };
  }

  // The pieces of a board by their squares; what is remembered of one counts where none is seen.
  /** @type {(svg: SVGSVGElement) => Map<Square, SVGGraphicsElement>} */
  function piecesOf(svg) {
    const found = new Map();
    /** @type {NodeListOf<SVGGraphicsElement>} */
    const pieces = svg.querySelectorAll("[data-piece]");
    for (const piece of pieces) {
      const name = piece.dataset.piece;
      if (!(piece.classList.contains("gh") && found.has(name))) found.set(name, piece);
    }
    return found;
  }

  // What stands for a piece that is gone: the man of chess that it was, or the shape of its seat.
  /** @type {(whose: string, place: [x: number, y: number]) => SVGGraphicsElement | null} */
  function ghost(whose, [x, y]) {
    const [seat, piece] = whose.split(" ");
    if (piece) {
      const letter = { pawn: "P", knight: "N", bishop: "B", rook: "R", queen: "Q", Genie: "G" }[piece];
      return svgPart("use", { href: `#${seat === "white" ? "b" : "w"}${letter}`, x, y });
    }
    const token = document.querySelector(`tr[data-seat="${seat}"] .tok`);
    if (!token) return null;
    const made = svgPart("g", { class: `p ${token.classList[1]}`, transform: `translate(${x + 30} ${y + 30})` });
    made.append(token.querySelector(".b").cloneNode());
    return made;
  }

  // One showing of some turns on a board.
  class Show {
    /**
     * @param {SVGSVGElement} svg
     * @param {Move[][]} turns
     * @param {(move: Move) => SVGGraphicsElement | null} [gone] what stands for a piece that is gone
     */
    constructor(svg, turns, gone) {
      this.placeOf = placer(svg);
      this.homes = piecesOf(svg);
      /** @type {SVGGraphicsElement[]} */
      this.ghosts = [];
      /** @type {Map<SVGGraphicsElement, Square>} */
      this.drawnOn = new Map([...this.homes].map(([name, piece]) => [piece, name]));
      /** @type {Map<SVGGraphicsElement, Square>} */
      this.starts = new Map(); // where each that takes part is before all of it: "" where it is not there yet
      this.layer = [...this.homes.values()].at(-1)?.parentNode ?? svg;
      this.gone = gone ?? (({ whose, from }) => ghost(whose, this.placeOf(from)));
      this.isOn = true;
      this.turns = turns.map((moves) => [...moves].sort((a, b) => Number(Boolean(a.to)) - Number(Boolean(b.to))));
      const where = new Map(this.homes);
      this.steps = this.turns
        .toReversed()
        .map((moves) =>
          moves
            .toReversed()
            .flatMap((move) => this.step(where, move))
            .toReversed()
        )
        .toReversed();
    }

    // Find who makes a move, where `where` has what is on the squares after it, and has what was there before it then.
    /** @type {(where: Map<Square, SVGGraphicsElement>, move: Move) => Glide[]} */
    step(where, move) {
      const { from, to } = move;
      const piece = to ? where.get(to) : this.gone(move);
      if (!piece || from === to) return [];
      if (to) where.delete(to);
      else {
        this.ghosts.push(piece);
        this.drawnOn.set(piece, from);
        this.layer.append(piece);
      }
      if (from) where.set(from, piece);
      this.starts.set(piece, from);
      return [{ piece, from, to }];
    }

    // How a piece is moved from where it is drawn so that it is on a square.
    /** @type {(piece: SVGGraphicsElement, name: Square) => string} */
    shift(piece, name) {
      const base = piece.transform.baseVal.consolidate()?.matrix;
      const [[x, y], [homeX, homeY]] = [this.placeOf(name), this.placeOf(this.drawnOn.get(piece))];
      return `translate(${(base?.e ?? 0) + x - homeX}px, ${(base?.f ?? 0) + y - homeY}px)`;
    }

    /** @type {(piece: SVGGraphicsElement, name: Square) => void} */
    put(piece, name) {
      piece.style.opacity = name ? "" : "0";
      if (name) piece.style.transform = this.shift(piece, name);
    }

    // Play the turns of these numbers, all if none are given; those before them have happened already.
    /** @type {(onTurn?: (turn: number) => void, only?: number, pause?: number) => Promise<void>} */
    async run(onTurn = () => {}, only = -1, pause = PAUSE) {
      for (const [piece, name] of this.starts) this.put(piece, name);
      for (const [turn, steps] of this.steps.entries()) {
        if (!this.isOn) break;
        if (turn < only) for (const { piece, to } of steps) this.put(piece, to);
        else if (only < 0 || turn === only) {
          onTurn(turn);
          await this.wait(pause);
          await this.turn(steps);
        }
      }
      if (this.isOn) await this.wait(pause);
      this.end();
    }

    /** @type {(steps: Glide[]) => Promise<void>} */
    async turn(steps) {
      let moving = new Set();
      for (const step of steps) {
        if (moving.has(step.piece)) {
          await this.wait(GLIDE);
          moving = new Set();
        }
        if (this.isOn) this.glide(step);
        moving.add(step.piece);
      }
      await this.wait(steps.length ? GLIDE : 0);
    }

    /** @type {(step: Glide) => void} */
    glide({ piece, from, to }) {
      const [before, after] = [piece.style.transform, to && this.shift(piece, to)];
      this.put(piece, to);
      if (still.matches) return; // it is there at once
      if (from && to) piece.animate({ transform: [before, after] }, { duration: GLIDE, easing: "ease-out" });
      else
        piece.animate(
          { opacity: to ? [0, 1] : [1, 0] },
          { duration: FADE, delay: to ? 0 : GLIDE - FADE, fill: "backwards" }
        );
    }

    /** @type {(time: number) => Promise<unknown>} */
    wait(time) {
      return new Promise((done) => setTimeout(done, this.isOn ? time : 0));
    }

    // Leave the board as it was.
    end() {
      if (!this.isOn) return;
      this.isOn = false;
      for (const piece of this.starts.keys()) {
        piece.style.transform = "";
        piece.style.opacity = "";
      }
      for (const each of this.ghosts) each.remove();
    }
  }

  // The button and the turns in the news of a sheet.
  class News {
    /** @param {HTMLElement} news */
    constructor(news) {
      this.news = news;
      this.svg = /** @type {SVGSVGElement} */ (document.querySelector("#board svg, svg.board"));
      const turns = news.dataset.moves.split(";").map((turn) => turn.split(":"));
      this.numbers = turns.map(([number]) => number);
      this.turns = turns.map(([, moves]) => read(moves));
      this.caption = news.querySelector("b");
      this.headline = this.caption.textContent;
    }

    /** @param {HTMLElement} button */
    start(button) {
      button.addEventListener("click", () => this.toggle());
      this.svg.addEventListener("pointerdown", () => this.show?.end()); // who touches it means it as it is now
      document.addEventListener("keydown", (event) => this.pressed(event));
      for (const item of this.items()) {
        const turn = this.numbers.indexOf(item.dataset.record);
        if (turn >= 0)
          item.querySelector("a").addEventListener("click", (event) => {
            event.preventDefault();
            this.play(turn);
          });
      }
    }

    // P plays, wherever nothing is typed; any other key on the board is meant for it as it is now.
    /** @type {(event: KeyboardEvent) => void} */
    pressed(event) {
      if (event.key.toLowerCase() === "p" && isAct(event)) this.toggle();
      else if (this.svg.contains(/** @type {Node} */ (event.target))) this.show?.end();
    }

    /** @type {() => HTMLElement[]} */
    items() {
      return [...this.news.querySelectorAll("[data-record]")].map((each) => /** @type {HTMLElement} */ (each));
    }

    toggle() {
      const isOn = this.show?.isOn;
      this.show?.end();
      if (!isOn) this.play();
    }

    /** @type {(only?: number) => void} */
    play(only) {
      this.show?.end();
      this.mark();
      this.show = new Show(this.svg, this.turns);
      this.show.run((turn) => this.mark(turn), only, READING).then(() => this.mark());
    }

    // Mark the turn that is played now, if it is listed, and say what happens in it: its first sentence in the list of all
    // that happened. The line keeps its height.
    /** @type {(turn?: number) => void} */
    mark(turn) {
      const number = turn === undefined ? "" : this.numbers[turn].padStart(4, "0");
      const told = number && document.querySelector(`#since ~ .log dt:has([href*="/${number}-"]) + dd`);
      const { style, offsetHeight } = this.caption;
      style.height = told ? style.height || `${offsetHeight}px` : "";
      this.caption.textContent = told ? (told.querySelector("li") ?? told).textContent : this.headline;
      for (const item of this.items()) item.classList.toggle("on", item.dataset.record === this.numbers[turn]);
    }
  }

  // Let the news of a page that has some to play be played.
  function start() {
    const button = document.getElementById("play-news");
    if (button) new News(document.getElementById("news")).start(button);
  }

  return { Show, read, piecesOf, start, still };
})();

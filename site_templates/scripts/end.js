// The end of a game in the fog, on a sheet and on the game's home: the fog lifts on the board, and a strip of turns leads to
// the board of each as every seat saw it. All of it is from the files of the replay, which come once they are asked for.

(() => {
  const LIFT = 1600; // milliseconds
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const saw = by("saw");
  const { to } = saw.dataset;
  const facts = JSON.parse(by("end-facts").textContent);
  const story = new Scenes(`${to}replay`, facts);
  /** @type {NodeListOf<HTMLElement>} */
  const rows = saw.querySelectorAll("[data-viewer]");
  /** @type {Map<Seat, Player>} */
  const players = new Map(
    [...rows].slice(1).map((row) => {
      const shape = row.querySelector(".tok path").getAttribute("d");
      const [, ink] = row.querySelector(".tok").classList;
      return [row.dataset.viewer, { row, ink, shape, name: row.querySelector("bdi").textContent }];
    })
  );

  // Have something done with scenes that may not come; what tells of it says so then.
  /** @type {(word: Element, act: () => Promise<void>) => Promise<void>} */
  async function tried(word, act) {
    try {
      await act();
    } catch {
      word.textContent = "This could not be loaded. Reload the page.";
    }
  }

  // The whole board, over the one that the seat saw: a circle of it grows from one of the seat's own pieces.
  class Fog {
    /** @param {HTMLElement} button */
    constructor(button) {
      this.button = button;
      this.stage = by("board");
      this.seen = this.stage.querySelector("svg");
      /** @type {SVGSVGElement | null} */
      this.whole = null; // once it is drawn
      button.addEventListener("click", () => tried(button.nextElementSibling, () => this.turn()));
      by("play-news")?.addEventListener("click", () => this.isLifted && button.click());
    }

    get isLifted() {
      return this.button.getAttribute("aria-pressed") === "true";
    }

    async turn() {
      this.button.setAttribute("aria-pressed", String(!this.isLifted));
      this.whole ??= await this.drawn();
      const frames = [`circle(0% ${this.middle()})`, `circle(150% ${this.middle()})`];
      if (this.isLifted) this.stage.append(this.whole);
      else frames.reverse();
      await this.whole.animate({ clipPath: frames }, still.matches ? 0 : LIFT).finished;
      if (!this.isLifted) this.whole.remove();
      this.seen.toggleAttribute("aria-hidden", this.isLifted);
    }

    async drawn() {
      const scenes = await story.of("");
      const board = new SceneBoard(facts.board);
      board.show(scenes, scenes.length - 1);
      return board.svg;
    }

    // Where the circle begins: at a piece of the seat's, or in the middle of the board.
    middle() {
      const { left, top, width, height } = this.seen.getBoundingClientRect();
      const own = this.seen.querySelector(`[data-piece].${players.get(this.button.dataset.seat).ink}`);
      const { x, y } = own?.getBoundingClientRect() ?? { x: left + width / 2, y: top + height / 2 };
      return `at ${(100 * (x - left)) / width}% ${(100 * (y - top)) / height}%`;
    }
  }

  // What one viewer saw, at the turn that is chosen.
  class Eye {
    /**
     * @param {HTMLElement} row
     * @param {Scene[]} scenes
     */
    constructor(row, scenes) {
      this.row = row;
      this.scenes = scenes;
      this.board = new SceneBoard(facts.board);
      row.firstElementChild.append(this.board.svg);
    }

    /** @type {(number: number) => void} */
    show(number) {
      const at = this.scenes.findLastIndex((scene) => scene.number <= number);
      const scene = this.scenes[at];
      this.board.show(this.scenes, at);
      const said = scene.number === number ? scene.said.join(" ") : "";
      this.row.querySelector("p").textContent = said || "Nothing was seen of it.";
      const { viewer } = this.row.dataset;
      this.row.querySelector("a").hash = `#${scene.turn}.${scene.number}${viewer && "/"}${viewer}`;
    }
  }

  async function unfold() {
    const told = await Promise.all([...rows].map((row) => story.of(row.dataset.viewer)));
    const [scenes] = told;
    const eyes = [...rows].map((row, place) => new Eye(row, told[place]));
    const timeline = new Timeline(players);
    const slider = by("slider");

    function show() {
      const shown = Number(slider.value);
      const title = titleOf(scenes[shown], players);
      for (const eye of eyes) eye.show(scenes[shown].number);
      timeline.move(shown);
      slider.setAttribute("aria-valuetext", `${title}, ${shown + 1} of ${scenes.length}`);
      by("seen-turn").textContent = title;
    }

    timeline.draw(scenes, []);
    slider.max = String(scenes.length - 1);
    slider.value = slider.max;
    slider.addEventListener("input", show);
    show();
  }

  saw.addEventListener("toggle", () => tried(by("seen-turn"), unfold), { once: true });
  if (by("lift")) new Fog(by("lift"));
})();

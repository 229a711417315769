// The score sheet of a replay (replay.html): every move a link to its scene, and the one that the board shows marked.

class Score {
  constructor() {
    this.box = document.getElementById("score");
    this.moves = this.box ? [...this.box.querySelectorAll("a")] : [];
    this.turns = this.moves.map((link) => link.hash.slice(1));
    /** @type {number[]} */
    this.scenes = [];
  }

  // Lead to these scenes; `address` gives the one of a scene.
  /** @type {(scenes: Scene[], address: (scene: Scene) => string) => void} */
  lead(scenes, address) {
    this.scenes = this.turns.map((turn) => scenes.findLastIndex((scene) => scene.turn === turn));
    this.moves.forEach((link, move) => {
      if (this.scenes[move] >= 0) link.setAttribute("href", address(scenes[this.scenes[move]]));
    });
    if (this.box) this.box.hidden = false;
  }

  // Mark the last move that was made up to a scene.
  /** @type {(shown: number) => void} */
  mark(shown) {
    const made = this.scenes.findLastIndex((scene) => scene >= 0 && scene <= shown);
    this.moves.forEach((link, move) => {
      if (move === made) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    if (this.box) this.scroll(this.moves[made]);
  }

  // Bring a move (none: the beginning) into sight within the list's own box, wherever the page stands.
  /** @type {(link: Element | undefined) => void} */
  scroll(link) {
    const list = this.box.querySelector("ol");
    if (!link) {
      list.scrollTop = 0;
      return;
    }
    const [frame, place] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
    const room = place.height; // a move before and one behind are seen, too
    if (place.top < frame.top + room) list.scrollTop += place.top - frame.top - room;
    else if (place.bottom > frame.bottom - room) list.scrollTop += place.bottom - frame.bottom + room;
  }
}

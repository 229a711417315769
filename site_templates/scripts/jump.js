// The buttons below a board that is larger than its box: each brings one of the player's own pieces into the middle, the
// last one the whole board into sight. It begins with the first of them, the King.

const Jump = (() => {
  const SIDE = 60; // of a square, in the drawing's units

  // Where the middle of a square is on the screen: `C4` is in the third column and the fourth row.
  /** @type {(board: SVGSVGElement, at: Square) => [x: number, y: number]} */
  function middle(board, at) {
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(at);
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    const { x, y, width } = board.viewBox.baseVal;
    const drawn = board.getBoundingClientRect();
    const size = drawn.width / width;
    return [drawn.left + ((column - 0.5) * SIDE - x) * size, drawn.top + ((Number(row) - 0.5) * SIDE - y) * size];
  }

  /** @type {(link: HTMLElement) => void} */
  function go(link) {
    const box = document.getElementById("board");
    /** @type {SVGSVGElement | null} */
    const board = box?.querySelector("svg.board");
    if (!board) return;
    const at = link.dataset.jump;
    box.classList.toggle("whole", !at);
    for (const each of link.parentElement.querySelectorAll("a")) each.toggleAttribute("aria-current", each === link);
    if (!at) return;
    const [x, y] = middle(board, at);
    const { left, top } = box.getBoundingClientRect();
    box.scrollBy(x - left - box.clientWidth / 2, y - top - box.clientHeight / 2);
  }

  function begin() {
    /** @type {HTMLElement | null} */
    const first = document.querySelector(".jump a");
    if (first?.checkVisibility()) go(first);
  }

  document.addEventListener("click", (event) => {
    /** @type {HTMLElement | null} */
    const link = /** @type {Element} */ (event.target).closest(".jump a");
    if (!link) return;
    event.preventDefault();
    go(link);
  });
  document.addEventListener("DOMContentLoaded", begin);
  return { begin };
})();

// The buttons below a board that is larger than its box: each brings one of the player's own pieces into the middle and,
// pressed, chooses it for an order; the last one brings the whole board into sight. It begins with the first of them, the
// King, which is not chosen yet.

const Jump = (() => {
  /** @type {(link: HTMLElement) => void} */
  function go(link) {
    const box = document.getElementById("board");
    const at = link.dataset.jump;
    box.classList.toggle("whole", !at);
    for (const each of link.parentElement.children) each.toggleAttribute("aria-current", each === link);
    const square = box.querySelector(`[data-at="${at}"]`)?.getBoundingClientRect();
    if (!square) return;
    const { left, top } = box.getBoundingClientRect();
    box.scrollBy(square.left - left - box.clientWidth / 2, square.top - top - box.clientHeight / 2);
  }

  // What another piece was about to do is forgotten: the piece may stand where that one can go.
  /** @type {(link: HTMLElement) => void} */
  function choose(link) {
    const square = document.querySelector(`#board [data-at="${link.dataset.jump}"]`);
    if (!square) return;
    document.getElementById("undo")?.click();
    square.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  function begin() {
    /** @type {HTMLElement | null} */
    const first = document.querySelector(".jump a");
    if (first?.offsetParent) go(first); // it is shown
  }

  document.addEventListener("click", (event) => {
    /** @type {HTMLElement | null} */
    const link = /** @type {Element} */ (event.target).closest(".jump a");
    if (!link) return;
    event.preventDefault();
    choose(link);
    go(link);
  });
  document.addEventListener("DOMContentLoaded", begin);
  return { begin };
})();

// Articles that stand folded: a link opens the one that it leads to in browsers that do not do so by themselves, and a
// button opens all of a part.

(() => {
  function reveal() {
    const target = document.getElementById(location.hash.slice(1));
    /** @type {HTMLDetailsElement | null | undefined} */
    const folded = target?.closest("details:not([open])");
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  }

  /** @type {(button: HTMLButtonElement) => void} */
  function turn(button) {
    const opens = button.getAttribute("aria-expanded") === "false";
    for (const each of button.closest("section").querySelectorAll("details")) each.open = opens;
    button.setAttribute("aria-expanded", String(opens));
    button.textContent = opens ? "Close all" : "Open all";
  }

  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("button[aria-expanded]");
  for (const button of buttons) button.addEventListener("click", () => turn(button));
  addEventListener("hashchange", reveal);
  reveal();
})();

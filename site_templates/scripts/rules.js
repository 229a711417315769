// The page of rules: what is looked for is found among its articles. A link opens the folded article that it leads to, in
// browsers that do not do so by themselves, and a button opens all of a part.

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

  // Of the contents those stay whose article has all the words, each with its title and what it is about; Enter goes to the
  // one of that name, or else to the first.
  /** @type {(field: HTMLInputElement) => void} */
  function search(field) {
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll(".contents li a");
    const entries = [...links].map((link) => {
      const article = document.getElementById(link.hash.slice(1));
      const whole = article.closest("details") ?? article;
      const name = link.textContent;
      const title = whole.querySelector("h3").textContent.replace(`${name}: `, "");
      const brief = whole.querySelector("summary span, p").textContent.split(". ")[0].replace(/\.?$/, ".");
      const text = `${whole.textContent} ${link.dataset.words}`.toLowerCase();
      const about = document.createElement("small");
      about.textContent = title === name ? ` ${brief}` : ` ${title}. ${brief}`;
      return { link, name: name.toLowerCase(), text, about };
    });
    const contents = document.querySelector(".contents");
    /** @type {() => typeof entries} */
    const sieve = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      const hits = entries.filter(({ text }) => words.every((word) => text.includes(word)));
      for (const entry of entries) {
        entry.link.parentElement.hidden = !hits.includes(entry);
        if (words.length) entry.link.append(entry.about);
        else entry.about.remove();
      }
      contents.classList.toggle("found", words.length > 0);
      for (const list of contents.querySelectorAll("ul")) {
        const isEmpty = !list.querySelector("li:not([hidden])");
        /** @type {HTMLElement} */ (list.previousElementSibling).hidden = isEmpty;
      }
      const count = hits.length === 1 ? "1 article" : `${hits.length} articles`;
      document.getElementById("hits").textContent = words.length ? `${count} of ${entries.length}` : "";
      return hits;
    };
    field.addEventListener("input", sieve);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const hits = sieve();
      const sought = field.value.trim().toLowerCase();
      (hits.find(({ name }) => name === sought) ?? hits[0])?.link.click();
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || /** @type {Element} */ (event.target).matches("input")) return;
      event.preventDefault();
      field.focus();
    });
  }

  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("button[aria-expanded]");
  for (const button of buttons) button.addEventListener("click", () => turn(button));
  search(/** @type {HTMLInputElement} */ (document.getElementById("find")));
  addEventListener("hashchange", reveal);
  reveal();
})();

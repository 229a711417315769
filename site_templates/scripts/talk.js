// Public talk: what a reader hides of a seat stays hidden in this browser, and what is typed goes into the links that send it.

const Talk = (() => {
  const MOST = 1000; // letters of a message
  /** @type {(holder: HTMLElement) => string} */
  const nameOf = (holder) => `genetess hidden ${holder.dataset.game}`;
  /** @type {(holder: HTMLElement) => string[]} */
  const hiddenIn = (holder) => (store.get(nameOf(holder)) ?? "").split(" ").filter(Boolean);

  /** @type {(holder: HTMLElement) => void} */
  function show(holder) {
    const hidden = hiddenIn(holder);
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (holder.querySelectorAll("li[data-seat]"))) {
      const isHidden = hidden.includes(item.dataset.seat);
      /** @type {HTMLElement} */ (item.querySelector(".said")).hidden = isHidden;
      const button = item.querySelector("[data-mute]");
      button.setAttribute("aria-pressed", String(isHidden));
      button.textContent = `${isHidden ? "Show" : "Hide"} ${item.dataset.seat}`;
    }
    if (by("say-text")) fill(by("say-text").value);
  }

  /** @type {(holder: HTMLElement, seat: string) => void} */
  function turn(holder, seat) {
    const hidden = hiddenIn(holder);
    const now = hidden.includes(seat) ? hidden.filter((each) => each !== seat) : [...hidden, seat];
    store.set(nameOf(holder), now.join(" ") || null);
    show(holder);
  }

  // A line END would end what is said, and what stands below it be read as orders.
  /** @type {(text: string) => string} */
  const guarded = (text) => text.replace(/^(\s*END)(?=\s*$)/gm, "$1.");

  // What in a text the program takes for an order, and so does not publish; "" for nothing that this page can tell.
  /** @type {(text: string) => string} */
  function orderIn(text) {
    const picker = by("offers") && Builder.opened.desk?.picker;
    /** @type {(entry: Entry) => boolean} */
    const isMeant = ({ order }) => /^[A-Z]{2}/.test(order) && picker.wrong(order) === "";
    return (picker && Queue.entries(text).find(isMeant)?.order) || "";
  }

  // Put what is typed into the links. One that would send nothing, or too much, leads nowhere.
  /** @type {(text: string) => void} */
  function fill(text) {
    const said = text.trim();
    const count = [...said].length;
    const over = count > MOST ? `: shorten it by ${count - MOST}` : "";
    const order = orderIn(said);
    const reads =
      order && `. “${order}” reads as an order, so nothing of it would be published: write it within a sentence`;
    by("say-count").textContent = count ? `${count} of ${MOST} letters${over}${reads}` : "";
    const isGood = count > 0 && count <= MOST;
    aim("say-forge", isGood, ({ name, text: key, before }) => {
      const file = encodeURIComponent(`${before}-${Date.now().toString(36)}.txt`);
      const words = key ? `&${key}=${encodeURIComponent(said)}` : "";
      return `?${name}=${file}${words}`;
    });
    const body = `SAY ${guarded(said)}\nEND\n`;
    aim("say-mail", isGood, () => `&body=${encodeURIComponent(body)}`);
  }

  // Have a link lead to its page with `more` behind the address; to nowhere where there is nothing to send.
  /** @type {(id: "say-forge" | "say-mail", isGood: boolean, more: (facts: DOMStringMap) => string) => void} */
  function aim(id, isGood, more) {
    const link = by(id);
    if (!link) return;
    link.dataset.page ??= link.href.replace(/(&body|\?file_?name)=.*/, "");
    link.ariaDisabled = isGood ? null : "true";
    if (isGood) link.href = link.dataset.page + more(link.dataset);
    else link.removeAttribute("href");
    link.setAttribute("role", "link"); // one without an address has none
  }

  // A sealed sheet is opened later, so the page is listened to.
  document.addEventListener(
    "toggle",
    ({ target }) => target instanceof HTMLElement && target.id === "talk" && show(target),
    true
  );
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-mute]")) : null;
    if (button) turn(button.closest("details"), button.dataset.mute);
  });
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLTextAreaElement && target.id === "say-text") fill(target.value);
  });
  return { show };
})();

// Public talk: what a reader hides of a seat stays hidden in this browser, and what is typed goes into the links that send it.

const Talk = (() => {
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
      button.textContent = isHidden ? "Show" : "Hide";
    }
  }

  /** @type {(holder: HTMLElement, seat: string) => void} */
  function turn(holder, seat) {
    const hidden = hiddenIn(holder);
    const now = hidden.includes(seat) ? hidden.filter((each) => each !== seat) : [...hidden, seat];
    store.set(nameOf(holder), now.join(" ") || null);
    show(holder);
  }

  /** @type {(text: string) => void} */
  function fill(text) {
    const forge = /** @type {HTMLAnchorElement | null} */ (by("say-forge"));
    const mail = /** @type {HTMLAnchorElement | null} */ (by("say-mail"));
    if (forge) {
      const { name, text: key, before } = forge.dataset;
      const file = encodeURIComponent(`${before}-${Date.now().toString(36)}.txt`);
      const filled = key ? `&${key}=${encodeURIComponent(text)}` : "";
      forge.href = `${forge.href.split("?")[0]}?${name}=${file}${filled}`;
    }
    if (mail) mail.href = mail.href.replace(/&body=.*/, `&body=${encodeURIComponent(`SAY ${text}`)}`);
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

// The page of a player: the next sheet is one key away, and on the device of whoever says that this is their page it tells
// what has happened since their last visit. Only this browser knows when that was.

(() => {
  const VISIT = 30 * 60 * 1000; // milliseconds: what is loaded within so long of each other is one visit
  const ROOT = Me.KEY.replace(/^me /, "");
  const page = /** @type {HTMLElement} */ (document.querySelector("[data-player]"));
  const KEY = `genetess visit ${ROOT} ${page.dataset.player}`;
  const lines = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#news ~ .feed > li")]);
  const usual = lines.map((line) => line.hidden);
  const mine = by("mine");
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-awaited]")]);

  // The newest record of each game that the page tells of.
  function newest() {
    /** @type {Record<string, number>} */
    const found = {};
    for (const { dataset } of lines) found[dataset.slug] = Math.max(found[dataset.slug] ?? 0, Number(dataset.number));
    return found;
  }

  // This visit: `at`, when it was looked last, what was `seen` of each game by then, and what was at the `end` of the visit
  // before, null in the first one.
  /** @returns {Visit} */
  function visit() {
    /** @type {Visit | null} */
    const last = store.act(false, (kept) => JSON.parse(kept.getItem(KEY)));
    const at = Date.now();
    const isSame = last && at - last.at < VISIT;
    const now = { at, seen: { ...last?.seen, ...newest() }, end: (isSame ? last.end : last?.seen) ?? null };
    store.set(KEY, JSON.stringify(now));
    return now;
  }

  function tell() {
    Me.badge(mine?.checked ? rows.length : 0);
    if (!by("news")) return;
    const end = mine?.checked ? visit().end : null;
    lines.forEach((line, place) => {
      line.hidden = end ? Number(line.dataset.number) <= (end[line.dataset.slug] ?? -1) : usual[place];
    });
    by("news").textContent = end ? "Since your last visit" : "What happened";
    by("no-news").hidden = lines.some((line) => !line.hidden);
  }

  // Who looks at all their sheets one after the other in this tab goes on to one where they have not looked this turn.
  /** @type {(row: HTMLElement) => string} */
  const nameOf = (row) => `genetess looked ${ROOT} ${row.dataset.awaited}`;

  function lead() {
    const next = by("next");
    if (!next) return;
    const row = rows.find((each) => store.get(nameOf(each), true) !== each.dataset.turn) ?? rows[0];
    next.setAttribute("href", row.dataset.awaited);
    const name = next.querySelector("bdi");
    if (name) name.textContent = row.querySelector("bdi").textContent;
  }

  document.addEventListener("click", ({ target }) => {
    const link = /** @type {Element} */ (target).closest("a");
    const row = rows.find((each) => each.dataset.awaited === link?.getAttribute("href"));
    if (row) store.set(nameOf(row), row.dataset.turn, true);
  });
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "n" && isAct(event)) by("next")?.click();
  });
  addEventListener("pageshow", lead);
  mine?.addEventListener("change", () => {
    store.set(Me.KEY, mine.checked ? page.dataset.player : null);
    if (!mine.checked) store.set(KEY, null);
    by("mine-word").textContent = mine.checked
      ? "The league’s home knows you now, too."
      : "The league’s home has forgotten you, too.";
    tell();
  });
  if (mine) mine.checked = store.get(Me.KEY) === page.dataset.player;
  tell();
})();

// The home of a league for one of its players: whoever says who they are finds the games where it is their move first,
// and the ways to their own sheets; the home of a game has the way to their sheet first, and a board that shows more than
// they see only if they ask. The answer stays in this browser. Times are told from now on: what is left, how long ago.

const Me = (() => {
  const UNITS = [86400, 3600, 60];
  const NAMES = ["d", "h", "min"];
  const AGES = ["day", "hour", "minute"];

  // `2 d 23 h`, `9 h`, `5 min`: two units where the first are days.
  /** @type {(seconds: number) => string} */
  function length(seconds) {
    const first = UNITS.findIndex((unit) => seconds >= unit);
    if (first < 0) return "1 min";
    const whole = Math.floor(seconds / UNITS[first]);
    const rest = first === 0 && whole < 10 ? Math.floor((seconds % UNITS[0]) / UNITS[1]) : 0;
    const parts = rest ? [whole, NAMES[first], rest, "h"] : [whole, NAMES[first]];
    return parts.join(" ");
  }

  /** @type {(seconds: number) => string} */
  function age(seconds) {
    const found = UNITS.findIndex((size) => seconds >= size);
    const place = found < 0 ? 2 : found;
    const count = Math.max(1, Math.floor(seconds / UNITS[place]));
    return `${count} ${AGES[place]}${count > 1 ? "s" : ""} ago`;
  }

  /** @type {(selector: string, tell: (each: HTMLTimeElement, time: number) => void) => void} */
  function each(selector, tell) {
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll(selector))) {
      time.title ||= time.textContent;
      tell(time, Date.parse(time.dateTime) / 1000);
    }
  }

  function tellTimes() {
    const now = Date.now() / 1000;
    each("[data-left]", (time, due) => {
      const word = time.closest(".tag") ? " left" : "";
      time.textContent = due > now ? `${length(due - now)}${word}` : "time is up";
    });
    each("[data-ago]", (time, then) => {
      if (then <= now) time.textContent = age(now - then);
    });
    for (const used of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-since]"))) {
      const [since, due] = [used.dataset.since, used.dataset.due].map((time) => Date.parse(time) / 1000);
      const share = Math.min(1, Math.max(0.02, (now - since) / (due - since)));
      used.querySelector("rect").setAttribute("width", String(100 * share));
    }
  }

  const picker = /** @type {HTMLSelectElement | null} */ (document.getElementById("me"));
  const ROOT = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src).pathname;
  const KEY = `me ${ROOT}`;
  const lists = [...document.querySelectorAll(".games")];
  const games = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".game[data-place]")]);
  const homes = games.map((game) => game.parentElement);
  // What all seats of a game see together: in a <noscript>, so that it is drawn for nobody who would rather not see it.
  const pools = games.map((game) => game.querySelector("noscript"));

  // Draw a game in the fog as all see it together, or as a player does, which a file of the seat's own tells.
  /** @type {(game: HTMLElement, pool: HTMLElement, seat: string | undefined) => void} */
  function draw(game, pool, seat) {
    const frame = /** @type {HTMLElement} */ (game.querySelector(".pic"));
    frame.innerHTML = pool.textContent;
    frame.dataset.seen = "";
    if (!seat) return;
    frame.firstElementChild?.setAttribute("visibility", "hidden"); // it holds the place
    frame.dataset.seen = `${game.dataset.place}sheet/${seat}/`;
    const file = document.createElement("script");
    file.src = `${frame.dataset.seen}picture.js?${Date.now()}`; // past what the browser has kept
    file.onload = file.onerror = () => file.remove();
    document.head.append(file);
  }

  window.pictured = (place, drawn) => {
    const frame = document.querySelector(`[data-seen="${place}"]`);
    if (frame) frame.innerHTML = drawn;
  };

  // Put a game where it belongs for somebody (""): their move, waiting for others, or as everybody sees it.
  /** @type {(game: HTMLElement, home: HTMLElement, pool: HTMLElement | null, me: string) => void} */
  function place(game, home, pool, me) {
    const seats = /** @type {NodeListOf<HTMLElement>} */ (game.querySelectorAll("[data-seat]"));
    const own = [...seats].filter((seat) => me && seat.dataset.key === me);
    const mine = own.find((seat) => "moves" in seat.dataset) ?? own[0];
    const isOver = home.previousElementSibling?.id === "over";
    const moves = Boolean(mine) && "moves" in mine.dataset;
    for (const seat of seats) seat.classList.toggle("own", own.includes(seat));
    game.classList.toggle("mine", moves);
    const plain = /** @type {HTMLElement} */ (game.querySelector(".foot > .btn:not(.own)"));
    const button = game.querySelector(".foot > .own") ?? plain.cloneNode();
    const began = Boolean(mine) && "began" in game.dataset;
    plain.hidden = began;
    if (button instanceof HTMLAnchorElement) {
      button.hidden = !began;
      if (began) {
        button.href = `${game.dataset.place}sheet/${mine.dataset.seat}/index.html`;
        button.textContent = moves ? "Make your move" : "Your sheet";
        button.className = moves ? "btn go own" : "btn own";
        plain.after(button);
      }
    }
    if (pool) draw(game, pool, mine?.dataset.seat);
    const goal = !mine || isOver ? home : document.querySelector(`#${moves ? "yours" : "others"} + .games`);
    goal.insertBefore(game, home === goal ? goal.querySelector(".new") : null);
  }

  const TITLE = document.title;

  // Tell in the title of the page in how many games it is one's move.
  /** @type {(count: number) => void} */
  function badge(count) {
    document.title = count ? `(${count}) ${TITLE}` : TITLE;
  }

  /** @type {(me: string) => void} */
  function arrange(me) {
    const page = by("my-page");
    page.hidden = !me;
    page.querySelector("a").href = `player-${me}.html`;
    games.forEach((game, number) => {
      place(game, homes[number], pools[number], me);
    });
    // The most urgent first.
    const yours = document.querySelector("#yours + .games");
    /** @type {(game: Element) => string} */
    const due = (game) => game.querySelector("time[data-left]")?.getAttribute("datetime") ?? "~";
    yours.append(...[...yours.children].sort((one, other) => (due(one) < due(other) ? -1 : 1)));
    const newcomers = /** @type {HTMLElement | null} */ (document.querySelector(".game.new"));
    if (newcomers) newcomers.hidden = Boolean(me);
    for (const list of lists) {
      const count = list.querySelectorAll("[data-place]").length;
      list.closest("section").hidden = count === 0 && (me !== "" || !list.querySelector(".new"));
      list.previousElementSibling.querySelector("[data-count]").textContent = String(count);
      if (list.previousElementSibling.id === "yours") badge(count);
    }
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".side [data-key]")))
      line.classList.toggle("own", Boolean(me) && line.dataset.key === me);
  }

  // On the home of a game: the way to the reader's own sheet.
  /** @type {(me: string) => void} */
  function greet(me) {
    const rows = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".crew [data-key]"));
    const own = [...rows].filter((row) => row.dataset.key === me);
    for (const row of own) row.classList.add("own");
    const mine = own.find((row) => "moves" in row.dataset) ?? own[0];
    const sheet = mine?.querySelector("a[href^=sheet]");
    if (!sheet) return;
    const link = document.createElement("a");
    const moves = "moves" in mine.dataset;
    link.href = sheet.getAttribute("href");
    link.className = moves ? "btn go" : "btn";
    link.textContent = moves ? "Make your move" : "Your sheet";
    const card = document.getElementById("own");
    card.append(link);
    badge(Number(moves));
    card.hidden = false;
    const board = document.querySelector("[data-veil]");
    if (board) veil(board);
  }

  // Cover a board that shows more than its player sees, until they want to see it.
  /** @type {(board: Element) => void} */
  function veil(board) {
    const cover = document.createElement("div");
    const button = document.createElement("button");
    cover.className = "veil";
    cover.textContent = "You play in this game, and this board shows more than you see.";
    button.type = "button";
    button.className = "btn";
    button.textContent = "Show it";
    button.addEventListener("click", () => cover.remove());
    cover.append(button);
    board.append(cover);
  }

  tellTimes();
  setInterval(tellTimes, 60000);
  const me = store.get(KEY) ?? "";
  if (me) greet(me);
  if (picker) {
    picker.value = me;
    if (picker.value !== me) picker.value = "";
    arrange(picker.value);
    picker.addEventListener("change", () => {
      store.set(KEY, picker.value || null);
      arrange(picker.value);
    });
  }
  document.querySelector(".front")?.classList.add("ready");
  return { KEY, badge };
})();

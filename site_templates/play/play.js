// The page around a game. It shows a page of the game in a frame, has Python play in a worker, keeps what comes of it,
// and passes on what the service worker, which stands where a server stands, asks for.
import { Kept, newKey } from "./kept.js";
import { Program, Stopped } from "./program.js";

const PLACE = new URL(".", location.href);
const NAME = PLACE.pathname;
const ROOT = document.documentElement;
const PROGRAM = "program"; // the fact by which program the games were played last
const LAST = `genetess ${NAME} last page`;
const BYTES = 1024 * 1024;
const TAKEN = "taken over";
const STOPPED = "The bots were stopped, and your order was not carried out. You can send it again, or another one.";

const CHANGING = "This page is not whole at its host, or is being changed there. Load it again in a few minutes.";
const PRIVATE =
  "This window cannot play: it allows no service worker, as private windows of some browsers do. Open the page in an ordinary window, from an address that begins with https.";

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 */
const by = (id, kind) => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(id);
  return found;
};
const state = by("state", HTMLParagraphElement);
const bar = by("bar", HTMLProgressElement);
const way = by("way", HTMLButtonElement);
const frame = by("frame", HTMLIFrameElement);

// Say how it stands. `step` is a way on, of which the button is called.
/** @type {(words: string, step?: [string, () => void], isAlarm?: boolean) => void} */
function say(words, step, isAlarm = Boolean(step)) {
  state.textContent = words;
  state.classList.toggle("alarm", isAlarm);
  way.hidden = !step;
  if (!step) return;
  way.textContent = step[0];
  way.onclick = step[1];
}

const again = /** @type {[string, () => void]} */ (["Load again", () => location.reload()]);
// What the host has is asked for once more, if it answers: what was kept of an earlier release may not fit.
const afresh = /** @type {[string, () => void]} */ ([
  "Load again",
  async () => {
    const host = await fetch("sw.js", { method: "HEAD", cache: "no-store" }).catch(() => Response.error());
    if (!host.ok) return location.reload();
    for (const each of await navigator.serviceWorker.getRegistrations())
      if (each.scope === PLACE.href) await each.unregister();
    for (const name of await caches.keys()) if (name.startsWith(`genetess ${PLACE.href} `)) await caches.delete(name);
    location.reload();
  }
]);

// Where the browser offers to install the page, so does the page, as often as it does.
const install = by("install", HTMLButtonElement);
addEventListener("beforeinstallprompt", (event) => {
  const offer = /** @type {Event & { prompt: () => Promise<unknown> }} */ (event);
  offer.preventDefault();
  install.hidden = false;
  install.onclick = () => {
    install.hidden = true;
    offer.prompt();
  };
});
addEventListener("appinstalled", () => {
  install.hidden = true;
});

const kept = await Kept.open(NAME);
/** @type {Program} */
let program;
/** @type {ServiceWorker | null} */
let newer = null; // that of a new version, which waits
let isControlled = false; // by a service worker of the same pack
let isReady = false;
let other = ""; // what is to be known of the release that played last
let isFirst = true; // nothing is kept, so first sheets are as the pack has them
let old = ""; // the page that was shown as it was made last
let refused = ""; // the page that there was none of
let linked = ""; // the page that a link asks for, until it is shown
/** @type {Record<string, string>} */
let seeds = {}; // the message that begins the game of each first sheet
/** @type {(value?: unknown) => void} */
let open;
/** @type {(error: Error) => void} */
let shut;
let ready = until(); // the program is there, and all that came before is done
let started = Promise.resolve(); // the program has been started, as often as it was

function until() {
  const opened = new Promise((done, fail) => {
    open = done;
    shut = fail;
  });
  opened.catch(() => {}); // it is told on the page
  return opened;
}

function missing() {
  if (top !== self) return "This page plays in a window of its own, not inside another page.";
  if (!globalThis.WebAssembly) return "This browser cannot play here: it has no WebAssembly. Use a newer one.";
  if (!navigator.serviceWorker) return PRIVATE;
  return "";
}

// One tab plays at a time; whoever takes over ends the other.
/** @type {(steals: boolean) => void} */
function hold(steals) {
  const until = new Promise(() => {});
  const options = steals ? { steal: true } : { ifAvailable: true };
  navigator.locks
    .request(`genetess ${NAME}`, options, (lock) => {
      if (lock) return begin().then(() => until);
      say("You play in another tab already.", ["Play here instead", () => hold(true)]);
    })
    .catch((error) => {
      if (error.name !== "AbortError") return say(`${error.message}`, again);
      program?.end(TAKEN);
      frame.hidden = true;
      by("kept", HTMLDetailsElement).hidden = true;
      say("You play in another tab now.", ["Play here again", () => location.reload()]);
    });
}

/** @type {(row: Uint8Array<ArrayBuffer>) => Promise<void>} */
async function keep(row) {
  try {
    await kept.add(row);
  } catch (error) {
    const why =
      error.name === "ConstraintError"
        ? "Another tab has played on, so this turn is not kept. Download your games, then load this page again."
        : "The browser has no room left, so this turn is not kept. Download your games, or make room and play on.";
    say(why, ["Download my games", download]);
  }
}

async function begin() {
  by("kept", HTMLDetailsElement).hidden = false;
  say("Starting …");
  bar.hidden = false;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => asked(data.what, data.data, ports[0]));
  navigator.serviceWorker.startMessages();
  const rows = await kept.rows();
  isFirst = !rows.length;
  if (isFirst) seeds = await firsts();
  program = new Program(new URL(ROOT.dataset.py, PLACE).href, loading, keep);
  started = start(rows);
  try {
    await controlled();
  } catch (error) {
    return program.end(error.message);
  }
  lead((!isFirst && localStorage.getItem(LAST)) || "");
  await started;
}

/** @type {() => Promise<Record<string, string>>} */
const firsts = () =>
  fetch("seeds.json")
    .then((got) => got.json())
    .catch(() => ({}));

// A damaged address is that of no page.
/** @type {(address: string) => string} */
function decoded(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** @type {(page: string) => string} */
const named = (page) => (page.endsWith("/") ? `${page}index.html` : page);

// Have Python go on with what is kept.
/** @type {(rows: Uint8Array<ArrayBuffer>[]) => Promise<void>} */
async function start(rows) {
  try {
    if ((await kept.fact(PROGRAM, () => ROOT.dataset.py)) !== ROOT.dataset.py)
      other = " by this release; another one played them last";
    await program.call("key", await kept.fact("key", newKey));
    if (rows.length) await restore(rows);
    await program.call("begin");
    await kept.tell(PROGRAM, ROOT.dataset.py);
    open();
    await ready;
    isReady = true;
    bar.hidden = true;
    if (old && old === framed()) frame.contentWindow.location.reload();
    if (!kept.base) say("This browser keeps nothing: download your games before you close the tab.", null, true);
    else if (!kept.waiting.length) rest();
    by("export", HTMLButtonElement).disabled = false;
    by("import", HTMLInputElement).disabled = !kept.base;
    offline();
  } catch (error) {
    shut(error);
    failed(error);
  }
}

// Games that are there can be downloaded, also where this release cannot go on with them.
/** @type {(rows: Uint8Array<ArrayBuffer>[]) => Promise<void>} */
async function restore(rows) {
  await program.call("restore", new Uint8Array(await new Blob(rows.flatMap((row) => [row, "\n"])).arrayBuffer()));
  by("export", HTMLButtonElement).disabled = false;
  where("");
}

/** @type {(error: Error) => void} */
function failed(error) {
  bar.hidden = true;
  const nothing = kept.base ? "What was kept stays as it is." : "";
  const way = by("export", HTMLButtonElement).disabled ? "" : "You can download them under “My games”.";
  if (error instanceof Stopped && [TAKEN, STOPPED].includes(error.message)) return;
  if (error instanceof Stopped) say(`The program has stopped. ${nothing} (${error.message})`, afresh);
  else say(`Your games cannot be opened${other}: ${error.message.replace(/\.$/, "")}. ${nothing} ${way}`, afresh);
}

/** @type {(progress: { what: string, done: number, total: number }) => void} */
function loading({ what, done, total }) {
  if (isReady) return;
  say(`${what} …`);
  bar.value = done / total;
}

// The service worker has to stand before the frame asks it for pages, and to be of the same pack as this page.
async function controlled() {
  const worker = navigator.serviceWorker;
  const came = new Promise((done) => worker.addEventListener("controllerchange", done, { once: true }));
  const found = await worker.register("sw.js").catch((error) => {
    throw new Error(error.name === "SecurityError" ? PRIVATE : CHANGING);
  });
  follow(found);
  const pack = await new Promise((done, fail) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    worker.ready.then(({ active }) => active.postMessage("claim", [port2]));
    if (!found.active) watch(found.installing ?? found.waiting, "redundant", () => fail(new Error(CHANGING)));
  });
  if (!worker.controller) await came;
  isControlled = pack === ROOT.dataset.pack;
  if (isControlled) return;
  location.reload(); // the worker has the page that belongs to it
  await new Promise(() => {});
}

/** @type {(worker: ServiceWorker, state: ServiceWorkerState, then: () => void) => void} */
const watch = (worker, state, then) =>
  worker.addEventListener("statechange", () => {
    if (worker.state === state) then();
  });

// Offer what is newer than this page.
/** @type {(found: ServiceWorkerRegistration) => void} */
function follow(found) {
  newer = found.active && found.waiting;
  found.addEventListener("updatefound", () => {
    const next = found.installing;
    watch(next, "installed", () => {
      if (!found.active) return;
      newer = next;
      if (isReady) rest();
    });
  });
}

// Say nothing, but that there is a new version.
function rest() {
  if (newer) say("There is a new version of this page.", ["Load it", () => newer.postMessage("take over")], false);
  else say("");
}

/** @type {(page: string) => void} */
function show(page) {
  const wanted = new URL(`g/${page}`, PLACE);
  frame.src = wanted.href.startsWith(`${PLACE}g/`) ? wanted.href : `${PLACE}g/`;
  frame.hidden = false;
}

const framed = () => decoded(frame.contentWindow.location.pathname.slice(`${NAME}g/`.length));

// Show the page of a link, or else another one.
/** @type {(other: string) => void} */
function lead(other) {
  linked = decoded(location.hash.slice(1));
  show(linked || other);
}

// A link to a first sheet begins its game; where else there is no page, the games of this browser are shown.
async function instead() {
  const begins = refused === linked && (await firsts())[named(refused)];
  linked = "";
  const { page } = begins ? await new Response(await send(begins)).json() : {};
  if (!page)
    say(
      "This browser does not have that page. Games are kept by the browser that plays them; those of this one are here.",
      null,
      true
    );
  show(page ?? "");
}

frame.addEventListener("load", () => {
  const { location: at, document: page } = frame.contentWindow;
  if (!at.href.startsWith(`${PLACE}g/`)) return;
  if (refused && refused === framed()) return instead();
  if (refused && framed()) rest();
  if (framed()) refused = linked = "";
  document.title = page.title;
  const shown = at.href.slice(`${PLACE}g/`.length);
  history.replaceState(null, "", `#${shown}`);
  if (kept.base) localStorage.setItem(LAST, shown);
});
// Another tab that waits finds out as it is to play.
navigator.serviceWorker?.addEventListener(
  "controllerchange",
  () => isControlled && !program.ended && location.reload()
);
addEventListener("hashchange", () => lead(""));

// Answer the service worker. A page that plays in another tab has no program, and leaves it to that one.
/** @type {(what: string, data: string, port: MessagePort) => Promise<void>} */
async function asked(what, data, port) {
  if (!program || program.ended === TAKEN) return;
  try {
    if (what === "page" && !isReady) return port.postMessage({ early: early(data) });
    if (what === "send" && JSON.parse(data).act === "stop") return port.postMessage({ body: await stop() });
    if (what === "send") return port.postMessage({ body: await send(data) });
    await ready;
    port.postMessage({ body: await program.call(what === "trial" ? what : "page", data) });
  } catch (error) {
    if (error instanceof Stopped) failed(error);
    else if (isReady && what.startsWith("page")) refused = data;
    port.postMessage({ words: error.message });
  }
}

// Return what is shown of a page before Python is there: a first sheet, whose game is then begun, or what was made last.
/** @type {(page: string) => string} */
function early(page) {
  if (!isFirst || page.startsWith("_try/")) {
    if (/(^|\/|\.html)$/.test(page) && !page.includes("sheet/")) old = page;
    return "made";
  }
  const begins = seeds[named(page)];
  if (begins) ready = ready.then(() => program.call("send", begins));
  if (begins) seeds = {}; // of one game: what is chosen next is begun when Python is there
  return "first";
}

/** @type {(message: string) => Promise<Uint8Array<ArrayBuffer> | string>} */
async function send(message) {
  if (!isReady) {
    const first = Object.keys(seeds).find((page) => isSame(seeds[page], message));
    if (first) return JSON.stringify({ page: first });
    say("Your order is sent as soon as the program is there.");
  }
  await ready;
  const slow = setTimeout(() => isReady && say("The others think …"), 400);
  try {
    return await program.call("send", message);
  } finally {
    clearTimeout(slow);
    if (isReady && state.textContent.startsWith("The others")) rest();
  }
}

// End what bots think about, and go on with what is kept: what made them think has not happened.
async function stop() {
  if (!kept.base) throw new Error("This browser keeps nothing, so the bots cannot be stopped.");
  started = started.then(restart);
  await started;
  return "{}";
}

async function restart() {
  isReady = false;
  ready = until();
  program.end(STOPPED);
  program = new Program(new URL(ROOT.dataset.py, PLACE).href, loading, keep);
  await start(await kept.rows());
}

/** @type {(one: string, other: string) => boolean} */
function isSame(one, other) {
  const [a, b] = [one, other].map((text) => Object.entries(JSON.parse(text)).sort());
  return JSON.stringify(a) === JSON.stringify(b);
}

// Have the service worker keep the program too, and say so once.
function offline() {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    ROOT.dataset.offline = `${!data.words}`;
    where(data.words ? "" : " This page works offline now.");
  };
  navigator.serviceWorker.controller?.postMessage("keep", [port2]);
  navigator.storage?.persist?.();
  where("");
}

/** @type {(also: string) => Promise<void>} */
async function where(also) {
  const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const size = usage ? ` (${(usage / BYTES).toFixed(1)} MB with the program)` : "";
  const words = kept.base ? `Your games are kept in this browser${size}.` : "This browser keeps nothing.";
  by("where", HTMLParagraphElement).textContent =
    `${words}${also} Clearing its data deletes them, so download them now and then.`;
}

async function download() {
  try {
    const zip = await program.call("export");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([zip], { type: "application/zip" }));
    link.download = "genetess-games.zip";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    say(`Not downloaded: ${error.message}`, again);
  }
}

// Games that were downloaded take the place of those that are kept, all or none.
async function bring() {
  const field = by("import", HTMLInputElement);
  const [file] = field.files;
  field.files = new DataTransfer().files; // the same can be chosen once more
  if (!file) return;
  say("Bringing your games back …");
  /** @type {Uint8Array<ArrayBuffer>} */
  let row;
  const other = new Program(new URL(ROOT.dataset.py, PLACE).href, loading, async (made) => {
    row = made;
  });
  try {
    const key = await other.call("accept", new Uint8Array(await file.arrayBuffer()));
    const asked = "The games in the file take the place of all that are kept in this browser. Go on?";
    if ((await kept.rows()).length > 1 && !confirm(asked)) return rest();
    program.end("replaced");
    await kept.replace(row, new TextDecoder().decode(key));
    await anew();
  } catch (error) {
    say(`Nothing was brought back: ${error.message.replace(/\.$/, "")}.`, program.ended ? again : null, true);
  } finally {
    other.end("done");
  }
}

async function forget() {
  if (!confirm("Delete all games that are kept in this browser?")) return;
  program?.end("deleted");
  await kept.clear();
  await anew();
}

// Load the page as if no game had been shown in it.
async function anew() {
  localStorage.removeItem(LAST);
  for (const name of await caches.keys())
    if (name.endsWith(" made") && name.includes(PLACE.href)) await caches.delete(name);
  history.replaceState(null, "", PLACE); // a reload alone would begin the game anew that was shown
  location.reload();
}

// The service worker has the games alone, so of the site there is nothing without a network.
/** @type {(event: Event) => void} */
function leave(event) {
  if (navigator.onLine) return;
  event.preventDefault();
  say("There is no network now. The site needs one, your games do not.", null, true);
}

by("words", HTMLParagraphElement).remove();
by("leave", HTMLAnchorElement).addEventListener("click", leave);
by("export", HTMLButtonElement).addEventListener("click", download);
by("import", HTMLInputElement).addEventListener("change", bring);
by("delete", HTMLButtonElement).addEventListener("click", forget);
const lacks = missing();
if (lacks) say(lacks, null, true);
else hold(false);

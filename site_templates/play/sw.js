// Stands where a server stands: pages of games and messages go to Python in the page, all else to the host, and what it
// gave is kept, so that the next visit needs no host. `PACK` is put in front of this by who packs the files.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HERE = new URL("./", location.href).href;
const FILES = `genetess ${HERE} ${PACK.name}`;
const MADE = `${FILES} made`;
/** @type {Record<string, string>} */
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  atom: "application/atom+xml",
  ics: "text/calendar; charset=utf-8"
};
const NAMES = Object.keys(PACK.files);
// Files that a first page needs come first; the program is kept once it has been loaded anyhow.
const LIGHT = NAMES.filter((file) => !file.startsWith("py-") && !file.startsWith("../"));
const SHELL = LIGHT.filter((file) => /^[^/]+\.(html|js)$/.test(file)); // without which there is no page at all
const LOST =
  "A part of this page is missing here, and its host does not answer. Load it again once you are online. Your games stay as they are.";
const MESSAGES = ["g/send", "g/trial"]; // where they are posted to

// What no game changes: of the pack, of the site above it, and what else a page is made with.
/** @type {(path: string) => boolean} */
const isLasting = (path) =>
  path !== "index.html" &&
  !path.includes("/") &&
  (NAMES.includes(`g/${path}`) || NAMES.includes(`../${path}`) || /\.(css|js|svg|png)$/.test(path));

/** @type {(path: string) => string} */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @type {(path: string) => string} */
const resolved = (path) => {
  const own = path.endsWith("/") || !path ? `${path}index.html` : path;
  const isOurs = !own.startsWith("g/") || NAMES.includes(own);
  return new URL(isOurs ? own : `../${own.slice(2)}`, HERE).href;
};

class Changed extends Error {}

// Ask the host for a file. Throw Changed where it is of another pack: two of them are never mixed.
/** @type {(address: string) => Promise<Response>} */
async function fetched(address) {
  const got = await fetch(address, { cache: "no-cache" });
  const known = address.startsWith(HERE) && PACK.files[address.slice(HERE.length)];
  if (!got.ok || !known) return got;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await got.clone().arrayBuffer()));
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== known) throw new Changed(`${address} has changed`);
  return got;
}

/** @type {(files: string[]) => Promise<string[]>} */
async function missing(files) {
  const cache = await caches.open(FILES);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  return files.map((file) => new URL(file, HERE).href).filter((file) => !kept.has(file));
}

/** @type {(files: string[]) => Promise<unknown>} */
async function keep(files) {
  const cache = await caches.open(FILES);
  return Promise.all(
    (await missing(files)).map(async (file) => {
      const got = await fetched(file);
      if (got.ok) await cache.put(file, got);
      else if (file.startsWith(HERE)) throw new Error(`${file}: ${got.status}`);
    })
  );
}

worker.addEventListener("install", (event) => {
  event.waitUntil(keep(LIGHT));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      const old = names.filter((name) => name.startsWith(`genetess ${HERE} `) && !name.startsWith(FILES));
      await Promise.all(old.map((name) => caches.delete(name)));
      await worker.clients.claim();
    })
  );
});

worker.addEventListener("message", (event) => {
  if (event.data === "take over") worker.skipWaiting();
  const answer = event.ports[0];
  if (event.data === "claim") event.waitUntil(worker.clients.claim().then(() => answer.postMessage(PACK.name)));
  if (event.data !== "keep") return;
  event.waitUntil(
    keep(NAMES).then(
      () => answer.postMessage({}),
      (error) => answer.postMessage({ words: `${error}` })
    )
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const address = url.origin + url.pathname;
  if (!address.startsWith(HERE)) {
    if (request.method === "GET" && NAMES.some((file) => new URL(file, HERE).href === address))
      event.respondWith(given(address));
    return;
  }
  const path = decoded(address.slice(HERE.length));
  if (MESSAGES.includes(path) && request.method === "POST") event.respondWith(sent(request, path.slice(2)));
  else if (request.method !== "GET") return;
  else if (["", "index.html"].includes(path)) event.respondWith(shell(request));
  else if (path.startsWith("g/") && !isLasting(path.slice(2))) event.respondWith(page(event, path));
  else event.respondWith(given(resolved(path)));
});

// The page around the games. What it lacks is fetched; where the host has another pack by now, all comes from there.
/** @type {(request: Request) => Promise<Response>} */
async function shell(request) {
  const error = await keep(LIGHT).catch((error) => error);
  if (error instanceof Changed) {
    await worker.registration.unregister();
    for (const name of [FILES, MADE]) await caches.delete(name);
    return Response.redirect(request.url);
  }
  const isLost = (await missing(SHELL)).length > 0;
  return isLost ? answer(LOST, "", 503) : given(resolved(""));
}

// A file of the host, kept from then on.
/** @type {(address: string) => Promise<Response>} */
async function given(address) {
  const cache = await caches.open(FILES);
  const found = await cache.match(address);
  if (found) return found;
  const got = await fetched(address);
  if (got.ok && got.status === 200) await cache.put(address, got.clone());
  return got;
}

// Ask the page that plays; several may be open.
/** @type {(what: string, data: string) => Promise<{ body?: any, words?: string, early?: string }>} */
async function ask(what, data) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shells = pages.filter((each) => each.url.startsWith(HERE) && !each.url.startsWith(`${HERE}g/`));
  if (!shells.length) return { words: "No page plays here. Load it again." };
  return new Promise((resolve) => {
    for (const shell of shells) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      shell.postMessage({ what, data }, [port2]);
    }
  });
}

/** @type {(request: Request, to: string) => Promise<Response>} */
async function sent(request, to) {
  const { body, words } = await ask(to, await request.text());
  return words === undefined ? answer(body, "json") : answer(words, "", 503);
}

/** @type {(event: FetchEvent, path: string) => Promise<Response>} */
async function page(event, path) {
  if (event.request.destination === "document") return Response.redirect(`${HERE}#${path.slice(2)}`);
  const place = resolved(path);
  const made = await caches.open(MADE);
  let found = await ask("page", path.slice(2));
  if (found.early) {
    const first = () => NAMES.includes(place.slice(HERE.length)) && given(place).catch(() => Response.error());
    const ready = await (found.early === "first" ? first() : made.match(place));
    if (ready?.ok) return ready;
    found = await ask("page anyway", path.slice(2));
  }
  if (found.words !== undefined) return answer(found.words, "txt", 404);
  const got = answer(found.body, /\.(\w+)$/.exec(place)[1]);
  if (event.request.mode === "navigate") event.waitUntil(made.put(place, got.clone()));
  return got;
}

/** @type {(body: BodyInit, ending: string, status?: number) => Response} */
const answer = (body, ending, status = 200) =>
  new Response(body, {
    status,
    headers: { "Content-Type": TYPES[ending] ?? "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" }
  });

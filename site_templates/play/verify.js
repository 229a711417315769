// Verifies a game in verify.html, the folder above: loads its files and the program, decrypts what is sealed in them, and
// shows what the program says.
import { Program } from "./program.js";

/** @typedef {{ key: string, aad: string, sealed: string }} SealedText base64 all */

const PYTHON = new URL("py-HASH/", import.meta.url).href;

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
const game = by("game", HTMLSelectElement);
const start = by("start", HTMLButtonElement);
const state = by("state", HTMLParagraphElement);
const bar = by("bar", HTMLProgressElement);
const said = by("verdict", HTMLElement);
/** @type {Program} */
let program;

/** @type {(words: string, done?: number, total?: number) => void} */
function tell(words, done = 0, total = 1) {
  state.textContent = words;
  bar.hidden = !words;
  bar.value = done / total;
}

/** @type {(address: string) => Promise<Blob>} */
async function load(address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address} could not be loaded: the host answers ${answer.status}.`);
  return answer.blob();
}

/** @type {(text: string) => Uint8Array<ArrayBuffer>} */
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** @type {(bytes: Uint8Array) => string} */
const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

// What was encrypted; null where the key does not fit.
/** @type {(what: SealedText) => Promise<string | null>} */
async function decrypted({ key, aad, sealed }) {
  const bytes = bytesOf(sealed);
  const cipher = { name: "AES-GCM", iv: bytes.slice(0, 12), additionalData: bytesOf(aad) };
  const own = await crypto.subtle.importKey("raw", bytesOf(key), "AES-GCM", false, ["decrypt"]);
  try {
    return base64(new Uint8Array(await crypto.subtle.decrypt(cipher, own, bytes.slice(12))));
  } catch {
    return null;
  }
}

/** @type {(rows: SealedText[]) => Promise<{ what: SealedText, plain: string }[]>} */
async function opened(rows) {
  if (rows.length && !crypto.subtle)
    throw new Error("This browser decrypts only on pages whose address begins with https.");
  const found = [];
  for (const [done, what] of rows.entries()) {
    tell("Decrypting …", done, rows.length);
    const plain = await decrypted(what);
    if (plain !== null) found.push({ what, plain });
  }
  return found;
}

/** @type {(slug: string, count: number) => Promise<string>} */
async function verify(slug, count) {
  const numbers = Array.from({ length: count }, (_, file) => `${file + 1}`.padStart(2, "0"));
  tell("Loading the game …");
  const files = new Blob(await Promise.all(numbers.map((number) => load(`${slug}/proof/${number}.bin`))));
  let step = "";
  program = new Program(
    PYTHON,
    ({ what, done, total }) => tell(step || `${what} …`, done, total),
    async () => {}
  );
  const sealed = await program.call("lay", new Uint8Array(await files.arrayBuffer()));
  const rows = await opened(JSON.parse(new TextDecoder().decode(sealed)));
  step = "Playing the game again …";
  tell(step);
  return new TextDecoder().decode(await program.call("verify", JSON.stringify(rows)));
}

by("verify", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = document.createElement("bdi");
  name.textContent = game.selectedOptions[0].text;
  start.disabled = true;
  said.hidden = true;
  program?.end("another game is verified");
  try {
    said.innerHTML = await verify(game.value, Number(game.selectedOptions[0].dataset.files));
    said.querySelector("h2")?.prepend(name, ": ");
    said.hidden = false;
    tell("");
  } catch (error) {
    tell("");
    state.textContent = `Not verified: ${error.message}`;
  }
  start.disabled = false;
  // It lost the focus as it was disabled: give it back to whoever has not gone on.
  if (document.activeElement === document.body) start.focus({ preventScroll: true });
});

// The game that a link names.
function choose() {
  const slug = decodeURIComponent(location.hash.slice(1));
  if ([...game.options].some((option) => option.value === slug)) game.value = slug;
}

by("words", HTMLParagraphElement).remove();
by("verify", HTMLFormElement).hidden = !game.options.length;
addEventListener("hashchange", choose);
choose();

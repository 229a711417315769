// Opens sealed turnsheets and seals orders for builder.js, in the player's own browser: nothing here sends or asks for anything.
//
// The first part is the scheme of genetess_cli/store/seal/box.py and orders.py, word for word; both sides are held
// to tests/store/seal/vectors.json. The second part is the page of a sealed turnsheet (sealed.html, past.html).

const BLOCK = 4096;
const OVERHEAD = 12 + 16; // nonce and tag
const WIDTH = 76; // characters of base64 on a line
const AGE = 60_000; // milliseconds after which orders are sealed again
const PIECE = 1024; // bytes that are inflated at a time: a bomb makes a megabyte of each at most
const MOST = {
  sheet: 4 * 1024 * 1024, // bytes of a turnsheet
  past: 64 * 1024 * 1024, // of a file of past ones
  queue: 4096, // bytes of orders, as in an order file
  slip: 4096 + 160, // the same with the line in front
  slipSealed: 2 * BLOCK + OVERHEAD,
  notes: 128 * 1024,
  number: 10 ** 15
};

// Why something was not opened: `key`, it does not fit, or `damaged`, no key can open it.
class Unopened extends Error {
  /** @param {"key" | "damaged"} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

// The scheme

/** @type {(text: string) => Bytes} */
const utf8 = (text) => new TextEncoder().encode(text);

/** @type {(...parts: Uint8Array[]) => Bytes} */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @type {(key: BufferSource, info: BufferSource, salt?: BufferSource, length?: number) => Promise<Bytes>} */
async function hkdf(key, info, salt = new Uint8Array(32), length = 32) {
  const base = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, base, 8 * length)
  );
}

// What a sealed text is for: {game, kind, seat, turn}.
/** @type {(place: SealPlace) => Bytes} */
const aadOf = ({ game, kind, seat = "", turn = "" }) => utf8(["genetess/v1", game, kind, seat, turn].join("\0"));

/** @type {(key: Bytes, place: SealPlace) => Promise<{ cipher: CryptoKey, nonces: CryptoKey }>} */
async function keysOf(key, place) {
  const both = await hkdf(key, joined(utf8("genetess/v1 message\0"), aadOf(place)), undefined, 64);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return {
    cipher: await crypto.subtle.importKey("raw", both.subarray(0, 32), "AES-GCM", false, ["encrypt", "decrypt"]),
    nonces: await crypto.subtle.importKey("raw", both.subarray(32), hmac, false, ["sign"])
  };
}

/** @type {(keys: { nonces: CryptoKey }, plain: Bytes) => Promise<Bytes>} */
const nonceOf = async (keys, plain) =>
  new Uint8Array(await crypto.subtle.sign("HMAC", keys.nonces, plain)).slice(0, 12);

/** @type {(key: Bytes, place: SealPlace, packed: Bytes, least?: number) => Promise<Bytes>} */
async function sealPacked(key, place, packed, least = 0) {
  const length = Math.max(Math.ceil((4 + packed.length) / BLOCK) * BLOCK, least);
  const plain = new Uint8Array(length);
  new DataView(plain.buffer).setUint32(0, packed.length);
  plain.set(packed, 4);
  const keys = await keysOf(key, place);
  const iv = await nonceOf(keys, plain);
  const cipher = { name: "AES-GCM", iv, additionalData: aadOf(place) };
  return joined(iv, new Uint8Array(await crypto.subtle.encrypt(cipher, keys.cipher, plain)));
}

/** @type {(key: Bytes, place: SealPlace, text: Bytes, least?: number) => Promise<Bytes>} */
const sealText = async (key, place, text, least = 0) => sealPacked(key, place, await packed(text), least);

// The text that was sealed, as bytes; throws Unopened.
/** @type {(key: Bytes, place: SealPlace, sealed: Bytes, most: number) => Promise<Bytes>} */
async function openSealed(key, place, sealed, most) {
  const length = sealed.length - OVERHEAD;
  if (length < BLOCK || length % BLOCK || length > most + BLOCK) throw new Unopened("damaged");
  const keys = await keysOf(key, place);
  const iv = sealed.slice(0, 12);
  const cipher = { name: "AES-GCM", iv, additionalData: aadOf(place) };
  const plain = await crypto.subtle.decrypt(cipher, keys.cipher, sealed.subarray(12)).then(
    (buffer) => new Uint8Array(buffer),
    () => {
      throw new Unopened("key");
    }
  );
  const count = new DataView(plain.buffer).getUint32(0);
  const isOurs = (await nonceOf(keys, plain)).every((byte, index) => byte === iv[index]);
  if (!isOurs || count > plain.length - 4 || plain.subarray(4 + count).some((byte) => byte))
    throw new Unopened("damaged");
  return unpacked(plain.subarray(4, 4 + count), most);
}

/** @type {(text: Bytes) => Promise<Bytes>} */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @type {(gz: Bytes, most: number) => Promise<Bytes>} */
async function unpacked(gz, most) {
  const stream = new DecompressionStream("gzip");
  const reader = stream.readable.getReader();
  feed(stream.writable.getWriter(), gz).catch(() => {}); // the reader hears of it too
  const parts = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > most) throw new Unopened("damaged");
      parts.push(next.value);
    }
  } catch {
    reader.cancel().catch(() => {});
    throw new Unopened("damaged");
  }
  return joined(...parts);
}

/** @type {(writer: WritableStreamDefaultWriter, gz: Bytes) => Promise<void>} */
async function feed(writer, gz) {
  for (let at = 0; at < gz.length; at += PIECE) await writer.write(gz.subarray(at, at + PIECE));
  await writer.close();
}

/** @type {(bytes: Uint8Array) => string} */
function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

// The bytes of base64 text, at most so many; throws Unopened.
/** @type {(text: string, most: number) => Bytes} */
function bytesOf(text, most) {
  const digits = text.length > 2 * most + 1000 ? "" : text.replace(/\s+/g, "");
  if (
    !digits ||
    digits.length % 4 ||
    digits.length > Math.ceil(most / 3) * 4 ||
    !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)
  ) {
    throw new Unopened("damaged");
  }
  const letters = atob(digits);
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < letters.length; place++) bytes[place] = letters.charCodeAt(place); // `from` is far slower
  return bytes;
}

// The key of a seat from its text, null where it is none.
/** @type {(text: string) => Bytes | null} */
function keyOf(text) {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return null;
  return bytesOf(`${text.replace(/-/g, "+").replace(/_/g, "/")}=`, 32);
}

/** @type {(key: Uint8Array) => string} */
const textOf = (key) => base64(key).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

// The HTML of a sealed turnsheet, which is `text`, base64; throws Unopened.
/** @type {(key: Bytes, sheet: { game: string, seat: Seat, turn: string }, text: string) => Promise<string>} */
async function openSheet(key, { game, seat, turn }, text) {
  const sealed = bytesOf(text, MOST.sheet + BLOCK + OVERHEAD);
  const html = await openSealed(key, { game, kind: "sheet", seat, turn }, sealed, MOST.sheet);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(html);
  } catch {
    throw new Unopened("damaged");
  }
}

// The file of a seat's queue of orders, sealed. `slip` is {game, slug, seat, turn, number}; throws RangeError with words.
/** @type {(key: Bytes, slip: Slip, orders: string) => Promise<string>} */
async function sealOrders(key, slip, orders) {
  const text = `${orders.replace(/\r\n?/g, "\n").trim()}\n`;
  const size = utf8(text).length;
  if (size === 1) throw new RangeError("Nothing to seal: write an order first.");
  if (size > MOST.queue) {
    throw new RangeError(`These orders have ${size} bytes, but an order file has at most ${MOST.queue}: remove some.`);
  }
  if (slip.number > MOST.number) throw new RangeError("The number of these orders is too large. Is your clock right?");
  return sealedSlip(key, slip, await packed(utf8(slipOf(slip) + text)));
}

/** @type {(slip: Slip) => string} */
const slipOf = ({ slug, seat, turn, number }) => `order ${slug} ${seat} ${turn} ${number}\n`;

/** @type {(key: Bytes, slip: Slip, gz: Bytes) => Promise<string>} */
async function sealedSlip(key, { game, slug, seat, turn }, gz) {
  const sealed = await sealPacked(key, { game, kind: "order", seat, turn }, gz);
  const rows = base64(sealed).match(new RegExp(`.{1,${WIDTH}}`, "g"));
  return [`genetess/v1 sealed order ${slug} ${seat} ${turn}`, ...rows, ""].join("\n");
}

// The page

/** @type {Record<string, string>} */
const WORDS = {
  key: "This key does not open the sheet. Reload the page and paste the newest key, or ask your GM for it. A new key replaces the old one on all sheets of the seat, past ones too. If you have left the seat, you can read the game once the GM publishes its key.",
  damaged:
    "The sealed part of this page is damaged, so no key opens it. Reload the page; if that does not help, tell the GM.",
  none: "The key is not complete: it has 43 characters after the #. Copy the whole line.",
  insecure:
    "The sheet cannot be opened here: browsers open sealed sheets only at https:// addresses, and on your own machine. Ask your GM for the https address of the site."
};

// A key that the browser keeps for good, as a file: that leaves the disk when it is removed, and what `store` holds does not.
/** @type {Files} */
const files = {
  async act(act) {
    try {
      return await act(await navigator.storage.getDirectory());
    } catch {
      return null;
    }
  },
  get: (name) => files.act(async (folder) => (await (await folder.getFileHandle(name)).getFile()).text()),
  set: (name, text) =>
    files.act(async (folder) => {
      const writer = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await writer.write(text);
      await writer.close();
      return true;
    }),
  remove: (name) => files.act((folder) => folder.removeEntry(name))
};

class Sheet {
  /** @param {HTMLElement} holder */
  constructor(holder) {
    this.text = holder.textContent;
    const { game, slug, seat, turn } = holder.dataset;
    this.place = { game, slug, seat, turn };
    this.name = `genetess key ${this.place.game} ${this.place.seat}`;
  }

  start() {
    by("unlock").addEventListener("submit", (event) => {
      event.preventDefault();
      this.unlock(this.pasted(by("link").value));
    });
    by("keep").addEventListener("change", () => this.keep());
    by("forget").addEventListener("click", () => this.forget());
    addEventListener("hashchange", () => this.begin(false));
    this.begin(true);
  }

  // Open the sheet with the key in the address, or as the page is loaded with one that is kept.
  /** @type {(first: boolean) => Promise<void>} */
  async begin(first) {
    const given = this.taken();
    by("noted").hidden = !history.state?.hadKey;
    by("closed").hidden = first || by("closed").hidden; // nothing is shown that would vanish again
    const kept = first ? await this.kept() : null;
    this.unlock(given ?? kept);
  }

  // The key that the browser keeps, or the tab; null where neither does.
  async kept() {
    const filed = await files.get(this.name);
    by("keep").checked = filed !== null;
    const masked = store.get(this.name, true);
    this.showKeys();
    return filed ?? (masked && keyOf(window.name) ? this.masked(masked) : null);
  }

  // A key with its mask on, or off again. What a tab stores is written to the disk, and stays there when it is removed: so
  // the tab stores the key masked, and the mask is made of the tab's name, which only the memory has.
  /** @type {(text: string) => Promise<string | null>} */
  async masked(text) {
    const key = keyOf(text);
    const mask = await hkdf(keyOf(window.name), utf8(this.name));
    return key && textOf(key.map((byte, place) => byte ^ mask[place]));
  }

  // The key in the address, which is taken out of it at once; null where there is none.
  taken() {
    const text = location.hash.slice(1);
    if (!text || by(text)) return null;
    history.replaceState({ hadKey: true }, "", location.pathname + location.search);
    return text;
  }

  // The key in what was pasted, with or without its seat or its whole address; null for another seat's, which is said then.
  /** @type {(text: string) => string | null} */
  pasted(text) {
    const { slug, seat } = this.place;
    const found = /^(?:.*?([^/\s]+)\/sheet\/([^/]+)\/)?[^#]*#(?:\d+\.)?(\S*)/.exec(text.trim());
    if (!found) return text.trim();
    if (!found[1] || (found[1] === slug && found[2] === seat)) return found[3];
    this.say(`This is the key of ${found[2]} in ${found[1]}, and this page is a sheet of ${seat} in ${slug}.`);
    return null;
  }

  /** @type {(text: string | null) => Promise<void>} */
  async unlock(text) {
    if (!crypto.subtle) return this.close(WORDS.insecure);
    if (text === null) {
      by("closed").hidden = !by("opened").hidden;
      return;
    }
    const key = keyOf(text.replace(/[^A-Za-z0-9_-]+$/, "")); // what was copied with it, such as a full stop
    if (!key) return this.close(WORDS.none);
    this.say("");
    by("busy").hidden = false;
    try {
      const html = await this.opened(key);
      this.key = text.slice(0, 43);
      by("link").value = "";
      this.show(html);
      if (by("notes")) Notes.start(notesOf(key, this.place));
      bindOrders(key, this.place);
    } catch (error) {
      this.close(WORDS[error.why] ?? `The sheet cannot be opened here: ${error.message}`);
    }
    by("busy").hidden = true;
  }

  /** @type {(key: Bytes) => Promise<string>} */
  opened(key) {
    return openSheet(key, this.place, this.text);
  }

  // Say why a key does not open the sheet, above what another one has opened, or else what everybody may know.
  /** @type {(words: string) => void} */
  close(words) {
    this.say(words);
    by("closed").hidden = !by("opened").hidden;
  }

  /** @type {(html: string) => void} */
  show(html) {
    by("opened").innerHTML = html;
    if (typeof Times !== "undefined") Times.mark(by("opened"));
    by("opened").before(by("keys"));
    by("opened").hidden = false;
    by("closed").hidden = true;
    this.keep();
  }

  // Keep the key that has opened the sheet in the tab, so that Back, a reload and the seat's other sheets open again, and in
  // the browser too or no more there, as the player says.
  keep() {
    this.done = Promise.resolve(this.done).then(() => this.write());
    return this.done;
  }

  async write() {
    if (this.key) {
      if (!keyOf(window.name)) window.name = textOf(crypto.getRandomValues(new Uint8Array(32)));
      store.set(this.name, await this.masked(this.key), true);
    }
    const isKept = by("keep").checked && this.key && (await files.set(this.name, this.key));
    by("unkept").hidden = !by("keep").checked || !this.key || Boolean(isKept);
    by("keep").checked &&= !this.key || Boolean(isKept);
    if (!by("keep").checked) await files.remove(this.name);
    this.showKeys();
  }

  // Remove all that was stored for the seat, and what the tab stored for others, which has lost its mask; close the sheet.
  async forget() {
    by("keep").checked = false;
    this.key = null;
    await this.keep();
    window.name = "";
    for (const name of store.act(true, Object.keys) ?? [])
      if (name.startsWith("genetess ")) store.set(name, null, true);
    store.set(`genetess number ${this.place.game} ${this.place.seat}`, null);
    location.reload();
  }

  showKeys() {
    by("forget").hidden = !this.key;
  }

  /** @type {(words: string) => void} */
  say(words) {
    by("word").textContent = words;
    by("word").hidden = !words;
  }
}

// How a seat's private notes are kept (notes.js).
/** @type {(key: Bytes, place: { game: string, seat: Seat }) => NotesCodec} */
function notesOf(key, { game, seat }) {
  /** @type {SealPlace} */
  const place = { game, kind: "notes", seat };
  return {
    kind: "sealed notes",
    seal: async (text) => base64(await sealText(key, place, utf8(text))),
    open: async (kept) => new TextDecoder().decode(await openSealed(key, place, bytesOf(kept, MOST.notes), MOST.notes))
  };
}

// The order builder of an opened sheet (builder.js) seals with the seat's key, each time with a higher number.
/** @type {(key: Bytes, place: Omit<Slip, "number">) => void} */
function bindOrders(key, place) {
  const form = by("builder");
  if (!form) return; // an older turn's sheet
  const name = `genetess number ${place.game} ${place.seat}`;
  /** @typedef {{ orders: string, number: number, file: string }} Sealed */
  /** @type {(orders: string) => Promise<Sealed>} */
  async function seal(orders) {
    const now = Math.floor(Date.now() / 1000);
    const number = Math.max(Number(form.dataset.number), now, Number(store.get(name) ?? 0) + 1);
    return { orders, number, file: await sealOrders(key, { ...place, turn: form.dataset.turn, number }, orders) };
  }

  // A draft that was taken along, and read since, is none any more: its wishes are done, though the same orders are stored.
  function settle() {
    const draft = new Draft.Kept(form.dataset.turn, by("orders").defaultValue);
    const isRead = Number(form.dataset.number) > Number(store.get(name) ?? MOST.number);
    if (!isRead || Queue.tidy(draft.read()) !== store.get(name, true)) return;
    draft.write(draft.stored);
    new Draft.Opened(form.dataset.turn, true).forget();
  }

  // Orders are sealed while they are built, so that every way leads to them as it is pressed: what a page opens a while
  // later is blocked by Safari.
  class Post extends Sending.Post {
    orders = "";
    isSent = false;
    /** @type {Sealed} */
    made = { orders: "", number: 0, file: "" };
    again = setInterval(() => this.make(), AGE); // or its number would be behind that of another browser's

    /** @type {(orders: string, isSent: boolean) => void} */
    aim(orders, isSent) {
      Object.assign(this, { orders, isSent });
      const isMade = this.made.orders === orders;
      super.aim(isMade ? this.made.file : "", isSent);
      by("made").hidden = !orders;
      if (!isMade) this.make();
    }

    async make() {
      if (!this.orders) return;
      try {
        const made = await seal(this.orders);
        if (made.orders !== this.orders) return;
        this.made = made;
        this.aim(this.orders, this.isSent);
      } catch (error) {
        by("builder-word").replaceChildren(error.message);
      }
    }

    // The number of the next file has to pass that of this one.
    taken() {
      super.taken();
      store.set(name, String(this.made.number));
      store.set(name, Queue.tidy(this.made.orders), true);
    }
  }

  class Desk extends Builder.Desk {
    /** @param {HTMLElement} form */
    constructor(form) {
      super(form, Post);
    }

    // An order that is sure to fail is a fault too: once it is sealed, nobody can look at it before it does.
    faults() {
      return [...super.faults(), ...this.told(this.wrong)];
    }

    /** @type {(lacks: string) => string} */
    notice(lacks) {
      const [fault, ...others] = this.faults();
      const more = others.length ? ` And ${others.length} more.` : "";
      return fault ? `Not sealed, because it would fail: ${fault}${more}` : super.notice(lacks);
    }
  }

  settle();
  Builder.start(Desk);
  Jump.begin();
}

// Notes from before the game was revealed: the seat's key, where it is kept or as it is pasted, opens them once more.
/** @type {(holder: HTMLElement) => void} */
function offerNotes(holder) {
  const { game, seat } = holder.dataset;
  const name = Notes.nameOf("sealed notes", game);
  const kept = store.get(name);
  if (!kept) return;

  /** @type {(text: string) => Promise<void>} */
  async function open(text) {
    const key = keyOf(text);
    if (!key) return;
    const sealed = notesOf(key, { game, seat });
    const old = await sealed.open(kept).catch(() => "");
    if (!old) return;
    const box = by("notes-text");
    box.value = [old, box.value].filter(Boolean).join("\n");
    box.dispatchEvent(new Event("input"));
    store.set(name, null);
    holder.hidden = true;
  }

  by("notes").setAttribute("open", "");
  holder.hidden = false;
  by("notes-key").addEventListener("input", () => open(by("notes-key").value.trim().replace(/^.*#/, "")));
  files.get(`genetess key ${game} ${seat}`).then((text) => open(text ?? ""));
}

if (by("notes-old")) offerNotes(by("notes-old"));
if (by("sealed")) new Sheet(by("sealed")).start();

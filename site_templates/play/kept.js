// What this browser keeps of the games: a row for each step, in order, of what it added to the league's repository, and
// the key that their luck depends on.

const ROWS = "rows";
const FACTS = "facts";

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Kept {
  /** @param {IDBDatabase | null} base null where the browser keeps nothing */
  constructor(base) {
    this.base = base;
    /** @type {Uint8Array<ArrayBuffer>[]} */
    this.waiting = []; // rows that could not be written yet
    this.next = 0;
  }

  // Open what is kept for the page at this place: several leagues may be at one host.
  /** @type {(place: string) => Promise<Kept>} */
  static async open(place) {
    try {
      const request = indexedDB.open(`genetess ${place}`, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(ROWS);
        request.result.createObjectStore(FACTS);
      };
      return new Kept(await done(request));
    } catch {
      return new Kept(null);
    }
  }

  /** @type {(name: string, mode: IDBTransactionMode) => IDBObjectStore} */
  store(name, mode) {
    return this.base.transaction(name, mode, { durability: "strict" }).objectStore(name);
  }

  /** @type {() => Promise<Uint8Array<ArrayBuffer>[]>} */
  async rows() {
    if (!this.base) return [];
    const rows = await done(this.store(ROWS, "readonly").getAll());
    this.next = rows.length;
    return rows;
  }

  // Write rows behind all others. Throw where the browser has no room, or another page has written meanwhile; then they
  // are written with the next.
  /** @type {(row: Uint8Array<ArrayBuffer>) => Promise<void>} */
  async add(row) {
    this.waiting.push(row);
    while (this.base && this.waiting.length) {
      await done(this.store(ROWS, "readwrite").add(this.waiting[0], this.next));
      this.waiting.shift();
      this.next += 1;
    }
  }

  // The value of a name; `make` gives it where there is none yet.
  /** @type {(name: string, make: () => string) => Promise<string>} */
  async fact(name, make) {
    if (!this.base) return make();
    const found = await done(this.store(FACTS, "readonly").get(name));
    if (found !== undefined) return found;
    const made = make();
    try {
      await done(this.store(FACTS, "readwrite").add(made, name));
    } catch {
      this.base = null; // without the key no row is worth anything
    }
    return made;
  }

  /** @type {(name: string, value: string) => Promise<void>} */
  async tell(name, value) {
    if (this.base) await done(this.store(FACTS, "readwrite").put(value, name));
  }

  // Have one row and its key stand in place of all, or leave all as it is.
  /** @type {(row: Uint8Array<ArrayBuffer>, key: string) => Promise<void>} */
  async replace(row, key) {
    const write = this.base.transaction([ROWS, FACTS], "readwrite", { durability: "strict" });
    const [rows, facts] = [ROWS, FACTS].map((name) => write.objectStore(name));
    rows.clear();
    facts.clear();
    rows.add(row, 0);
    facts.add(key, "key");
    await new Promise((resolve, reject) => {
      write.oncomplete = resolve;
      write.onabort = () => reject(write.error);
    });
  }

  // Forget all of it.
  async clear() {
    for (const name of [ROWS, FACTS]) if (this.base) await done(this.store(name, "readwrite").clear());
  }
}

// 32 random bytes, as Python reads a key.
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Python in a worker, and what is asked of it: functions of `genetess_cli/browser`, one after the other.

/** @typedef {{ what: string, done: number, total: number }} Progress */
/** @typedef {{ resolve: (result: Uint8Array<ArrayBuffer>) => void, reject: (error: Error) => void }} Asked */

export class Stopped extends Error {}

export class Program {
  /**
   * @param {string} place of the program's files
   * @param {(progress: Progress) => void} tell
   * @param {(row: Uint8Array<ArrayBuffer>) => Promise<void>} keep
   */
  constructor(place, tell, keep) {
    this.keep = keep;
    this.count = 0;
    /** @type {Map<number, Asked>} */
    this.asked = new Map();
    // From a blob, which has the policy of this page; a worker with an address of its own has none.
    const source = `import ${JSON.stringify(new URL("worker.js", place).href)};`;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.worker = new Worker(address, { type: "module" });
    this.worker.onerror = (event) => {
      event.preventDefault(); // it is told on the page
      this.end(event.message || "It could not be loaded.");
    };
    this.worker.onmessage = async ({ data }) => {
      if (data.progress) return tell(data.progress);
      if (data.crash) return this.end(data.crash);
      // What is answered has been kept before.
      if (data.row) await this.keep(data.row);
      const { resolve, reject } = this.asked.get(data.id);
      this.asked.delete(data.id);
      if (data.words === undefined) resolve(data.result);
      else reject(new Error(data.words));
    };
  }

  // Ask a function. Throw an Error with its words where it refuses, Stopped where the program has ended.
  /** @type {(name: string, data?: Uint8Array<ArrayBuffer> | string) => Promise<Uint8Array<ArrayBuffer>>} */
  call(name, data = "") {
    if (this.ended) return Promise.reject(new Stopped(this.ended));
    const id = this.count++;
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, data: bytes });
    });
  }

  // End the worker; whatever is not answered yet fails.
  /** @type {(why: string) => void} */
  end(why) {
    this.ended = why;
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(new Stopped(why));
    this.asked.clear();
  }
}

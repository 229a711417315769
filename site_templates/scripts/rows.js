// Reads files that only grow (site/write/pack.py): scripts, as a page can load them from a folder on one's own disk, too.
// Each calls addRows with its lines, which are one stream of deflate; in a sealed game with one text, which is sealed.

const Rows = (() => {
  /** @type {Map<string, string[] | string>} */
  const came = new Map();

  // Run a script of the site, if it can be had.
  /** @type {(address: string) => Promise<void>} */
  async function load(address) {
    const script = document.createElement("script");
    script.src = address;
    await new Promise((done) => {
      script.onload = script.onerror = done;
      document.head.append(script);
    });
    script.remove();
  }

  // The lines of a file; undefined where it cannot be had. `again` makes its address another one, past what a cache has.
  /** @type {(folder: string, whose: string, file: number, again?: string) => Promise<string[] | string | undefined>} */
  async function fetched(folder, whose, file, again = "") {
    const name = `${whose} ${file}`;
    if (again || !came.has(name)) await load(`${folder}/${String(file + 1).padStart(2, "0")}.js${again}`);
    return came.get(name);
  }

  // What the lines of a file say, row by row.
  /** @type {(lines: string[]) => Promise<any[][]>} */
  async function inflated(lines) {
    const parts = lines.map((line) => Uint8Array.from(atob(line), (letter) => letter.charCodeAt(0)));
    const whole = new Blob([...parts, new Uint8Array([3, 0])]); // an empty last block
    const text = whole.stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return read(await new Response(text).text());
  }

  /** @type {(text: string) => any[][]} */
  const read = (text) =>
    text
      .split("\n")
      .filter(Boolean)
      .map((row) => JSON.parse(row));

  /** @type {(whose: string, file: number, lines: string[] | string) => void} */
  const add = (whose, file, lines) => came.set(`${whose} ${file}`, lines);
  return { add, load, fetched, inflated, read };
})();

const addRows = Rows.add;

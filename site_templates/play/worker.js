// Python and the game, in a worker: it loads both, and answers what `program.js` asks.
import { loadPyodide } from "./pyodide.mjs";

const HERE = new URL(".", import.meta.url).href;
const HOME = "/play";

/** @type {(what: string, done: number, total: number) => void} */
const tell = (what, done, total) => postMessage({ progress: { what, done, total } });

// A host that gives .wasm another type would leave Python waiting for ever.
const plain = globalThis.fetch;
globalThis.fetch = async (...what) => {
  const got = await plain(...what).catch(() => {
    throw new Error(`${what[0]} could not be loaded`);
  });
  if (!got.ok) throw new Error(`${got.url}: ${got.status}`);
  const is = /\.wasm$/.test(got.url) && got.headers.get("content-type") !== "application/wasm";
  return is ? new Response(got.body, { headers: { "Content-Type": "application/wasm" } }) : got;
};

async function start() {
  tell("Loading Python", 0, 4);
  const app = fetch(`${HERE}app.zip`).then((got) => got.arrayBuffer());
  app.catch(() => {}); // it is waited for below
  const lock = await (await fetch(`${HERE}pyodide-lock.json`)).text();
  const python = await loadPyodide({
    indexURL: HERE,
    stdLibURL: `${HERE}stdlib.zip`,
    lockFileContents: lock,
    packageBaseUrl: HERE,
    env: { HOME, PYTHONDONTWRITEBYTECODE: "1" },
    stdout: () => {}
  });
  tell("Loading the rules", 2, 4);
  python.unpackArchive(await app, "zip", { extractDir: "/lib/app" });
  tell("Starting", 3, 4);
  python.runPython(
    `import os, sys; sys.path.insert(0, "/lib/app"); os.makedirs("${HOME}", exist_ok=True); os.chdir("${HOME}"); import genetess_cli.browser.play`
  );
  return { python, browser: python.pyimport("genetess_cli.browser") };
}

const started = start();
started.catch((error) => postMessage({ crash: `${error}` }));

/** @type {(name: string, data: Uint8Array) => Promise<Uint8Array | string>} */
async function ask(name, data) {
  const { python, browser } = await started;
  const given = python.toPy(data);
  const bytes = given.tobytes();
  const answer = browser.call(name, bytes, (done, total) => tell("Working", done, total));
  for (const each of [given, bytes]) each.destroy();
  if (typeof answer === "string") return answer;
  const found = answer.toJs();
  answer.destroy();
  return found;
}

addEventListener("message", async ({ data: { id, name, data } }) => {
  try {
    if (name === "key") {
      const { python } = await started;
      python.globals.get("os").environ.update(python.toPy({ GENETESS_MASTER_KEY: new TextDecoder().decode(data) }));
      return postMessage({ id, result: new Uint8Array() });
    }
    const result = await ask(name, data);
    const nothing = new Uint8Array();
    const row = ["begin", "send", "accept"].includes(name) ? await ask("changes", nothing) : nothing;
    const words = [result, row].find((answer) => typeof answer === "string");
    if (words !== undefined) postMessage({ id, words });
    else postMessage({ id, result, row: row.length ? row : undefined });
  } catch (error) {
    // A mistake in Python leaves it as it is; whatever else went wrong, it cannot go on.
    const last = `${error.message}`.trim().split("\n").at(-1);
    if (error.name === "PythonError")
      postMessage({ id, words: `This is a mistake in genetess, please report it: ${last}` });
    else postMessage({ crash: last });
  }
});

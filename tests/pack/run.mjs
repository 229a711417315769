// node run.mjs PACK CODE [PLACE FOLDER]…: run code in the Python of the pack, with folders of this machine in places.
import { readdirSync } from "node:fs";
import { start } from "../../.ci/play/start.mjs";

const [pack, code, ...rest] = process.argv.slice(2);
const home = `${pack}/${readdirSync(pack).find((name) => name.startsWith("py-"))}`;
const folders = Object.fromEntries(rest.flatMap((place, at) => (at % 2 ? [] : [[place, rest[at + 1]]])));
const python = await start(home, `${home}/stdlib.zip`, { "/lib/app": `${home}/app.zip` }, folders);
try {
  python.runPython(code);
} catch (error) {
  console.error(`${error.message}`); // as thrown, it would be shown with all of Pyodide's code
  process.exit(1);
}

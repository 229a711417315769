// Pyodide under Node, as a page has it: with no package but what is unpacked into it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * Start Python with the standard library `stdlib`, each of `zips` unpacked into the folder of its name, and folders of
 * this machine in places of Python's.
 * @param {string} pyodide folder of Pyodide's own files
 * @param {string} stdlib
 * @param {Record<string, string>} zips
 * @param {Record<string, string>} folders
 */
export async function start(pyodide, stdlib, zips, folders = {}) {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const { info } = JSON.parse(readFileSync(`${pyodide}/pyodide-lock.json`, "utf8"));
  const python = await loadPyodide({
    indexURL: `${pyodide}/`,
    stdLibURL: stdlib,
    lockFileContents: { info, packages: {} },
    packageBaseUrl: `${pyodide}/`,
    // A traceback names lines and no columns: with these, what is compiled would be an eighth larger.
    env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1", PYTHONNODEBUGRANGES: "1", GENETESS_MASTER_KEY: "11".repeat(32) },
  });
  for (const [place, zip] of Object.entries(zips)) {
    python.unpackArchive(new Uint8Array(readFileSync(zip)), "zip", { extractDir: place });
    python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(place)})`);
  }
  for (const [place, root] of Object.entries(folders)) {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
  }
  return python;
}

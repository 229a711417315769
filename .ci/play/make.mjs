// node make.mjs PYODIDE SOURCES TOOLS OUT: trace what is loaded, then compile that, and what else the pack holds.
import { start } from "./start.mjs";

const [pyodide, sources, tools, out] = process.argv.slice(2);
const folders = { "/sources": sources, "/tools": tools, "/out": out };
const stdlib = `${pyodide}/python_stdlib.zip`;
// Each step in a Python of its own: what is compiled does not depend on what was played before.
for (const step of ["trace", "compiled"]) {
  const python = await start(pyodide, stdlib, {}, { ...folders, "/pyodide": pyodide });
  try {
    python.runPython(`import sys; sys.path[:0] = ["/tools", "/sources"]; import ${step}; ${step}.main()`);
  } catch (error) {
    console.error(`${error.message}`); // as thrown, it would be shown with all of Pyodide's code
    process.exit(1);
  }
}

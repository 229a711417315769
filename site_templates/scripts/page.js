// What most scripts of the site use: an element of the page by its id, parts of drawings, and what the browser keeps, if it
// keeps anything.

/** @type {Find} */
const by = (id) => /** @type {any} */ (document.getElementById(id));

// Whether a key was pressed alone, and not to be written into a field.
/** @type {(event: KeyboardEvent) => boolean} */
const isAct = ({ ctrlKey, altKey, metaKey, target }) =>
  !ctrlKey && !altKey && !metaKey && !(/** @type {Element} */ (target).closest("dialog, input, textarea, select"));

/** @type {(name: string, attributes: Record<string, string | number>) => SVGGraphicsElement} */
function svgPart(name, attributes) {
  const made = /** @type {SVGGraphicsElement} */ (document.createElementNS("http://www.w3.org/2000/svg", name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

// For the tab alone with `inTab`; null where nothing is kept.
/** @type {Store} */
const store = {
  act(inTab, act) {
    try {
      return act(inTab ? sessionStorage : localStorage);
    } catch {
      return null;
    }
  },
  get: (name, inTab = false) => store.act(inTab, (kept) => kept.getItem(name)),
  set: (name, value, inTab = false) =>
    store.act(inTab, (kept) => (value === null ? kept.removeItem(name) : kept.setItem(name, value)))
};

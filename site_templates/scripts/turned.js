// A board of a replay (replay.html) as it is from its other side: where its parts are drawn changes, and nothing of what
// they say. `side` is how long the board's sides are, in the drawing's units.

const ACROSS = 8;

// The same of a part, [name, attributes, parts …], that the board has.
/** @type {(part: DrawnPart, side: number) => DrawnPart} */
function turned([name, attributes, ...parts], side) {
  if (name === "defs") return [name, attributes, ...parts]; // shapes that are drawn elsewhere
  const inner = parts.map((part) => (typeof part === "string" ? part : turned(part, side)));
  return [name, { ...attributes, ...(TURNED[name]?.(attributes, side) ?? {}) }, ...inner];
}

/** @type {Record<string, (attributes: Record<string, any>, side: number) => Record<string, number | string>>} */
const TURNED = {
  use: ({ x, y }, side) => ({ x: side - side / ACROSS - x, y: side - side / ACROSS - y }),
  rect: ({ x = 0, y = 0, width, height }, side) => ({ x: side - x - width, y: side - y - height }),
  circle: ({ cx, cy }, side) => ({ cx: side - cx, cy: side - cy }),
  path: (_, side) => ({ transform: `rotate(180 ${side / 2} ${side / 2})` }),
  // The names of the columns stay in the lowest row, those of the rows in the left column, in the ink of their square.
  text: ({ x, y, class: ink }, side) => ({
    ...(Number(x) < 10 ? { y: side - y - side / ACROSS + 20 } : { x: side - x + 44 }),
    class: ink === "u" ? "v" : "u"
  })
};

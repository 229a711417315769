// The text of an order file, read and changed order by order. It is read as genetess_cli/rules/orders.py reads it: a
// new line or a `/` ends an order, what follows a `#` is a comment, and a `*` in front marks an order to go at once.
// Nothing here knows a game or the page, and what is not touched stays as its player wrote it.

const Queue = (() => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they end lines for the program, too
  const LINE = /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+/g;
  const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]"; // what the program takes for blank
  const BLANKS = new RegExp(`${BLANK}+`, "g");
  const AROUND = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");
  const STAR = new RegExp(`^\\*${BLANK}*`);

  // Every order: its text, whether it has a star, and where it stands.
  /** @type {(text: string) => Entry[]} */
  function entries(text) {
    const found = [];
    for (const line of text.matchAll(LINE)) {
      let start = line.index;
      for (const part of line[0].split("#", 1)[0].split("/")) {
        const order = part.replace(AROUND, "");
        const from = start + part.indexOf(order);
        if (order)
          found.push({
            text: order,
            order: order.replace(STAR, ""),
            starred: order[0] === "*",
            from,
            to: from + order.length
          });
        start += part.length + 1;
      }
    }
    return found;
  }

  // Whether a word is the name of a square.
  const SQUARE = new RegExp(`^(?:${Grammar.square})$`);
  /** @type {(word: string) => boolean} */
  const isSquare = (word) => SQUARE.test(word);

  // The words of an order without its star, as they are read: what stands around them does not count, and steps joined by
  // `-` are one.
  const STEP = `(?:${Object.keys(Grammar.directions)
    .sort((one, two) => two.length - one.length)
    .join("|")})`;
  const WORD = new RegExp(
    `(?<![\\p{L}\\p{N}_])${STEP}(?:${BLANK}*-${BLANK}*${STEP})+(?![\\p{L}\\p{N}_])|(?:(?!${BLANK})[^,;])+`,
    "giu"
  );
  const WRAP = `[${Grammar.wrapping.replace(/[[\]]/g, "\\$&")}]+`;
  const WRAPPING = new RegExp(`^${WRAP}|${WRAP}$`, "g");
  /** @type {(word: string) => string} */
  const bare = (word) => word.replace(WRAPPING, "").replace(BLANKS, "");
  /** @type {(order: string) => string[]} */
  const words = (order) => (order.match(WORD) ?? []).map(bare).filter(Boolean);

  /** @type {(order: string, star: boolean) => string} */
  const starred = (order, star) => (star ? "* " : "") + order.trim().replace(STAR, "");

  /** @type {(text: string, order: string) => string} */
  function added(text, order) {
    const before = text.trimEnd();
    return before ? `${before}\n${order}\n` : `${order}\n`;
  }

  // With an order before all others.
  /** @type {(text: string, order: string) => string} */
  function put(text, order) {
    const from = entries(text)[0]?.from ?? 0;
    return `${text.slice(0, from)}${order}\n${text.slice(from)}`;
  }

  /** @type {(text: string, index: number, order: string) => string} */
  function replaced(text, index, order) {
    const { from, to } = entries(text)[index];
    return text.slice(0, from) + order + text.slice(to);
  }

  // Without an order: with it goes the `/` beside it, and a line that has no order then, with the comment behind it.
  /** @type {(text: string, index: number) => string} */
  function removed(text, index) {
    const { from, to } = entries(text)[index];
    const [start, end] = lineAround(text, from, to);
    const before = text.slice(start, from);
    const behind = text.slice(to, end);
    const rest = /^\s*\//.test(behind)
      ? before + behind.replace(/^\s*\/\s*/, "")
      : before.replace(/\s*\/?\s*$/, "") + behind;
    const line = entries(rest).length ? rest : "";
    const after = line ? end : end + (text.slice(end).match(/^\r?\n/)?.[0].length ?? 0);
    return text.slice(0, start) + line + text.slice(after);
  }

  /** @type {(text: string, from: number, to: number) => [start: number, end: number]} */
  function lineAround(text, from, to) {
    for (const line of text.matchAll(LINE)) {
      if (line.index <= from && to <= line.index + line[0].length) return [line.index, line.index + line[0].length];
    }
    return [from, to];
  }

  // With two orders in each other's place; comments stay where they are.
  /** @type {(text: string, first: number, second: number) => string} */
  function swapped(text, first, second) {
    const found = entries(text);
    const [a, b] = first < second ? [found[first], found[second]] : [found[second], found[first]];
    return text.slice(0, a.from) + b.text + text.slice(a.to, b.from) + a.text + text.slice(b.to);
  }

  // As it stands in a file: plain line ends, one at the end; "" where there is nothing.
  /** @type {(text: string) => string} */
  function tidy(text) {
    const inner = text.replace(/\r\n?/g, "\n").trim();
    return inner ? `${inner}\n` : "";
  }

  // What keeps a text from being an order file at all, in words, one by one.
  /** @type {(text: string) => string[]} */
  function faults(text) {
    const found = [];
    const size = new TextEncoder().encode(tidy(text)).length;
    const count = entries(text).length;
    if (size > Grammar.most.bytes) {
      found.push(`These orders have ${size} bytes, but an order file has at most ${Grammar.most.bytes}: remove some.`);
    }
    if (count > Grammar.most.orders) {
      found.push(`These are ${count} orders, but at most ${Grammar.most.orders} can be stored: remove some.`);
    }
    return found;
  }

  return { entries, words, isSquare, starred, added, put, replaced, removed, swapped, tidy, faults };
})();

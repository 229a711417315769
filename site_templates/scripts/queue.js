// The text of an order file, read and changed order by order. It is read as genetess_cli/rules/orders.py reads it: a
// new line or a `/` ends an order, what follows a `#` is a comment, and a `*` in front marks an order to go at once.
// Nothing here knows a game or the page, and what is not touched stays as its player wrote it.

const Queue = (() => {
  const LINE = /[^\n\r]+/g;
  const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]"; // what the program takes for blank
  const BLANKS = new RegExp(`${BLANK}+`, "g");
  const AROUND = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");
  const STAR = new RegExp(`^\\*${BLANK}*`);
  const { signs, lookalikes } = Grammar.letters;
  const LOOKALIKES = new Map(
    Object.entries(lookalikes).flatMap(([alphabet, [every, latin]]) =>
      [...every].map((letter, index) => [letter, { alphabet, latin: latin[index] }])
    )
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that are blanks for the program
  const UNSEEN = /(?![\t-\r\x1c-\x1f\x85])[\p{Cc}\p{Cf}\p{DI}]/u;
  const SIGNS = new Map(Object.entries(signs).flatMap(([sign, every]) => [...every].map((like) => [like, sign])));

  // A text as it is read (rules/letters.py), and where in it each letter stands that is left.
  /** @type {(text: string) => { text: string, places: number[] }} */
  function seen(text) {
    /** @type {number[]} */
    const places = [];
    let read = "";
    let place = 0;
    for (const letter of text) {
      if (!UNSEEN.test(letter)) {
        const same = letter.normalize("NFKC");
        const plain = SIGNS.get(letter) ?? ([...same].length === 1 ? same : letter);
        for (const _ of plain.split("")) places.push(place);
        read += plain;
      }
      place += letter.length;
    }
    return { text: read, places: [...places, place] };
  }

  // Every order: its text as it is read, whether it has a star, and where it stands.
  /** @type {(text: string) => Entry[]} */
  function entries(text) {
    const found = [];
    for (const line of text.matchAll(LINE)) {
      const { text: read, places } = seen(line[0]);
      let start = 0;
      for (const part of read.split("#", 1)[0].split("/")) {
        const order = part.replace(AROUND, "");
        const first = start + part.indexOf(order);
        if (order)
          found.push({
            text: order,
            order: order.replace(STAR, ""),
            starred: order[0] === "*",
            from: line.index + places[first],
            to: line.index + end(line[0], places[first + order.length - 1])
          });
        start += part.length + 1;
      }
    }
    return found;
  }

  // Where the letter ends that stands at a place.
  /** @type {(text: string, place: number) => number} */
  const end = (text, place) => place + String.fromCodePoint(text.codePointAt(place)).length;

  // Whether a word is the name of a square.
  const SQUARE = new RegExp(`^(?:${Grammar.square})$`);
  /** @type {(word: string) => boolean} */
  const isSquare = (word) => SQUARE.test(word);

  // The words of an order without its star, as they are read: what stands around them does not count, and steps joined by
  // `-` are one. Each with its place, and whether a `,` or `;` stands before it.
  const STEP = `(?:${Object.keys(Grammar.directions)
    .sort((one, two) => two.length - one.length)
    .join("|")})`;
  const WORD = new RegExp(
    `${STEP}(?:${BLANK}*-+${BLANK}*${STEP})+(?![\\p{L}\\p{N}_])(?:(?!${BLANK})[^,;])*|(?:(?!${BLANK})[^,;])+`,
    "giu"
  );
  const WRAP = `[${Grammar.wrapping.replace(/[[\]]/g, "\\$&")}]+`;
  const WRAPPING = new RegExp(`^${WRAP}|${WRAP}$`, "g");
  /** @type {(order: string) => Word[]} */
  function words(order) {
    /** @type {Word[]} */
    const found = [];
    let behind = 0;
    for (const match of order.matchAll(WORD)) {
      const word = match[0].replace(WRAPPING, "");
      if (!word) continue;
      const at = match.index + match[0].indexOf(word);
      found.push({ text: word.replace(BLANKS, ""), at, parted: /[,;]/.test(order.slice(behind, at)) });
      behind = at + word.length;
    }
    return found;
  }

  // An order as `parse` reads its words; a {fault} where it would be read otherwise were all letters Latin that look so.
  /** @type {<Read extends Reading | null>(order: string, parse: (words: Word[]) => Read) => Read} */
  function read(order, parse) {
    const found = parse(words(order));
    const plain = inLatin(order);
    if (plain === order) return found;
    const meant = parse(words(plain));
    if (sense(found, inLatin) === sense(meant)) return found;
    const [from, to] = meant?.stretch ?? [0, order.length];
    for (const { text, at } of words(order)) {
      const letter = [...text].find((each) => LOOKALIKES.has(each));
      if (!letter || at < from || at >= to) continue;
      const { alphabet, latin } = LOOKALIKES.get(letter);
      /** @type {any} */
      const alike = { fault: `“${letter}” in “${text}” is the ${alphabet} letter that looks like ${latin}.` };
      return alike;
    }
    return found;
  }

  /** @type {(text: string) => string} */
  const inLatin = (text) => [...text].map((letter) => LOOKALIKES.get(letter)?.latin ?? letter).join("");

  // What a reading says, but for the words that it passes over.
  /** @type {(reading: Reading | null, told?: (fault: string) => string) => string} */
  const sense = (reading, told = (fault) => fault) =>
    reading?.fault ? told(reading.fault) : JSON.stringify({ ...reading, stretch: 0, over: 0 });

  // What is wrong with words of which one is an order only `alone` (ruling G27); "" for nothing.
  /** @type {(words: Word[], alone: Verb[]) => string} */
  function unclear(words, alone) {
    const word = words.find(({ text }) => alone.includes(text.toUpperCase()));
    return word
      ? `“${word.text}” may be an order or part of a sentence: other words are around it. If you mean the order, write it alone: ${word.text.toUpperCase()}.`
      : "";
  }

  /** @type {(order: string, star: boolean) => string} */
  const starred = (order, star) => (star ? "* " : "") + order.trim().replace(STAR, "");

  /** @type {(text: string, order: string) => string} */
  function added(text, order) {
    const before = text.trimEnd();
    return before ? `${before}\n${order}\n` : `${order}\n`;
  }

  // With an order before that of an index.
  /** @type {(text: string, index: number, order: string) => string} */
  function put(text, index, order) {
    const { from } = entries(text)[index];
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

  // A wish is no order: whoever is to move, the next run carries it out, and what the orders do is the same without it.
  /** @type {(order: string) => boolean} */
  const isWish = (order) => Grammar.wishes.includes(order.trim().split(/\s/)[0].toUpperCase());

  // Where the first order stands that is no wish; -1 for none.
  /** @type {(found: Entry[]) => number} */
  const first = (found) => found.findIndex(({ order }) => !isWish(order));

  // How many orders and wishes, `2 orders and 1 wish`; where one is told already, `1 more and 1 wish`.
  /** @type {(found: Entry[], isRest?: boolean) => string} */
  function counted(found, isRest = false) {
    const wishes = found.filter(({ order }) => isWish(order)).length;
    const orders = found.length - wishes;
    const name = isRest ? "more" : orders > 1 ? "orders" : "order";
    const told = [orders && `${orders} ${name}`, wishes && `${wishes} wish${wishes > 1 ? "es" : ""}`];
    return told.filter(Boolean).join(" and ");
  }

  return {
    isWish,
    first,
    counted,
    entries,
    words,
    read,
    unclear,
    isSquare,
    starred,
    added,
    put,
    replaced,
    removed,
    swapped,
    tidy,
    faults
  };
})();

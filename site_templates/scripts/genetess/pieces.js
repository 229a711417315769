// What a sequence of genetic codes costs and can do. Every number comes from a table of the rules (`piece_table` of
// genetess_cli/rules/genetess/offering.py); here they are only added up.

const Pieces = (() => {
  const { genes: table, usages } = Grammar.genetess;

  // Letters in any order and either case as a sequence; null for anything but letters A to Z.
  /** @type {(text: string) => string | null} */
  function sequence(text) {
    const letters = text.trim().toUpperCase();
    return /^[A-Z]*$/.test(letters) ? [...letters].sort().join("") : null;
  }

  /** @type {(codes: string) => number[]} */
  function prices(codes) {
    return [...codes].map((letter) => table.codes[letter][0]).filter((price) => price !== null);
  }

  // The sum and the product of the prices, as BigInt, for long sequences are dear.
  /** @type {(codes: string) => bigint} */
  function cost(codes) {
    const paid = prices(codes).map(BigInt);
    if (!paid.length) return 0n;
    return paid.reduce((all, price) => all + price) + paid.reduce((all, price) => all * price);
  }

  /**
   * @param {string} codes
   * @param {Count} what
   */
  function count(codes, what) {
    const more = table.counts[what];
    return [...codes].reduce((number, letter) => number + (more[letter] ?? 0), more[""]);
  }

  /** @type {(codes: string, some: string) => boolean} */
  const has = (codes, some) => [...some].some((letter) => codes.includes(letter));

  // {codes, cost, steps, radius, legs, kings, diagonal, viable, verbs} of a sequence.
  /** @type {(codes: string) => PieceBody} */
  function body(codes) {
    const verbs = new Set([...codes].flatMap((letter) => table.codes[letter][2]));
    return {
      codes,
      cost: cost(codes),
      steps: count(codes, "steps"),
      radius: count(codes, "radius"),
      legs: count(codes, "legs"),
      kings: count(codes, "kings"),
      diagonal: has(codes, table.diagonal),
      viable: has(codes, table.living),
      verbs: Object.keys(usages).filter((verb) => verbs.has(verb))
    };
  }

  // A sequence without some of its codes; null where it has not got them.
  /** @type {(codes: string, some: string) => string | null} */
  function less(codes, some) {
    return [...some].reduce((left, letter) => (left?.includes(letter) ? left.replace(letter, "") : null), codes);
  }

  /** @type {(number: number, thing: string) => string} */
  const many = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

  // Each kind of code of a piece, and what it does.
  /** @type {(codes: string) => [code: string, what: string][]} */
  function chips(codes) {
    const made = body(codes);
    return [...new Set(codes)].map((letter) => {
      const number = [...codes].filter((each) => each === letter).length;
      const name = table.codes[letter][1].toLowerCase();
      const what = table.counts.steps[letter]
        ? many(made.steps, "step")
        : table.counts.radius[letter]
          ? `sees ${many(made.radius, "square")}`
          : name;
      return [number > 1 ? `${letter}×${number}` : letter, what];
    });
  }

  // How a piece moves, in a sentence.
  /** @type {(codes: string) => string} */
  function pace(codes) {
    const made = body(codes);
    if (!made.verbs.includes("MOVE")) return "It does not move.";
    return `Moves exactly ${many(made.steps, "step")}, ${made.diagonal ? "diagonally too" : "not diagonally"}.`;
  }

  return { chips, pace, sequence, prices, cost, body, less, many };
})();

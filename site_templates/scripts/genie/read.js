// Moves of Genie of the Lamp read as genetess_cli/rules/genie/reading.py reads them, and found among those that the rules
// have printed (rules/genie/offering.py). How moves are written is in the tables of the rules (Grammar).

const Moves = (() => {
  const { words: WORDS, beside, signs, men, castling, forms } = Grammar.genie;
  const SIGNS = new RegExp(`[${Object.keys(signs).join("")}]`, "g");
  const FORMS = forms.map((form) => new RegExp(`^(?:${form})$`));

  // The moves of the data: {from, to, becomes, san, enters, ways}.
  /** @type {(data: GenieOffers) => GenieMove[]} */
  function listed(data) {
    return data.moves.map((each) => {
      const [squares, san] = each.split(" ");
      const [from, to, becomes] = [squares.slice(0, 2), squares.slice(2, 4), squares.slice(4)];
      return { from, to, becomes, san, enters: from === to, ways: data.ways[squares] ?? [] };
    });
  }

  // An order as {verb, text, move}: `verb` is "" for a move and one of the data's words else, `move` the parts of a move
  // as it is written, null for none; or {fault}, what is wrong with it for good, in words.
  /** @type {(order: string, data: GenieOffers) => GenieReading} */
  function read(order, data) {
    const reading = Queue.read(order, parse);
    const never = data.never?.[reading.verb];
    return never ? { fault: never } : reading;
  }

  /** @type {(words: Word[]) => GenieReading} */
  function parse(every) {
    const words = unnumbered(every.map(({ text }) => text));
    const [first, ...others] = words;
    if (first === undefined) return { fault: Grammar.nothing };
    const verb = WORDS.includes(first.toUpperCase()) ? first.toUpperCase() : "";
    if (verb === "CLAIM" && others.length) {
      const claimed = unnumbered(others);
      return moved(claimed.length ? claimed : others, verb);
    }
    if (verb && !others.length) return { verb, text: verb, move: null };
    const unclear = words.some(written) ? "" : Queue.unclear(every, WORDS);
    if (unclear) return { fault: unclear };
    return verb ? more(words) : moved(words, "");
  }

  /** @type {(words: string[], verb: Verb) => GenieReading} */
  function moved([text, ...others], verb) {
    const move = written(text);
    const rest = others.filter((word) => !beside.includes(word.toUpperCase()));
    if (move) return rest.length ? more([text, ...rest]) : { verb, text, move };
    const what = verb ? "no move" : "no order of this game";
    return { fault: `“${text}” is ${what}. A move is written like Nf3, exd5, e8=Q, O-O or Gd2.` };
  }

  /** @type {(words: string[]) => GenieReading} */
  const more = ([word, behind]) => ({
    fault: `There is more after “${word}”: “${behind}”. Separate orders with / or a new line.`
  });

  // Without the number of the move: `12.`, or `12...` in `12...Nf6`. 00 and 000 are castling.
  /** @type {(words: string[]) => string[]} */
  function unnumbered(words) {
    const [first, ...others] = words;
    if (first === undefined || FORMS[0].test(first)) return words;
    const bare = first.replace(/^\d{1,3}(\.+|…|$)/, "");
    return bare ? [bare, ...others] : others;
  }

  /** @type {(text: string) => Written | null} */
  function written(text) {
    const plain = text.replace(SIGNS, (sign) => signs[sign]);
    const tried = [plain, plain.slice(0, 1) + plain.slice(1).toLowerCase(), plain.toLowerCase()];
    for (const each of tried) {
      for (const form of FORMS) {
        const found = form.exec(each);
        if (found)
          return {
            castling: "to" in found.groups ? "" : found.groups.long ? castling.long : castling.short,
            ...found.groups
          };
      }
    }
    return null;
  }

  // The moves that a written one can mean, of those that are given.
  /** @type {(move: Written, moves: GenieMove[]) => GenieMove[]} */
  function meant(move, moves) {
    if (move.castling) return moves.filter((each) => each.san.replace(/[+#]/g, "") === move.castling);
    const kind = (move.piece ?? "").toUpperCase().replace("P", "");
    const becomes = (move.becomes ?? "").toLowerCase();
    const whole = !kind && move.file && move.rank;
    return moves.filter((each) => {
      if (each.to !== move.to || (move.file && each.from[0] !== move.file) || (move.rank && each.from[1] !== move.rank))
        return false;
      if (move.via && !each.ways.includes(move.via)) return false;
      if (each.enters) return kind === "G" || (!kind && becomes === "g");
      if (each.becomes.toLowerCase() !== becomes) return false;
      if (whole) return true;
      const has = each.san[0] in men ? each.san[0] : each.san.startsWith("O") ? "K" : "";
      if (has !== kind) return false;
      return kind || move.file || move.captures || each.from[0] === each.to[0];
    });
  }

  // What is doubtful of an order as the board is now, in words; "" where nothing is.
  /** @type {(reading: GenieReading, moves: GenieMove[], claims: string[]) => string} */
  function doubt({ verb, text, move }, moves, claims) {
    if (verb === "CLAIM" && !claims.includes(move ? `CLAIM ${meant(move, moves)[0]?.san ?? ""}` : "CLAIM"))
      return "as the position is now there is no draw to claim so.";
    if (!move) return "";
    const found = meant(move, moves);
    if (found.length > 1)
      return `more than one piece can do that: name it by its square too, like ${found[0].from}${found[0].to}.`;
    return found.length ? "" : `${text} is no legal move on the board as it is now.`;
  }

  return { listed, read, meant, doubt };
})();

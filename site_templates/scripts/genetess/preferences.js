// What a gamble of Genetess is for, read as genetess_cli/rules/genetess/order.py reads it.

const Preferences = (() => {
  const { fillers, places, dont, dont_care, colours } = Grammar.genetess;

  // What a gamble is for, from the word behind its stake on, and the index of the word behind. The list goes on behind a
  // comma or a filler; without one, only with a word that can hardly be anything else.
  /** @type {(words: Word[], stake: number) => { behind: number, preferences: string[] }} */
  function read(words, stake) {
    /** @type {string[]} */
    const preferences = [];
    const first = stake + (words[stake]?.text.toUpperCase() === "E" && /^\d+$/.test(words[stake - 1].text) ? 1 : 0);
    let behind = first;
    let joined = true;
    for (let index = first; index < words.length; index += 1) {
      const { text, parted } = words[index];
      const upper = text.toUpperCase();
      joined ||= parted;
      if (fillers.includes(upper)) {
        joined = true;
        continue;
      }
      if (dont.includes(upper) && words[index + 1]?.text.toUpperCase() === "CARE")
        return { behind: index + 2, preferences: preferences.length ? [...preferences, dont_care] : [] };
      const plain = kind(text) === "start" && !/\p{Nd}/u.test(text);
      const on = !preferences.length || !plain || (joined && kind(preferences[0]) === "start");
      if (upper === "GAMBLE" || !on) break;
      preferences.push(tidy(text));
      behind = index + 1;
      joined = false;
    }
    return { behind, preferences };
  }

  // The place in the order of play that a word names; NaN for none.
  /** @type {(text: string) => number} */
  const place = (text) =>
    places.indexOf(text.toUpperCase()) + 1 || Number(/^(\d{1,4})(?:st|nd|rd|th)$/i.exec(text)?.[1] ?? Number.NaN);

  /** @type {(text: string) => string} */
  const kind = (text) =>
    Number.isNaN(place(text)) ? (colours.includes(text.toLowerCase()) ? "colour" : "start") : "order";

  // A preference as it is printed: `1ST` and `first` are `1st`, `Red` is `red`, `k1` is `K1`.
  /** @type {(text: string) => string} */
  function tidy(text) {
    if (kind(text) !== "order") return kind(text) === "colour" ? text.toLowerCase() : text.toUpperCase();
    const number = place(text);
    const teen = [11, 12, 13].includes(number % 100);
    return `${number}${teen ? "th" : ["", "st", "nd", "rd"][number % 10] || "th"}`;
  }

  return { read };
})();

// Says that this browser is too old, where it lacks what the other scripts of a page need. It comes before them and is
// a file of its own, as some of them would not even be read.

(() => {
  /** @type {Record<string, () => unknown>} */
  const NEEDS = {
    ":has() in style sheets": () => document.querySelector(":has(a)"),
    // biome-ignore lint/complexity/useRegexLiterals: a browser without it would not read the file
    "lookbehind in patterns": () => new RegExp("(?<!a)b"),
    DecompressionStream: () => new DecompressionStream("deflate-raw"),
    "Array.toReversed": () => [].toReversed()
  };
  const lacks = Object.keys(NEEDS).filter((name) => {
    try {
      NEEDS[name]();
      return false;
    } catch {
      return true;
    }
  });
  if (!lacks.length) return;
  const word = document.createElement("p");
  word.id = "old";
  word.className = "banner alert";
  word.setAttribute("role", "alert");
  word.textContent = `This browser is too old for this page. It lacks ${lacks.join(", ")}. Use a newer one.`;
  document.querySelector("main").prepend(word);
})();

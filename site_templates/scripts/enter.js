// Hands what a link to try things out carries to the program that serves the page, and goes to the page that it makes.

(() => {
  const LONGEST = 100_000; // characters of a link
  const GONE = "The program does not answer. Start it again, then load this page again.";
  const ROOT = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);

  /** @type {(trial: string) => Promise<{ page?: string, words?: string }>} */
  async function entered(trial) {
    if (!trial || trial.length > LONGEST)
      return { words: "This is no link to try things out. Open it from your sheet." };
    const headers = { "Content-Type": "application/json" };
    try {
      const answer = await fetch(new URL("trial", ROOT), { method: "POST", headers, body: JSON.stringify({ trial }) });
      return answer.ok ? await answer.json() : { words: await answer.text() };
    } catch {
      return { words: GONE };
    }
  }

  async function enter() {
    const { page, words } = await entered(location.hash.slice(1));
    if (words) document.querySelector("#entering").textContent = words;
    else location.replace(new URL(page, ROOT));
  }

  addEventListener("hashchange", enter);
  enter();
})();

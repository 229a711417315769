// Messages to what serves the page, which does at once what they ask for and names the page to go to. It is the program
// `genetess play`, or the page around this one, in which the program runs.

const Door = (() => {
  const ROOT = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const MOMENT = 1000; // milliseconds of which nobody asks who is thinking
  const GONE =
    window === parent
      ? "The program does not answer. Start `genetess play` again, then press the button again: nothing is lost."
      : "The game does not answer. Load this page again, then press the button again: nothing is lost.";

  /** @type {(page: string) => string} */
  const address = (page) => new URL(page, ROOT).href;

  // To whom a letter goes: `send` for games, `trial` for boards on which things are tried out.
  /** @type {(letter: object, to?: string) => Promise<Answer>} */
  async function posted(letter, to = "send") {
    const body = JSON.stringify(letter);
    try {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(address(to), { method: "POST", headers, body });
      if (answer.ok) return await answer.json();
      const isWords = answer.headers.get("Content-Type")?.startsWith("text/plain");
      return { words: isWords ? await answer.text() : GONE };
    } catch {
      return { words: GONE };
    }
  }

  // Send a letter that bots may have to think about: after a moment `place` has a button that stops them.
  /** @type {(letter: object, place: Element) => Promise<Answer>} */
  async function sent(letter, place) {
    const stop = Object.assign(document.createElement("button"), { type: "button", textContent: "Stop the bots" });
    stop.addEventListener("click", () => {
      stop.disabled = true;
      posted({ act: "stop" });
    });
    const timer = setTimeout(() => place.replaceChildren(stop), MOMENT);
    const answer = await posted(letter);
    clearTimeout(timer);
    stop.remove();
    document.querySelector(".verdict.done")?.remove(); // of the answer before
    return answer;
  }

  // Send a letter for which a button was pressed, and go where it leads; why it did not count is told in `place`.
  /** @type {(letter: object, button: HTMLButtonElement, place: Element) => Promise<void>} */
  async function act(letter, button, place) {
    button.disabled = true;
    const { page, words } = await sent(letter, place);
    button.disabled = false;
    if (words) place.textContent = words;
    else location.assign(address(page));
  }

  return { address, posted, sent, act };
})();

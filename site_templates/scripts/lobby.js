// What is chosen for a new game on the first page, and its beginning.

document.addEventListener("DOMContentLoaded", () => {
  const form = by("begin");
  const names = by("names");
  const { size, seat } = /** @type {Record<string, HTMLSelectElement>} */ (/** @type {unknown} */ (form.elements));
  /** @type {HTMLButtonElement} */
  const button = form.querySelector(".start button");

  /** @type {(name: string) => HTMLInputElement} */
  const chosen = (name) => form.querySelector(`[name="${name}"]:checked`);
  /** @type {(word: string) => string} */
  const capital = (word) => word[0].toUpperCase() + word.slice(1);

  // Say other words. A button whose words are written anew while it is pressed is not pressed at all in Safari.
  /** @type {(part: Element, words: string) => void} */
  function write(part, words) {
    if (part.textContent !== words) part.textContent = words;
  }

  // Offer these words, of which the one that was chosen stays so.
  /** @type {(select: HTMLSelectElement, words: string[]) => void} */
  function offer(select, words) {
    const before = select.value;
    select.replaceChildren(...words.map((word) => new Option(word)));
    if (words.includes(before)) select.value = before;
  }

  // A field for the name of each; what was written into those before stays.
  /** @type {(words: string[]) => void} */
  function name(words) {
    const labels = names.getElementsByTagName("label");
    while (labels.length > words.length) labels[words.length].remove();
    while (labels.length < words.length) {
      const field = Object.assign(document.createElement("input"), { maxLength: 80, autocomplete: "off" });
      const label = document.createElement("label");
      label.append(document.createElement("span"), field);
      names.append(label);
    }
    for (const [index, word] of words.entries()) write(labels[index].firstElementChild, word);
  }

  function choice() {
    const board = chosen("what");
    const { ruleset } = board.dataset;
    const isSolo = chosen("side").value === "bots";
    const bot = isSolo ? chosen(`bot-${ruleset}`).value : "";
    return { board, ruleset, isSolo, bot };
  }

  function show() {
    const { board, ruleset, isSolo, bot } = choice();
    const sizes = board.dataset.sizes.split(" ");
    offer(size, sizes);
    const seats = board.dataset.seats.split(" ").slice(0, Number(size.value));
    offer(seat, seats);
    size.parentElement.hidden = sizes.length === 1;
    seat.parentElement.hidden = !isSolo;
    /** @type {NodeListOf<HTMLFieldSetElement>} */
    const bots = form.querySelectorAll("[data-bots]");
    for (const each of bots) each.hidden = !isSolo || each.dataset.bots !== ruleset;
    name(isSolo ? ["Your name"] : seats);
    const title = board.parentElement.querySelector("b").textContent;
    const whom = isSolo ? `you against ${capital(bot)}` : `${seats.length} people`;
    write(button, `Begin: ${title}, ${whom}`);
  }

  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { board, isSolo, bot } = choice();
    const letter = {
      act: "begin",
      what: board.value,
      players: Number(size.value),
      names: [...names.getElementsByTagName("input")].map((field) => field.value.trim()),
      seat: isSolo ? seat.value : "",
      bot
    };
    Door.act(letter, button, button.nextElementSibling);
  });
  show();

  /** @type {NodeListOf<HTMLButtonElement>} */
  const deletes = document.querySelectorAll("[data-delete]");
  for (const each of deletes) {
    each.addEventListener("click", () => {
      if (!confirm(`${each.ariaLabel}?`)) return;
      Door.act({ act: "delete", game: each.dataset.delete }, each, each.nextElementSibling);
    });
  }
});

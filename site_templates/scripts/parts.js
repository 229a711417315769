// The parts of a page that the order builder and its pickers make: buttons, rows of them, fields with labels.

const Parts = (() => {
  // `label` is what a button is called where what stands on it is not enough; "" for none.
  /** @type {(words: string, label: string, act: () => void) => HTMLButtonElement} */
  function button(words, label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  }

  // A button that stays pressed while what it stands for is chosen.
  /** @type {(words: string, label: string, isOn: boolean, act: () => void) => HTMLButtonElement} */
  function pressed(words, label, isOn, act) {
    const made = button(words, label, act);
    made.setAttribute("aria-pressed", String(isOn));
    return made;
  }

  /** @type {(label: string, buttons: HTMLElement[], kind?: string) => HTMLParagraphElement} */
  function row(label, buttons, kind = "") {
    const holder = document.createElement("p");
    holder.setAttribute("role", "group");
    holder.setAttribute("aria-label", label);
    if (kind) holder.className = kind;
    holder.append(...buttons);
    return holder;
  }

  /** @type {(words: string, field: HTMLElement) => HTMLElement} */
  function labelled(words, field) {
    const label = document.createElement("label");
    label.append(`${words} `, field);
    return label;
  }

  // Focus the first that there is in a part of the page, of what the selectors stand for.
  /** @type {(part: HTMLElement, ...selectors: string[]) => void} */
  function focus(part, ...selectors) {
    /** @type {(HTMLElement | null)[]} */
    const there = selectors.map((each) => part.querySelector(each));
    there.find(Boolean)?.focus();
  }

  /** @type {(tag: string, text: string, kind?: string) => HTMLElement} */
  function made(tag, text, kind = "") {
    const part = document.createElement(tag);
    part.textContent = text;
    if (kind) part.className = kind;
    return part;
  }

  return { made, button, pressed, row, labelled, focus };
})();

// The parts of a page that the order builder and its pickers make: buttons, rows of them, fields with labels.

const Parts = (() => {
  // `label` is what a button is called where what stands on it is not enough; "" for none.
  function button(words, label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  }

  // A button that stays pressed while what it stands for is chosen.
  function pressed(words, label, isOn, act) {
    const made = button(words, label, act);
    made.setAttribute("aria-pressed", String(isOn));
    return made;
  }

  function row(label, buttons, kind = "") {
    const holder = document.createElement("p");
    holder.setAttribute("role", "group");
    holder.setAttribute("aria-label", label);
    if (kind) holder.className = kind;
    holder.append(...buttons);
    return holder;
  }

  function labelled(words, field) {
    const label = document.createElement("label");
    label.append(`${words} `, field);
    return label;
  }

  return { button, pressed, row, labelled };
})();

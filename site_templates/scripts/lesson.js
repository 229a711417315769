// A step of a lesson: the ruleset's own picker on its board. The order that is built is carried out where it is one of those
// that reach the goal; any other is answered.

const Lesson = (() => {
  // Orders that differ in spaces and capitals alone are the same.
  /** @type {(order: string) => string} */
  const plain = (order) => order.replace(/\s+/g, " ").trim().toUpperCase();

  function start() {
    const data = JSON.parse(by("offers").textContent);
    const accepted = data.accepted.map(plain);
    const carry = /** @type {HTMLButtonElement} */ (by("carry"));
    let order = "";
    /** @type {(words: string) => void} */
    const answer = (words) => {
      by("answer").textContent = words;
    };
    /** @type {(text: string, whole: boolean) => void} */
    const offer = (text, whole) => {
      order = text;
      carry.disabled = !whole;
      carry.textContent = whole ? `Carry out ${text}` : "Carry out your order";
    };
    offer("", false); // whatever the button was like when the page was left
    /** @type {Picker} */
    const picker = Builder.pickers[by("lesson").dataset.ruleset]({
      data,
      board: /** @type {SVGSVGElement} */ (document.querySelector("#before .board")),
      place: by("picks"),
      give: offer,
      say: answer,
      next: () => "press the green button to carry it out",
      done: () => carry.focus()
    });
    carry.addEventListener("click", () => {
      if (accepted.includes(plain(order))) reach();
      else answer(`${picker.doubts([order])[0] || "That is allowed, but it is not the goal here."} Try again.`);
    });
    by("show").addEventListener("click", () => {
      picker.clear();
      picker.look([data.accepted[0]], -1);
      offer(data.accepted[0], true);
      answer(`The order is ${data.accepted[0]}. Press the green button to carry it out.`);
    });
  }

  // The goal is reached: the board after it, what it means, and the way on.
  function reach() {
    document.querySelector(".lesson").classList.add("reached");
    /** @type {HTMLElement} */ (document.querySelector("#reached .btn")).focus();
  }

  return { start };
})();

document.addEventListener("DOMContentLoaded", Lesson.start);

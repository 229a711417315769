// Wishes on a sheet: each button puts its line above the orders of the order builder, once it can work.

(() => {
  // What `needs` something is there where the sheet says that it can be done.
  const BOX = `<fieldset id="wishes">
<legend><small>No orders: done <span data-tells="when"></span>, whoever is to move, and all can read them<span data-needs="secret">, but nobody a vote</span>.</small></legend>
<p class="line" data-needs="give"><label>Time for <span data-tells="give"></span> <input value="1d" size="4" autocomplete="off"></label> <button type="button" data-wish="GIVE">Give time</button></p>
<p class="line" data-needs="person"><label>Away from <input type="date" autocomplete="off"></label> <label>to <input type="date" autocomplete="off"></label> <button type="button" data-wish="AWAY">I am away</button> <button type="button" data-wish="HERE">I am here again</button> <small data-needs="mail">Pages show no days: mail SEND SHEET to read yours.</small></p>
<p class="line" data-needs="notices"><label>Notices of my games <select autocomplete="off"><option>own</option><option>each</option><option>daily</option><option>none</option></select></label> <button type="button" data-wish="NOTICES">Choose</button></p>
<p class="line">Vote: <button type="button" data-wish="VOTE DRAW">a draw</button> <button type="button" data-wish="VOTE CANCEL">call the game off</button> <button type="button" data-wish="VOTE PAUSE">a pause</button> <button type="button" data-wish="VOTE EXTEND" data-needs="timed">more time</button> <label>of <input value="12h" size="4" autocomplete="off"></label> <button type="button" data-wish="VOTE NONE">no vote</button></p>
<p class="line"><button type="button" data-wish="RESIGN">Resign</button></p>
</fieldset>`;
  const DAY = 86_400_000; // milliseconds
  const LONGEST = 366 * DAY; // of an absence
  const { desk } = Builder.opened;
  const FIELDS = /^(AWAY|GIVE|NOTICES|VOTE (PAUSE|EXTEND))$/; // wishes that fields belong to
  const word = Parts.made("p", "");
  word.id = "wish-word";
  word.setAttribute("role", "status");

  // What is asked once more before a wish is added that ends the game; "" for others.
  /** @type {(wish: string) => string} */
  function sure(wish) {
    if (wish === "RESIGN") return "You give up the game, and only the GM can undo that. Press Resign again to add it.";
    const isLast = told.decides === "" || wish === `VOTE ${told.decides}`;
    if (!isLast || !/^VOTE (DRAW|CANCEL)$/.test(wish)) return "";
    return `Your vote alone decides: it ends the game ${told.when}. Press the button again to add it.`;
  }

  // Whether two wishes cannot both be meant: those of one kind, and whoever resigns wants nothing else.
  /** @type {(one: string, other: string) => boolean} */
  function isAgainst(one, other) {
    if (!Queue.isWish(other)) return false;
    const [first, second] = [one, other].map((wish) => wish.split(/\s/)[0].toUpperCase().replace("HERE", "AWAY"));
    return first === second || [first, second].includes("RESIGN");
  }

  // What is wrong with what stands in the fields of a wish; "" for nothing.
  /** @type {(wish: string, values: string[]) => string} */
  function unfit(wish, [one, other]) {
    if (wish === "AWAY") {
      if (!one || !other) return "Choose the first and the last day.";
      if (other < one) return "The last day comes before the first.";
      if (Date.parse(other) - Date.parse(one) >= LONGEST) return "That is longer than a year.";
      return Date.parse(other) < Date.now() - DAY ? "These days are over." : "";
    }
    const isTime = one === undefined || wish === "NOTICES" || /^0*[1-9]\d{0,2}[dhm]$/i.test(one);
    return isTime ? "" : "Write a time such as 12h or 3d.";
  }

  // Put a wish above the orders, with what stands in the fields beside its button, in place of those that it is against.
  // What ends the game is asked once more.
  /** @type {(button: HTMLElement) => void} */
  function add(button) {
    const { wish } = button.dataset;
    const line = button.parentElement;
    /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
    const fields = line.querySelectorAll("input, select");
    const values = FIELDS.test(wish) ? [...fields].map((each) => each.value.trim()) : [];
    const wrong = unfit(wish, values);
    const asked = sure(wish);
    const isAsked = asked !== "" && word.textContent !== asked;
    line.after(word);
    word.textContent = wrong || (isAsked ? asked : "");
    desk.begun = isAsked ? "RESIGN is not added yet: press Resign again." : "";
    if (wrong || isAsked) return;
    const whole = [wish, values.join("..")].filter(Boolean).join(" ");
    let text = desk.text.value;
    for (let at = desk.queue.length - 1; at >= 0; at--) {
      if (isAgainst(whole, desk.queue[at].order)) text = Queue.removed(text, at);
    }
    desk.write(`${whole}\n${text}`);
    word.textContent = `${whole} is added: press the green button.`;
  }

  const holder = by("wishing");
  /** @type {DOMStringMap} */
  const told = { ...holder.dataset, when: desk.form.dataset.way === "here" ? "at once" : "with the next run" };
  holder.insertAdjacentHTML("beforeend", BOX);
  /** @type {(kind: string) => NodeListOf<HTMLElement>} */
  const marked = (kind) => holder.querySelectorAll(`[data-${kind}]`);
  for (const each of marked("needs")) if (!(each.dataset.needs in told)) each.remove();
  for (const each of marked("tells")) each.textContent = told[each.dataset.tells];
  for (const select of holder.querySelectorAll("select")) select.value = told.notices;
  for (const button of marked("wish")) button.addEventListener("click", () => add(button));
  by("wishes").append(word);
})();

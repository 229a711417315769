// Takes over an order that was liked where things were tried out: try.js left it in the tab. It is written into the
// builder of the sheet, and nothing is sent.

(() => {
  const { start } = Builder.Desk.prototype;

  Builder.Desk.prototype.start = function () {
    start.call(this);
    const name = `genetess tried ${location.pathname.replace(/[^/]*$/, "")}`;
    const found = store.act(true, (tab) => JSON.parse(tab.getItem(name)));
    store.set(name, null, true);
    if (typeof found?.order !== "string" || typeof found.turn !== "string") return;
    this.plain(found.order);
    const late = found.turn === this.form.dataset.turn ? "" : `, which was of turn ${found.turn}`;
    this.tell(`This order is from the board where you tried things out${late}. It is not sent yet.`);
  };
})();

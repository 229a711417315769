// Tells on a page that is open, and in its title, that the game has gone on since it was loaded. Nothing is loaded again
// by itself: there may be an order on the page. Which turn is the newest one line of a script says, `newest("3b")`, as a
// page on a disk can load no other file.

(() => {
  /** @type {HTMLMetaElement | null} */
  const meta = document.querySelector("meta[name=newest]");
  if (!meta) return;

  window.newest = (turn) => {
    if (turn === meta.content || by("fresh")) return;
    const button = Object.assign(document.createElement("button"), { className: "btn", textContent: "Show it" });
    button.addEventListener("click", () => location.reload());
    const told = Object.assign(document.createElement("p"), { id: "fresh", textContent: "The game has gone on. " });
    told.role = "status";
    told.append(button);
    document.body.append(told);
    document.title = `● ${document.title}`;
  };

  function look() {
    const line = document.createElement("script");
    line.src = `${meta.dataset.from}?${Date.now()}`; // past what the browser has kept
    line.onload = line.onerror = () => line.remove();
    document.head.append(line);
  }

  addEventListener("focus", look);
  setInterval(look, 60000);
})();

// Hands what a link to try things out carries to the program that serves the page, and goes to the page that it makes.

(() => {
  const LONGEST = 100_000; // characters of a link

  async function enter() {
    const trial = location.hash.slice(1);
    const place = document.querySelector("#entering");
    if (!trial || trial.length > LONGEST) {
      place.textContent = "This is no link to try things out. Open it from your sheet.";
      return;
    }
    const { page, words } = await Door.posted({ trial }, "trial");
    if (words) place.textContent = words;
    else location.replace(Door.address(page));
  }

  addEventListener("hashchange", enter);
  enter();
})();

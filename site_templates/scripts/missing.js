// The page that a host shows for an address of no page (missing.html). It leads from where a past turnsheet once was to
// where it is shown now. In a league that does not say where it is published this script was asked for at several depths,
// and the copy that runs was found beside the league's home: so it knows where the style sheets are, and where the links
// of the page lead.

(() => {
  const past = /\/sheet\/[^/]+\/(\d{4,})\.html$/.exec(location.pathname);
  if (past) return location.replace(`past.html#${past[1]}${location.hash.replace("#", ".")}`); // a seat's key comes along
  if (document.querySelector("link")) return; // at the top of a host it is found at several depths
  const top = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  for (const name of ["style.css", "league.css"]) {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = new URL(name, top).href;
    document.head.append(sheet);
  }
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-place]"));
  for (const link of links) link.href = new URL(link.getAttribute("href"), top).href;
})();

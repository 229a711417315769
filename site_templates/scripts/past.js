// Shows a past turnsheet of a seat (past.html): `#0320` is the one after the record of that number. A row of the files in
// past/ is its number, and what the sheet is made of: texts that are new, and pairs of numbers, how many pieces of the
// sheet before are passed over, less than none to go back, and how many stand here too.

/** @typedef {(lines: any, file: number) => Promise<any[][]>} ReadLines */

(() => {
  const holder = by("past");
  const { size, league } = holder.dataset;

  // The number in the address, and the key that an old link has behind it: `#0320.…`.
  const asked = () => /^#(\d+)(?:\.(.*))?$/.exec(location.hash) ?? ["", "", ""];
  let [, number] = asked();

  // To the newest sheet, which takes what else is in the address.
  const leave = () => location.replace(`index.html${number ? "" : location.hash}`);

  // The sheet that is asked for; "" where it is no past one. `open` reads the lines of a file.
  /** @type {(open: ReadLines) => Promise<string>} */
  async function sheet(open) {
    const wanted = number;
    let found;
    try {
      found = await sheetOf(Number(wanted), open);
    } catch (failed) {
      if (wanted === number) throw failed;
    }
    return wanted === number ? found : sheet(open); // another one was asked for meanwhile
  }

  // What a cache has kept of a file may be from before the sheet, damaged, or sealed with an older key: then the file is
  // asked for once more, but not while the sheet is the newest, or that copy would be kept without it.
  /** @type {(own: number, open: ReadLines) => Promise<string>} */
  async function sheetOf(own, open) {
    const kept = sheetIn(own, open);
    if (await kept.catch(() => "")) return kept;
    if (own >= (await newest())) return kept;
    const found = await sheetIn(own, open, `?${own}`);
    if (!found) throw new Error("it did not arrive. Reload the page, or tell the GM.");
    return found;
  }

  /** @type {(own: number, open: ReadLines, again?: string) => Promise<string>} */
  async function sheetIn(own, open, again) {
    const file = Math.floor(own / Number(size));
    const lines = await Rows.fetched("past", "", file, again);
    return lines ? made(await open(lines, file), own) : "";
  }

  // The number of the newest sheet; above all numbers where it cannot be had, either.
  async function newest() {
    let last = Number.POSITIVE_INFINITY;
    window.newest = (_, found) => {
      last = found;
    };
    await Rows.load(`../../newest.js?${Date.now()}`);
    return last;
  }

  /** @type {(rows: any[][], own: number) => string} */
  function made(rows, own) {
    /** @type {string[]} */
    let pieces = [];
    for (const [each, ...parts] of rows) {
      pieces = joined(pieces, parts);
      if (each === own) return pieces.join("");
    }
    return "";
  }

  // The pieces of a sheet, from those of the one before.
  /** @type {(before: string[], parts: any[]) => string[]} */
  function joined(before, parts) {
    const pieces = [];
    let onward = 0;
    for (let at = 0; at < parts.length; at += 1) {
      const part = parts[at];
      if (typeof part === "string") {
        pieces.push(...part.split(/(?=[<,;])/));
        continue;
      }
      at += 1;
      const start = onward + part;
      onward = start + parts[at];
      pieces.push(...before.slice(start, onward));
    }
    return pieces;
  }

  const TITLE = document.title;
  const PARTS = [by("tag"), by("pager")];
  let goesOn = false; // by a way of the pager, not back

  /** @type {(title: string, parts: HTMLElement[]) => void} */
  function setHeader(title, parts) {
    document.title = title;
    for (const part of parts) by(part.id).replaceWith(part);
  }

  // Put what belongs into the header of the page there.
  function settle() {
    const head = by("head");
    const { title } = head.dataset;
    const way = document.activeElement.getAttribute("rel");
    const parts = ["tag", "pager"].map((id) => Object.assign(head.querySelector(`.${id}`), { id }));
    setHeader(`${title} · ${league}`, /** @type {HTMLElement[]} */ (parts));
    by("told").textContent = title; // for who hears the page
    head.remove();
    /** @type {HTMLElement} */
    const same = way && by("pager").querySelector(`[rel=${way}]`); // where one came from in the sheet before
    same?.focus();
    if (by("end")) by("opened").querySelector(".banner").append(by("end").content.cloneNode(true));
    if (goesOn) scrollTo(0, 0);
    goesOn = false;
  }

  addEventListener("click", ({ target }) => {
    goesOn ||= by("pager").contains(/** @type {Node} */ (target));
  });

  /** @type {(words: string) => void} */
  function say(words) {
    by("word").textContent = words;
    by("word").hidden = !words;
    by("opened").hidden = Boolean(words);
    by("closed").hidden = !words;
  }

  async function follow() {
    by("closed").hidden = true;
    try {
      const html = await sheet(Rows.inflated);
      if (!html) return leave();
      by("opened").innerHTML = html;
      say("");
      settle();
    } catch {
      setHeader(TITLE, PARTS);
      say("This sheet cannot be shown. Reload the page; if that does not help, tell the GM.");
      by("word").hidden = Boolean(by("old"));
    }
  }

  // Leave the number alone in the address: no link within the sheet, and no key of a game that was sealed once.
  function arrive() {
    const [, other] = asked();
    number = other || number;
    history.replaceState(history.state, "", `#${number}`);
    if (other) follow();
  }

  if (!number) return leave();
  if (!holder.dataset.game) {
    addEventListener("hashchange", arrive);
    return arrive();
  }

  // In a sealed game a key that has opened one sheet opens all of the seat.
  class PastSheet extends Sheet {
    taken() {
      const [hash, own, behind] = asked();
      const key = hash ? behind : super.taken();
      number = own || number;
      history.replaceState(key ? { hadKey: true } : history.state, "", `#${number}`);
      return key || this.key || null;
    }

    /** @type {(key: Bytes) => Promise<string>} */
    opened(key) {
      return sheet(async (lines, file) => {
        /** @type {SealPlace} */
        const place = { ...this.place, kind: "past", turn: String(file) };
        const sealed = bytesOf(lines, MOST.past + BLOCK + OVERHEAD);
        return Rows.read(new TextDecoder().decode(await openSealed(key, place, sealed, MOST.past)));
      });
    }

    /** @type {(html: string) => void} */
    show(html) {
      super.show(html);
      const key = history.state?.hadKey ? `#${this.key}` : "";
      if (html) settle();
      else this.done.then(() => location.replace(`index.html${key}`));
    }

    /** @type {(words: string) => void} */
    close(words) {
      by("opened").hidden = true;
      setHeader(TITLE, PARTS);
      super.close(by("old") ? "" : words);
    }
  }
  new PastSheet(holder).start();
})();

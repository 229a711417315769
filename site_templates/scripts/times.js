// Times as they are where the reader is: how long until then, and what the reader's own clock shows. The page has every
// time in UTC, so that nothing is lost without this; room for what is added beside deadlines is laid out before.

const Times = (() => {
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const UNITS = [
    ["year", 31557600],
    ["month", 2629800],
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60]
  ];
  /** @type {Intl.DateTimeFormatOptions} */
  const CLOCK = {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23"
  };
  const away = new Intl.RelativeTimeFormat("en");

  // `in 2 days`, `3 hours ago`: in the largest unit of which there is one and a half at least, or else in minutes.
  /** @type {(time: Date) => string} */
  function distance(time) {
    const seconds = (time.getTime() - Date.now()) / 1000;
    const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= 1.5 * each) ?? UNITS.at(-1);
    return away.format(Math.trunc(seconds / size), unit);
  }

  // A time on the reader's own clock; `more` is what else is told of it.
  /** @type {(time: Date, more?: Intl.DateTimeFormatOptions) => string} */
  function clock(time, more) {
    /** @type {Intl.DateTimeFormatOptions} */
    const year = time.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
    return new Intl.DateTimeFormat("en-GB", { ...CLOCK, ...year, ...more }).format(time);
  }

  // What is left until then, in its two largest units: `2 d 23 h left`.
  /** @type {(time: Date) => string} */
  function left(time) {
    const minutes = Math.floor((time.getTime() - Date.now()) / 60000);
    if (minutes < 0) return "Time is up";
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
    if (days) return `${days} d ${hours} h left`;
    return hours ? `${hours} h ${minutes % 60} min left` : `${minutes} min left`;
  }

  // Every time of a part of the page has both in its title; where room is left behind a deadline, they stand there.
  /** @type {(part: ParentNode) => void} */
  function mark(part) {
    /** @type {NodeListOf<HTMLTimeElement>} */
    const times = part.querySelectorAll("time[datetime]");
    for (const each of times) {
      const time = new Date(each.dateTime);
      if (!Number.isNaN(time.getTime())) each.title = `${distance(time)}, ${clock(time)} on your clock`;
    }
    for (const each of part.querySelectorAll(".until"))
      each.textContent = each.parentElement.querySelector("time")?.title ?? "";
    // The banner of a sheet: what is left, and the deadline on the reader's clock.
    for (const each of part.querySelectorAll("[data-left]")) {
      /** @type {HTMLTimeElement | null} */
      const until = each.parentElement.querySelector("time");
      const time = new Date(until?.dateTime ?? "");
      if (Number.isNaN(time.getTime())) continue;
      each.textContent = left(time);
      until.title = `${until.dateTime.slice(0, 10)} ${until.dateTime.slice(11, 16)} UTC`;
      until.textContent = clock(time, { timeZoneName: "short" });
    }
  }

  mark(document);
  setInterval(() => mark(document), 60000);
  return { mark };
})();

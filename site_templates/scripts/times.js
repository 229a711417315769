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

  /** @type {(time: Date) => string} */
  function own(time) {
    /** @type {Intl.DateTimeFormatOptions} */
    const year = time.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
    return `${new Intl.DateTimeFormat("en-GB", { ...CLOCK, ...year }).format(time)} on your clock`;
  }

  // Every time of a part of the page has both in its title; where room is left behind a deadline, they stand there.
  /** @type {(part: ParentNode) => void} */
  function mark(part) {
    /** @type {NodeListOf<HTMLTimeElement>} */
    const times = part.querySelectorAll("time[datetime]");
    for (const each of times) {
      const time = new Date(each.dateTime);
      if (!Number.isNaN(time.getTime())) each.title = `${distance(time)}, ${own(time)}`;
    }
    for (const each of part.querySelectorAll(".until"))
      each.textContent = each.parentElement.querySelector("time")?.title ?? "";
  }

  mark(document);
  setInterval(() => mark(document), 60000);
  return { mark };
})();

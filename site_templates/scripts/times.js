// Times as they are where the reader is: how long until then, and what the reader's own clock shows. The page has every
// time in UTC, so that nothing is lost without this; room for what is added beside deadlines is laid out before.

const Times = (() => {
  const UNITS = [
    ["year", 31557600],
    ["month", 2629800],
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60]
  ];
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
  function distance(time) {
    const seconds = (time - Date.now()) / 1000;
    const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= 1.5 * each) ?? UNITS.at(-1);
    return away.format(Math.trunc(seconds / size), unit);
  }

  function own(time) {
    const year = time.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
    return `${new Intl.DateTimeFormat("en-GB", { ...CLOCK, ...year }).format(time)} on your clock`;
  }

  // Every time of a part of the page has both in its title; where room is left behind a deadline, they stand there.
  function mark(part) {
    for (const each of part.querySelectorAll("time[datetime]")) {
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

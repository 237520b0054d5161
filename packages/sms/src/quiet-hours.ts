import type { Hours, QuietHours, RestDays } from './sender-rules-data.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** The hours of the night that it is by what the clocks there show, as `2027-03-28T09:00`: when it began, and when it ends, after a day of rest too. */
export function nightOf(quiet: QuietHours, local: string): Hours {
  const dayMs = dayMsOf(local);
  const { fromHour, toHour } = hoursOn(quiet, dayMs);
  // Where both are of one day, as from midnight to 8, the night has no other.
  if (fromHour < toHour) return { fromHour, toHour };
  if (hourOf(local) < toHour) return { fromHour: hoursOn(quiet, dayMs - DAY_MS).fromHour, toHour };
  let endMs = dayMs + DAY_MS;
  while (isRestDay(quiet, new Date(endMs).toISOString())) endMs += DAY_MS;
  return { fromHour, toHour: hoursOn(quiet, endMs).toHour };
}

/** Whether it is an hour without advertising by what the clocks there show. */
export function isNight(quiet: QuietHours, local: string): boolean {
  const { fromHour, toHour } = hoursOn(quiet, dayMsOf(local));
  const hour = hourOf(local);
  return fromHour > toHour ? hour >= fromHour || hour < toHour : hour >= fromHour && hour < toHour;
}

/** Whether the day that the clocks there show is one without advertising. */
export function isRestDay({ restDays }: QuietHours, local: string): boolean {
  if (restDays === null) return false;
  const dayMs = dayMsOf(local);
  if (restDays.weekdays.includes(weekdayOf(dayMs)) || isHoliday(restDays, dayMs)) return true;
  return weekdayOf(dayMs) === 1 && isHolidayOnMonday(restDays, dayMs);
}

function isHoliday({ dates, afterEaster }: RestDays, dayMs: number): boolean {
  const sinceEaster = Math.round((dayMs - easterMs(new Date(dayMs).getUTCFullYear())) / DAY_MS);
  return dates.includes(dateOf(dayMs)) || afterEaster.includes(sinceEaster);
}

function isHolidayOnMonday(restDays: RestDays, dayMs: number): boolean {
  if (restDays.isMondayInstead === true && isHoliday(restDays, dayMs - DAY_MS)) return true;
  return restDays.mondaysFrom?.some((date) => WEEK.some((days) => dateOf(dayMs - days * DAY_MS) === date)) === true;
}

function hoursOn(quiet: QuietHours, dayMs: number): Hours {
  const { saturday } = quiet;
  return saturday !== undefined && weekdayOf(dayMs) === 6 ? saturday : quiet;
}

const dayMsOf = (local: string): number => Date.parse(`${local.slice(0, 10)}T00:00:00Z`);
const hourOf = (local: string): number => Number(local.slice(11, 13));
const dateOf = (dayMs: number): string => new Date(dayMs).toISOString().slice(5, 10);
const weekdayOf = (dayMs: number): number => new Date(dayMs).getUTCDay();

/** Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
function easterMs(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const lateMoon = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * lateMoon + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

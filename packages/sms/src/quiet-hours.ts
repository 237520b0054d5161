import type { QuietHours } from './sender-rules-data.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Whether it is an hour without advertising by what the clocks there show, as `2027-03-28T09:00`. */
export function isNight({ fromHour, toHour }: QuietHours, local: string): boolean {
  const hour = Number(local.slice(11, 13));
  return fromHour > toHour ? hour >= fromHour || hour < toHour : hour >= fromHour && hour < toHour;
}

/** Whether the day that the clocks there show is one without advertising. */
export function isRestDay({ restDays }: QuietHours, local: string): boolean {
  if (restDays === null) return false;
  const date = local.slice(0, 10);
  const dayMs = Date.parse(`${date}T00:00:00Z`);
  const { weekdays, dates, afterEaster } = restDays;
  if (weekdays.includes(new Date(dayMs).getUTCDay()) || dates.includes(date.slice(5))) return true;
  return afterEaster.includes(Math.round((dayMs - easterMs(Number(date.slice(0, 4)))) / DAY_MS));
}

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

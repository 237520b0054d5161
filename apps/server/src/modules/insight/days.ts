import { dayText, type LocalDay } from '../../platform/local-days.ts';

/** Days of the calendar as text (`2026-03-31`), and what can be reckoned with them without any time zone. */

/** Also for a day past the end of its month: 2026-02-29 is 1 March. */
export function readDay(text: string): LocalDay {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return { year, month, day };
}

export function addDays(day: LocalDay, days: number): LocalDay {
  return readDay(dayText({ ...day, day: day.day + days }));
}

/** How many days a span has, both ends counted; 0 and less when it ends before it begins. */
export function daysBetween(from: LocalDay, to: LocalDay): number {
  const ms = Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day);
  return Math.round(ms / 86_400_000) + 1;
}

export type CalendarPeriod = 'day' | 'week' | 'month' | 'year';

/** The first day of the period that a day lies in (weeks begin on Monday, ISO 8601), and of the one before it. */
export function periodStart(day: LocalDay, period: CalendarPeriod): { start: LocalDay; previousStart: LocalDay } {
  switch (period) {
    case 'day':
      return { start: day, previousStart: addDays(day, -1) };
    case 'week': {
      const weekday = new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay();
      const start = addDays(day, -((weekday + 6) % 7));
      return { start, previousStart: addDays(start, -7) };
    }
    case 'month': {
      const start = { ...day, day: 1 };
      return { start, previousStart: readDay(dayText({ ...start, month: day.month - 1 })) };
    }
    case 'year':
      return {
        start: { year: day.year, month: 1, day: 1 },
        previousStart: { year: day.year - 1, month: 1, day: 1 },
      };
  }
}

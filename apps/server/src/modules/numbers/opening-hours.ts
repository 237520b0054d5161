import { type NumberRule, type OpenSpan, wallClockAt } from '@farline/contracts';
import { utcDay } from '../../platform/local-days.ts';

/** What a rule's clocks show at an instant, and whether its number is open by them. */
export type RuleTime = { local: string; isOpen: boolean; dayOff: string | null };

const DAY_MS = 24 * 60 * 60_000;

/**
 * Reads hours and days off on the clocks of the rule's time zone: an hour that the clocks skip does not come, and one that they show twice
 * counts twice. A span over midnight belongs to the day on which it begins, also when the next one is a day off.
 */
export function ruleTime(rule: Pick<NumberRule, 'timeZone' | 'hours' | 'daysOff'>, at: Date): RuleTime {
  const { local } = wallClockAt(at, rule.timeZone);
  const [date = '', time = ''] = local.split('T');
  const dayOff = dayOffOn(rule, date);
  if (rule.hours === null) return { local, isOpen: dayOff === null, dayOff };
  const before = dayBefore(date);
  const beginsOn = (span: OpenSpan, day: string) => span.days.includes(weekday(day)) && dayOffOn(rule, day) === null;
  const isOpen = rule.hours.some((span) => {
    const isOverMidnight = span.to <= span.from;
    if (isOverMidnight && time < span.to && beginsOn(span, before)) return true;
    return time >= span.from && (isOverMidnight || time < span.to) && beginsOn(span, date);
  });
  return { local, isOpen, dayOff };
}

function dayOffOn({ daysOff }: Pick<NumberRule, 'daysOff'>, date: string): string | null {
  const found = daysOff.find(
    (day) => day.date === date || (day.isYearly && day.date < date && day.date.slice(5) === date.slice(5)),
  );
  return found?.name ?? null;
}

const dayBefore = (date: string) => utcDay(new Date(Date.parse(`${date}T00:00Z`) - DAY_MS));

/** 1 is Monday, 7 Sunday. */
const weekday = (date: string) => new Date(`${date}T00:00Z`).getUTCDay() || 7;

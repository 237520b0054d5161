import type { CallFigures, DayFigures, MessageDayFigures, MessageFigures } from '@farline/contracts/insight';
import { formatDecimal, micros, parseDecimal } from '@farline/contracts/micros';

/** What several stretches of calls came to together: rates and averages are made anew of their sums. */
export function sumFigures(parts: readonly CallFigures[], currency: string): CallFigures {
  let [calls, answered, answeredSeconds] = [0, 0, 0];
  for (const part of parts) {
    calls += part.calls;
    answered += part.answered;
    answeredSeconds += part.answeredSeconds;
  }
  return {
    calls,
    answered,
    answeredSeconds,
    minutes: Math.round((answeredSeconds * 100) / 60) / 100,
    spend: spendOf(parts, currency),
    answerRate: calls === 0 ? null : answered / calls,
    averageSeconds: answered === 0 ? null : Math.round(answeredSeconds / answered),
  };
}

/** The same of messages. */
export function sumMessages(parts: readonly MessageFigures[], currency: string): MessageFigures {
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
  return {
    sent: sum(parts.map(({ sent }) => sent)),
    received: sum(parts.map(({ received }) => received)),
    spend: spendOf(parts, currency),
  };
}

function spendOf(parts: readonly Pick<MessageFigures, 'spend'>[], currency: string) {
  const spend = parts.reduce((sum, part) => sum + (parseDecimal(part.spend.amount) ?? 0n), 0n);
  return { amount: formatDecimal(micros(spend)), currency };
}

/** More columns than this cannot be told apart on a page: weeks are drawn instead. */
const MOST_DAYS = 92;

/** Days as they are or, where there are too many to draw, weeks that begin with the first day; each named by its first day. */
export function columnsOf(days: readonly DayFigures[], currency: string): Columns<DayFigures> {
  return drawn(days, (week) => ({ day: week[0].day, ...sumFigures(week, currency) }));
}

/** The same of messages. */
export function messageColumnsOf(days: readonly MessageDayFigures[], currency: string): Columns<MessageDayFigures> {
  return drawn(days, (week) => ({ day: week[0].day, ...sumMessages(week, currency) }));
}

export interface Columns<Day> {
  by: 'day' | 'week';
  columns: Day[];
}

function drawn<Day>(days: readonly Day[], sum: (week: [Day, ...Day[]]) => Day): Columns<Day> {
  if (days.length <= MOST_DAYS) return { by: 'day', columns: [...days] };
  const columns: Day[] = [];
  for (let at = 0; at < days.length; at += 7) {
    const [first, ...others] = days.slice(at, at + 7);
    if (first !== undefined) columns.push(sum([first, ...others]));
  }
  return { by: 'week', columns };
}

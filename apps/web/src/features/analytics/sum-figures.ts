import type { CallFigures, DayFigures } from '@farline/contracts/insight';
import { formatDecimal, micros, parseDecimal } from '@farline/contracts/micros';

/** What several stretches of calls came to together: rates and averages are made anew of their sums. */
export function sumFigures(parts: readonly CallFigures[], currency: string): CallFigures {
  let [calls, answered, answeredSeconds, spend] = [0, 0, 0, 0n];
  for (const part of parts) {
    calls += part.calls;
    answered += part.answered;
    answeredSeconds += part.answeredSeconds;
    spend += parseDecimal(part.spend.amount) ?? 0n;
  }
  return {
    calls,
    answered,
    answeredSeconds,
    minutes: Math.round((answeredSeconds * 100) / 60) / 100,
    spend: { amount: formatDecimal(micros(spend)), currency },
    answerRate: calls === 0 ? null : answered / calls,
    averageSeconds: answered === 0 ? null : Math.round(answeredSeconds / answered),
  };
}

/** More columns than this cannot be told apart on a page: weeks are drawn instead. */
const MOST_DAYS = 92;

/** Days as they are or, where there are too many to draw, weeks that begin with the first day; each named by its first day. */
export function columnsOf(
  days: readonly DayFigures[],
  currency: string,
): { by: 'day' | 'week'; columns: DayFigures[] } {
  if (days.length <= MOST_DAYS) return { by: 'day', columns: [...days] };
  const columns: DayFigures[] = [];
  for (let first = 0; first < days.length; first += 7) {
    const week = days.slice(first, first + 7);
    columns.push({ day: week[0]?.day ?? '', ...sumFigures(week, currency) });
  }
  return { by: 'week', columns };
}

import type { Reply } from '../../lib/api/api-routes.ts';
import { formatSum } from '../../lib/format/format.ts';
import { formatPercent } from '../../lib/format/format-percent.ts';
import { differenceOf } from '../../lib/format/sum-of.ts';
import { dashboardText } from '../../texts/dashboard.ts';
import { type Change, changeBetween } from './change.ts';

type Stats = Reply<'GET /calls/stats'>;
type Usage = Reply<'GET /billing/usage'>;

/** What the sum is of, where it is of more than calls; else how it stands beside last month's. */
export function spendNote(
  { usage: { currentMonth, previousMonth } }: Pick<Usage, 'usage'>,
  { current }: Pick<Stats, 'current'>,
): string {
  const t = dashboardText.say;
  const { price, callsPrice, practicePrice } = currentMonth;
  const rest = differenceOf(price, callsPrice);
  if (Number(rest.amount) !== 0) return t('spendParts', { calls: formatSum(callsPrice), rest: formatSum(rest) });
  if (Number(price.amount) === 0 && Number(practicePrice.amount) > 0) {
    return t('practiceUsed', { amount: formatSum(practicePrice) });
  }
  if (current.calls === 0) return t('noCallsYet');
  return compare(
    changeBetween(Number(previousMonth.price.amount), Number(price.amount)),
    'moreThanBefore',
    'lessThanBefore',
  );
}

type ChangeWord = 'moreThanBefore' | 'lessThanBefore' | 'longerThanBefore' | 'shorterThanBefore';

/** How a figure stands beside last month's. */
export function compare(change: Change, more: ChangeWord, less: ChangeWord): string {
  const t = dashboardText.say;
  switch (change.is) {
    case 'none-before':
      return '';
    case 'same':
      return t('sameAsBefore');
    case 'more':
      return t(more, { percent: formatPercent(change.percent) });
    case 'less':
      return t(less, { percent: formatPercent(change.percent) });
  }
}

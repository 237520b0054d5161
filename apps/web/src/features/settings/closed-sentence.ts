import type { Money } from '@farline/contracts/money';
import { formatPrice } from '../../lib/format/format.ts';
import { settingsText } from '../../texts/settings.ts';

/** What is said once an account is closed, with what was left in it. */
export function closedSentence(creditLeft: Money): string {
  const t = settingsText.say;
  return Number(creditLeft.amount) > 0 ? t('closedWithCredit', { amount: formatPrice(creditLeft) }) : t('closed');
}

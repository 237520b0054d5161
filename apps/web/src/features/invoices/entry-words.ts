import type { BillingEntry } from '@farline/contracts/billing';
import { formatDuration } from '../../lib/format/format.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { billingText } from '../../texts/billing.ts';

const WORDS = {
  call: 'entryCall',
  message: 'entryMessage',
  message_refund: 'entryMessageRefund',
  plan: 'entryPlan',
  number: 'entryNumber',
  trial_credit: 'entryTrialCredit',
  operator_credit: 'entryOperatorCredit',
  top_up: 'entryTopUp',
  refund: 'entryRefund',
  refund_failed: 'entryRefundFailed',
  dispute: 'entryDispute',
  dispute_won: 'entryDisputeWon',
  owed_paid: 'entryOwedPaid',
  other: 'entryCorrection',
} as const;

/** A number within a sentence, which never breaks across lines. */
const inOneLine = (number: string): string => showNumber(number).replaceAll(' ', '\u00a0');

/** What an entry is of, with the person behind it by their name, or by their number where they have none. */
export function whatOf({ kind, peer, call }: BillingEntry, nameOf: (number: string) => string | null): string {
  const t = billingText.say;
  const who = peer === null ? '' : (nameOf(peer) ?? inOneLine(peer));
  if (call !== null) {
    const words = wordsOfCall(call, who);
    return call.isPractice ? t('entryPractice', { what: words }) : words;
  }
  if (peer === null) return t(WORDS[kind]);
  if (kind === 'message') return t('entryMessageTo', { who });
  if (kind === 'message_refund') return t('entryMessageRefundTo', { who });
  return kind === 'number' ? t('entryNumberOf', { number: inOneLine(peer) }) : t(WORDS[kind]);
}

function wordsOfCall({ direction, seconds }: NonNullable<BillingEntry['call']>, who: string): string {
  const t = billingText.say;
  const duration = formatDuration(seconds);
  if (who === '') return t('entryCallIn', { duration });
  return t(direction === 'inbound' ? 'entryCallFrom' : 'entryCallTo', { who, duration });
}

/** Why an entry has no page that explains it. */
const WHY: { [kind in BillingEntry['kind']]?: 'whyTrialCredit' | 'whyOperatorCredit' | 'whyOwedPaid' } = {
  trial_credit: 'whyTrialCredit',
  operator_credit: 'whyOperatorCredit',
  owed_paid: 'whyOwedPaid',
};

/** What is taken of trial credit went where trial credit lies since it is no part of the balance. */
export function whyOf({ kind, amount, cause }: BillingEntry) {
  if (cause.type === 'owed_charge_paid') return 'whyOwedChargePaid';
  return kind === 'trial_credit' && amount.amount.startsWith('-') ? 'whyTrialMoved' : WHY[kind];
}

import type { EndReason, Money } from '@farline/contracts';
import type { Language } from '../../platform/languages.ts';
import { type MailKey, say } from '../mail/index.ts';
import type { Told } from './notice.ts';

/** How somebody reads: in a language, with the days of a time zone. */
export type Reader = { language: Language; timeZone: string };

/** The notice as a sentence of a language, with amounts and days as they are written there. */
export function sentenceIn({ language, timeZone }: Reader, told: Told): string {
  const money = ({ amount, currency }: Money): string =>
    new Intl.NumberFormat(locale(language), { style: 'currency', currency, maximumFractionDigits: 4 }).format(
      Number(amount),
    );
  const day = (at: string): string =>
    new Intl.DateTimeFormat(locale(language), { dateStyle: 'long', timeZone }).format(new Date(at));
  const sentence = (key: MailKey, values: Record<string, string>) => say(language, key, values);

  switch (told.kind) {
    case 'low_balance':
      return sentence('text_low_balance', { balance: money(told.facts.balance), mark: money(told.facts.mark) });
    case 'call_out_of_credit':
      return sentence('text_call_out_of_credit', { to: told.facts.to });
    case 'call_missed':
      return told.facts.from === null
        ? sentence('text_call_missed_unknown', {})
        : sentence('text_call_missed', { from: told.facts.from });
    case 'call_cut_off':
      return sentence('text_call_cut_off', { to: told.facts.to, duration: duration(told.facts.seconds) });
    case 'call_stopped_by_limit': {
      const reason = say(language, LIMIT_KEYS[told.facts.reason] ?? 'limit_closed');
      return sentence('text_call_stopped_by_limit', { to: told.facts.to, reason });
    }
    case 'payment_failed': {
      const amount = money(told.facts.amount);
      return sentence(told.facts.isAutomatic ? 'text_auto_payment_failed' : 'text_payment_failed', { amount });
    }
    case 'auto_top_up_done':
      return sentence('text_auto_top_up_done', { amount: money(told.facts.amount) });
    case 'auto_top_up_stopped':
      return sentence(`text_stopped_${told.facts.reason}`, {});
    case 'payment_disputed': {
      const { amount, owed } = told.facts;
      const key = Number(owed.amount) === 0 ? 'text_payment_disputed_covered' : 'text_payment_disputed';
      return sentence(key, { amount: money(amount), owed: money(owed) });
    }
    case 'dispute_closed': {
      const amount = money(told.facts.amount);
      return sentence(told.facts.outcome === 'won' ? 'text_dispute_won' : 'text_dispute_lost', { amount });
    }
    case 'refund_failed':
      return sentence('text_refund_failed', { amount: money(told.facts.amount) });
    case 'payment_method_expires':
      return sentence('text_payment_method_expires', {
        label: told.facts.label,
        month: month(told.facts.month, language),
      });
    case 'plan_renewed':
    case 'plan_renewal_failed': {
      const { plan, until, price } = told.facts;
      return sentence(`text_${told.kind}`, { plan, until: day(until), price: money(price) });
    }
    case 'plan_ended':
      return sentence(told.facts.reason === 'unpaid' ? 'text_plan_ended_unpaid' : 'text_plan_ended_cancelled', {
        plan: told.facts.plan,
      });
    case 'unusual_spending':
      return sentence('text_unusual_spending', { spent: money(told.facts.spent), usual: money(told.facts.usual) });
    case 'password_changed':
      return sentence('text_password_changed', { address: told.facts.address });
    case 'email_changed':
      return sentence('text_email_changed', { email: told.facts.email, address: told.facts.address });
    case 'new_device':
      return sentence('text_new_device', { device: told.facts.device, address: told.facts.address });
    case 'new_sip_phone':
      return sentence('text_new_sip_phone', { name: told.facts.name, address: told.facts.address });
  }
}

/** Figures are 0 to 9 everywhere, as on the keypad and in every record. */
function locale(language: Language): string {
  return new Intl.Locale(language, { numberingSystem: 'latn', calendar: 'gregory' }).toString();
}

/** `2034-12` as people say it. */
function month(text: string, language: Language): string {
  return new Intl.DateTimeFormat(locale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${text}-01`),
  );
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What stopped a call; for any other reason its number is closed. */
const LIMIT_KEYS: Partial<Record<EndReason, MailKey>> = {
  limit_day: 'limit_day',
  limit_hour: 'limit_hour',
  limit_per_minute: 'limit_price',
  limit_connection_fee: 'limit_price',
  limit_new_countries: 'limit_new_countries',
  too_many_calls: 'limit_calls',
};

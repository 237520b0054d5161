import type { EndReason, Money, Notice, NoticeKind } from '@farline/contracts';

/** What is told: its kind, with the facts of that kind. */
export type Told = {
  [Kind in NoticeKind]: { kind: Kind; facts: Extract<Notice, { kind: Kind }>['facts'] };
}[NoticeKind];

/** A notice to one user. */
export type StoredNotice = Told & { id: string; at: Date; readAt: Date | null };

/** The notice as an English sentence. */
export function sentenceOf(told: Told): string {
  switch (told.kind) {
    case 'low_balance':
      return `Your balance is ${money(told.facts.balance)}, below your mark of ${money(told.facts.mark)}.`;
    case 'call_out_of_credit':
      return `Your call to ${told.facts.to} was not placed: your balance does not cover it.`;
    case 'call_cut_off':
      return `Your call to ${told.facts.to} ended after ${duration(told.facts.seconds)} because your balance was used up.`;
    case 'call_stopped_by_limit':
      return `A call to ${told.facts.to} was stopped. ${limitSentence(told.facts.reason)}`;
    case 'payment_failed':
      return told.facts.isAutomatic
        ? `Automatic top-up of ${money(told.facts.amount)} failed: the card was declined. Nothing was charged.`
        : `Your payment of ${money(told.facts.amount)} failed. Nothing was charged.`;
    case 'auto_top_up_done':
      return `${money(told.facts.amount)} was added to your balance by automatic top-up.`;
    case 'auto_top_up_stopped':
      return STOPPED[told.facts.reason];
    case 'payment_disputed':
      return disputeSentence(told.facts);
    case 'dispute_closed':
      return told.facts.outcome === 'won'
        ? `Your bank decided: ${money(told.facts.amount)} is in your balance again.`
        : `Your bank decided: ${money(told.facts.amount)} went back to you and stays out of your balance.`;
    case 'refund_failed':
      return `${money(told.facts.amount)} could not be given back to your card. It is in your balance again.`;
    case 'payment_method_expires':
      return `Your card ${told.facts.label} is good until the end of ${month(told.facts.month)}. Add a new one before.`;
    case 'plan_renewed':
      return `Your plan ${told.facts.plan} was renewed until ${day(told.facts.until)} for ${money(told.facts.price)}.`;
    case 'plan_renewal_failed':
      return `Your balance does not cover ${money(told.facts.price)} for your plan ${told.facts.plan}. It goes on until ${day(told.facts.until)}; add funds until then.`;
    case 'plan_ended':
      return told.facts.reason === 'unpaid'
        ? `Your plan ${told.facts.plan} ended because it was not paid. You pay as you go now.`
        : `Your plan ${told.facts.plan} ended. You pay as you go now.`;
    case 'unusual_spending':
      return `${money(told.facts.spent)} was spent within an hour: more than three times your dearest hour of the last 30 days (${money(told.facts.usual)}).`;
    case 'password_changed':
      return `Your password was changed from ${told.facts.address}.`;
    case 'email_changed':
      return `Your email address was changed to ${told.facts.email} from ${told.facts.address}.`;
    case 'new_device':
      return `Somebody signed in to your account with ${told.facts.device} from ${told.facts.address}.`;
  }
}

const STOPPED = {
  declined: 'Automatic top-up stopped because the card was declined. Choose another card and switch it on again.',
  unusual_spending: 'Automatic top-up stopped because of unusual spending. Look at your calls and switch it on again.',
  daily_cap: 'Automatic top-up has reached its cap for today. It goes on tomorrow.',
  no_method: 'Automatic top-up stopped because no payment method is saved. Add one and switch it on again.',
};

function disputeSentence({ amount, owed }: { amount: Money; owed: Money }): string {
  const taken = `Your bank took back your payment of ${money(amount)}, and looks into it.`;
  return Number(owed.amount) === 0
    ? `${taken} It was taken out of your balance.`
    : `${taken} You owe ${money(owed)}: no call can be placed before it is paid.`;
}

/** `2034-12` as people say it. */
function month(text: string): string {
  return new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${text}-01`),
  );
}

function limitSentence(reason: EndReason): string {
  switch (reason) {
    case 'limit_day':
      return "Today's spending limit is reached.";
    case 'limit_hour':
      return "This hour's spending limit is reached.";
    case 'limit_per_minute':
    case 'limit_connection_fee':
      return 'It costs more than your limit allows.';
    case 'limit_new_countries':
      return 'No more new countries today.';
    case 'too_many_calls':
      return 'As many calls run as your limits allow.';
    default:
      return 'Numbers of this kind are closed until you open them.';
  }
}

/** A notice as its user sees it. */
export function viewOfNotice(notice: StoredNotice): Notice {
  return {
    ...notice,
    at: notice.at.toISOString(),
    readAt: notice.readAt?.toISOString() ?? null,
    text: sentenceOf(notice),
  };
}

function money({ amount, currency }: { amount: string; currency: string }): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 4 }).format(Number(amount));
}

const day = (at: string): string => new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date(at));

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

import type { EndReason } from './calls.ts';
import type { Money } from './money.ts';
import type { Notice, NoticeKind } from './notices.ts';
import type { noticeSentences } from './notice-sentences/en.ts';

export type NoticeSentenceKey = keyof typeof noticeSentences;
/** A sentence for each key, in one language: a language that lacks one does not compile. */
export type NoticeSentences = Record<NoticeSentenceKey, string>;

/** What is told: its kind, with the facts of that kind. */
export type ToldNotice = {
  [Kind in NoticeKind]: { kind: Kind; facts: Extract<Notice, { kind: Kind }>['facts'] };
}[NoticeKind];

/** How a reader's language writes what stands in a sentence. */
export type NoticeWriter = {
  money: (amount: Money) => string;
  day: (at: string) => string;
  /** Of `2034-12`. */
  month: (text: string) => string;
  number: (e164: string) => string;
  /** Of several, all of which hold. */
  list: (items: string[]) => string;
  duration: (seconds: number) => string;
  /** Why a limit stopped a call. */
  reason: (reason: EndReason) => string;
};

/** Which sentence a notice is, and what fills it in. */
export function noticeSentence(
  told: ToldNotice,
  write: NoticeWriter,
): { key: NoticeSentenceKey; values: Record<string, string> } {
  if (isOfNumber(told)) return numberSentence(told, write);
  if (told.kind === 'verified_number_expires' || told.kind === 'verified_number_ended')
    return verifiedSentence(told, write);
  if (told.kind === 'call_missed' || told.kind === 'voicemail_received') return callerSentence(told, write);
  if (told.kind === 'new_forward') return forwardSentence(told, write);
  const { money, month, number } = write;
  const sentence = (key: NoticeSentenceKey, values: Record<string, string> = {}) => ({ key, values });
  switch (told.kind) {
    case 'low_balance':
      return sentence('text_low_balance', { balance: money(told.facts.balance), mark: money(told.facts.mark) });
    case 'call_out_of_credit':
      return sentence('text_call_out_of_credit', { to: number(told.facts.to) });
    case 'message_received':
      return sentence('text_message_received', { from: number(told.facts.peer) });
    case 'keyword_unanswered': {
      const { peer, keyword, reason } = told.facts;
      return sentence(keywordUnansweredKey(reason), { from: number(peer), word: keyword.toUpperCase() });
    }
    case 'scheduled_message_failed':
    case 'broadcast_paused':
    case 'broadcast_completed':
      return sendingSentence(told, write);
    case 'call_cut_off': {
      const { to, seconds } = told.facts;
      return sentence('text_call_cut_off', { to: number(to), duration: write.duration(seconds) });
    }
    case 'call_stopped_by_limit':
      return sentence(`text_${told.kind}`, { to: number(told.facts.to), reason: write.reason(told.facts.reason) });
    case 'payment_failed':
    case 'payment_disputed':
      return paymentSentence(told, write);
    case 'auto_top_up_done':
    case 'refund_failed':
      return sentence(`text_${told.kind}`, { amount: money(told.facts.amount) });
    case 'auto_top_up_stopped':
      return sentence(`text_stopped_${told.facts.reason}`);
    case 'dispute_closed':
      return sentence(`text_dispute_${told.facts.outcome}`, { amount: money(told.facts.amount) });
    case 'payment_method_expires':
      return sentence('text_payment_method_expires', { label: told.facts.label, month: month(told.facts.month) });
    case 'plan_renewed':
    case 'plan_renewal_failed':
      return renewalSentence(told, write);
    case 'plan_ended':
      return sentence(`text_plan_ended_${told.facts.reason}`, { plan: told.facts.plan });
    case 'unusual_spending':
      return sentence('text_unusual_spending', { spent: money(told.facts.spent), usual: money(told.facts.usual) });
    case 'password_changed':
    case 'email_changed':
    case 'new_device':
    case 'new_sip_phone':
      return sentence(`text_${told.kind}`, told.facts);
  }
}

/** Of somebody who called and was not answered. */
function callerSentence(
  told: Extract<ToldNotice, { kind: 'call_missed' | 'voicemail_received' }>,
  { number, duration }: NoticeWriter,
): ReturnType<typeof noticeSentence> {
  const { from } = told.facts;
  const values = {
    ...(from === null ? {} : { from: number(from) }),
    ...(told.kind === 'voicemail_received' ? { duration: duration(told.facts.seconds) } : {}),
  };
  return { key: from === null ? `text_${told.kind}_unknown` : `text_${told.kind}`, values };
}

/** Of telephones that a number sends calls on to. */
function forwardSentence(
  { facts }: Extract<ToldNotice, { kind: 'new_forward' }>,
  { number, list }: NoticeWriter,
): ReturnType<typeof noticeSentence> {
  const values = { number: number(facts.number), telephones: list(facts.telephones.map(number)) };
  return { key: 'text_new_forward', values: { ...values, address: facts.address } };
}

type NumberNotice = Extract<ToldNotice, { kind: `number_${string}` }>;
const isOfNumber = (told: ToldNotice): told is NumberNotice => told.kind.startsWith('number_');

/** The same of a number that is rented. */
function numberSentence(told: NumberNotice, { money, day, number }: NoticeWriter): ReturnType<typeof noticeSentence> {
  const values = { number: number(told.facts.number) };
  if (told.kind === 'number_order_failed') {
    const { reason, price } = told.facts;
    return { key: `text_number_order_failed_${reason}`, values: { ...values, price: money(price) } };
  }
  if (told.kind !== 'number_ended') {
    const { price, until } = told.facts;
    return { key: `text_${told.kind}`, values: { ...values, until: day(until), price: money(price) } };
  }
  const { reason, until } = told.facts;
  if (until === null) return { key: `text_number_ended_${reason}_back`, values };
  return { key: `text_number_ended_${reason}`, values: { ...values, until: day(until) } };
}

/** Of a number that somebody has elsewhere. */
function verifiedSentence(
  told: Extract<ToldNotice, { kind: `verified_number_${string}` }>,
  { day, number }: NoticeWriter,
): ReturnType<typeof noticeSentence> {
  const values = { number: number(told.facts.number) };
  return told.kind === 'verified_number_ended'
    ? { key: `text_verified_number_${told.facts.reason}`, values }
    : { key: 'text_verified_number_expires', values: { ...values, until: day(told.facts.until) } };
}

/** Of the next period of a plan. */
function renewalSentence(
  told: Extract<ToldNotice, { kind: 'plan_renewed' | 'plan_renewal_failed' }>,
  { day, money }: NoticeWriter,
): { key: NoticeSentenceKey; values: Record<string, string> } {
  const { plan, until, price } = told.facts;
  const isDisputed = told.kind === 'plan_renewal_failed' && told.facts.isCardDisputed === true;
  const key = isDisputed ? 'text_plan_renewal_failed_disputed' : (`text_${told.kind}` as const);
  return { key, values: { plan, until: day(until), price: money(price) } };
}

/** Of a payment that failed, or was taken back. */
function paymentSentence(
  told: Extract<ToldNotice, { kind: 'payment_failed' | 'payment_disputed' }>,
  { money }: NoticeWriter,
): { key: NoticeSentenceKey; values: Record<string, string> } {
  if (told.kind === 'payment_failed') {
    const key = told.facts.isAutomatic ? 'text_auto_payment_failed' : 'text_payment_failed';
    return { key, values: { amount: money(told.facts.amount) } };
  }
  const { amount, owed } = told.facts;
  const key = Number(owed.amount) === 0 ? 'text_payment_disputed_covered' : 'text_payment_disputed';
  return { key, values: { amount: money(amount), owed: money(owed) } };
}

/** Of what was to be sent later or to many. */
function sendingSentence(
  told: Extract<ToldNotice, { kind: 'scheduled_message_failed' | 'broadcast_paused' | 'broadcast_completed' }>,
  { number }: NoticeWriter,
): { key: NoticeSentenceKey; values: Record<string, string> } {
  switch (told.kind) {
    case 'scheduled_message_failed': {
      const key = SCHEDULED_FAILED.get(told.facts.reason) ?? 'text_scheduled_failed';
      return { key, values: { to: number(told.facts.peer) } };
    }
    case 'broadcast_paused': {
      const key = broadcastPausedKey(told.facts.reason) ?? 'text_broadcast_paused';
      return { key, values: { name: told.facts.name } };
    }
    case 'broadcast_completed':
      return { key: 'text_broadcast_completed', values: { name: told.facts.name } };
  }
}

/** Why a scheduled message was not sent, where there is a sentence for it: the others stand in its conversation. */
const SCHEDULED_FAILED: ReadonlyMap<string, NoticeSentenceKey> = new Map([
  ['out_of_credit', 'text_scheduled_failed_credit'],
  ['payment_owed', 'text_scheduled_failed_credit'],
  ['limit_day', 'text_scheduled_failed_limit'],
  ['limit_hour', 'text_scheduled_failed_limit'],
  ['limit_new_countries', 'text_scheduled_failed_limit'],
  ['price_changed', 'text_scheduled_failed_price'],
  ['recipient_opted_out', 'text_scheduled_failed_opted_out'],
]);

/** Which sentence says why STOP, START or HELP got no answer. */
export function keywordUnansweredKey(reason: string): NoticeSentenceKey {
  return KEYWORD_UNANSWERED.get(reason) ?? 'text_keyword_unanswered';
}

const KEYWORD_UNANSWERED: ReadonlyMap<string, NoticeSentenceKey> = new Map([
  ['out_of_credit', 'text_keyword_unanswered_credit'],
  ['payment_owed', 'text_keyword_unanswered_credit'],
  ['limit_day', 'text_keyword_unanswered_limit'],
  ['limit_hour', 'text_keyword_unanswered_limit'],
  ['limit_new_countries', 'text_keyword_unanswered_limit'],
]);

/** Which sentence says why a broadcast cannot go on; null: that of the refusal itself. */
export function broadcastPausedKey(reason: string): NoticeSentenceKey | null {
  return BROADCAST_PAUSED.get(reason) ?? null;
}

const BROADCAST_PAUSED: ReadonlyMap<string, NoticeSentenceKey> = new Map([
  ['out_of_credit', 'text_broadcast_paused_credit'],
  ['payment_owed', 'text_broadcast_paused_credit'],
  ['limit_day', 'text_broadcast_paused_limit'],
  ['limit_hour', 'text_broadcast_paused_limit'],
  ['limit_new_countries', 'text_broadcast_paused_limit'],
  ['price_changed', 'text_broadcast_paused_price'],
]);

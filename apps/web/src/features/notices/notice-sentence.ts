import type { Notice, NoticeKind } from '@farline/contracts/notices';
import {
  CalendarCheck,
  CalendarX,
  CreditCard,
  Gauge,
  KeyRound,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  OctagonX,
  Phone,
  PhoneIncoming,
  PhoneMissed,
  PhoneOff,
  TrendingUp,
  Wallet,
} from 'lucide-react';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { formatDuration, formatPrice } from '../../lib/format/format.ts';
import { formatDate, formatMonth } from '../../lib/format/format-time.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { noticesText } from '../../texts/notices.ts';

/** The sign of each kind. */
export const NOTICE_ICONS: Record<NoticeKind, LucideIcon> = {
  low_balance: Wallet,
  call_out_of_credit: PhoneMissed,
  call_missed: PhoneIncoming,
  call_cut_off: PhoneOff,
  password_changed: KeyRound,
  email_changed: Mail,
  new_device: MonitorSmartphone,
  new_sip_phone: Phone,
  call_stopped_by_limit: Gauge,
  payment_failed: CreditCard,
  payment_disputed: CreditCard,
  dispute_closed: CreditCard,
  refund_failed: CreditCard,
  payment_method_expires: CreditCard,
  auto_top_up_done: Wallet,
  auto_top_up_stopped: OctagonX,
  plan_renewed: CalendarCheck,
  plan_renewal_failed: CalendarX,
  plan_ended: CalendarX,
  unusual_spending: TrendingUp,
};

/** A notice as a sentence of the page's language. */
export function noticeSentence(notice: Notice): string {
  const say = noticesText.say;
  switch (notice.kind) {
    case 'low_balance':
      return say('text_low_balance', {
        balance: formatPrice(notice.facts.balance),
        mark: formatPrice(notice.facts.mark),
      });
    case 'call_out_of_credit':
      return say('text_call_out_of_credit', { to: showNumber(notice.facts.to) });
    case 'call_missed':
      return notice.facts.from === null
        ? say('text_call_missed_unknown')
        : say('text_call_missed', { from: showNumber(notice.facts.from) });
    case 'call_cut_off':
      return say('text_call_cut_off', {
        to: showNumber(notice.facts.to),
        duration: formatDuration(notice.facts.seconds),
      });
    case 'call_stopped_by_limit':
      return say('text_call_stopped_by_limit', {
        to: showNumber(notice.facts.to),
        reason: stopSentence(notice),
      });
    case 'payment_failed':
      return say(notice.facts.isAutomatic ? 'text_auto_payment_failed' : 'text_payment_failed', {
        amount: formatPrice(notice.facts.amount),
      });
    case 'payment_disputed':
      return say(Number(notice.facts.owed.amount) > 0 ? 'text_payment_disputed' : 'text_payment_disputed_covered', {
        amount: formatPrice(notice.facts.amount),
        owed: formatPrice(notice.facts.owed),
      });
    case 'dispute_closed':
      return say(`text_dispute_${notice.facts.outcome}`, { amount: formatPrice(notice.facts.amount) });
    case 'refund_failed':
      return say('text_refund_failed', { amount: formatPrice(notice.facts.amount) });
    case 'payment_method_expires':
      return say('text_payment_method_expires', {
        label: notice.facts.label,
        month: formatMonth(notice.facts.month),
      });
    case 'auto_top_up_done':
      return say('text_auto_top_up_done', { amount: formatPrice(notice.facts.amount) });
    case 'auto_top_up_stopped':
      return say(`text_stopped_${notice.facts.reason}`);
    case 'plan_renewed':
    case 'plan_renewal_failed':
      return say(`text_${notice.kind}`, {
        plan: notice.facts.plan,
        price: formatPrice(notice.facts.price),
        until: formatDate(notice.facts.until),
      });
    case 'plan_ended':
      return say(`text_plan_ended_${notice.facts.reason}`, { plan: notice.facts.plan });
    case 'unusual_spending':
      return say('text_unusual_spending', {
        spent: formatPrice(notice.facts.spent),
        usual: formatPrice(notice.facts.usual),
      });
    case 'password_changed':
      return say('text_password_changed', notice.facts);
    case 'email_changed':
      return say('text_email_changed', notice.facts);
    case 'new_device':
      return say('text_new_device', { device: notice.facts.device, address: notice.facts.address });
    case 'new_sip_phone':
      return say('text_new_sip_phone', { name: notice.facts.name, address: notice.facts.address });
  }
}

function stopSentence(notice: Extract<Notice, { kind: 'call_stopped_by_limit' }>): string {
  const { reason } = notice.facts;
  return endSentence({ reason, reasonText: notice.text, ringingAt: null, answeredAt: null }) ?? notice.text;
}

/** Where one can do something about it. */
export function noticePath(notice: Notice): string {
  switch (notice.kind) {
    case 'low_balance':
      return '/billing';
    case 'call_missed':
    case 'call_out_of_credit':
    case 'call_cut_off':
      return `/calls/${notice.facts.callId}`;
    case 'call_stopped_by_limit':
      return `/calls/${notice.facts.callId}`;
    case 'payment_failed':
    case 'payment_disputed':
    case 'dispute_closed':
    case 'refund_failed':
    case 'payment_method_expires':
    case 'auto_top_up_done':
    case 'auto_top_up_stopped':
    case 'plan_renewed':
    case 'plan_renewal_failed':
    case 'plan_ended':
      return '/billing';
    case 'unusual_spending':
      return '/settings/limits';
    case 'email_changed':
      return '/settings';
    case 'password_changed':
    case 'new_device':
      return '/settings/security';
    case 'new_sip_phone':
      return '/settings/phones';
  }
}

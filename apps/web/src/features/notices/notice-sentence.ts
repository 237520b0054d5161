import { noticeSentence as sentenceOf } from '@farline/contracts/notice-sentence';
import type { Notice, NoticeKind } from '@farline/contracts/notices';
import {
  CalendarCheck,
  CalendarX,
  CreditCard,
  Gauge,
  KeyRound,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquare,
  MessageSquareX,
  MonitorSmartphone,
  OctagonX,
  Phone,
  PhoneForwarded,
  PhoneIncoming,
  PhoneMissed,
  PhoneOff,
  TrendingUp,
  Voicemail,
  Wallet,
} from 'lucide-react';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { nameOrNumber } from '../../lib/calls/use-names.ts';
import { formatDuration, formatList, formatMonth, formatPrice } from '../../lib/format/format.ts';
import { formatDate } from '../../lib/format/format-time.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { noticesText } from '../../texts/notices.ts';

/** The sign of each kind. */
export const NOTICE_ICONS: Record<NoticeKind, LucideIcon> = {
  low_balance: Wallet,
  call_out_of_credit: PhoneMissed,
  call_missed: PhoneIncoming,
  voicemail_received: Voicemail,
  message_received: MessageSquare,
  scheduled_message_failed: CalendarX,
  keyword_unanswered: MessageSquareX,
  broadcast_paused: Megaphone,
  broadcast_completed: Megaphone,
  call_cut_off: PhoneOff,
  password_changed: KeyRound,
  email_changed: Mail,
  new_device: MonitorSmartphone,
  new_sip_phone: Phone,
  new_forward: PhoneForwarded,
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
  number_due: CalendarX,
  number_renewal_failed: CalendarX,
  number_ended: PhoneOff,
  number_order_failed: CalendarX,
  verified_number_expires: CalendarX,
  verified_number_ended: PhoneOff,
  unusual_spending: TrendingUp,
};

/** A notice as a sentence of the page's language; numbers that have a name here are told by it. */
export function noticeSentence(notice: Notice, nameOf: (number: string) => string | null): string {
  const { key, values } = sentenceOf(notice, {
    money: formatPrice,
    day: formatDate,
    month: formatMonth,
    number: (number) => nameOrNumber(nameOf(number), number),
    list: formatList,
    duration: formatDuration,
    reason: (reason) =>
      endSentence({ reason, reasonText: notice.text, ringingAt: null, answeredAt: null }) ?? notice.text,
  });
  return noticesText.say(key, values);
}

/** What is said when it comes in. */
export function arrivedSentence(notice: Notice, nameOf: (number: string) => string | null): string {
  return noticesText.say('arrived', { text: noticeSentence(notice, nameOf) });
}

/** Where one can do something about it. */
export function noticePath(notice: Notice): string {
  switch (notice.kind) {
    case 'low_balance':
      return '/billing';
    case 'message_received':
    case 'scheduled_message_failed':
    case 'keyword_unanswered':
      return threadPath(notice.facts.peer);
    case 'broadcast_paused':
    case 'broadcast_completed':
      return `/messages/broadcasts/${notice.facts.broadcastId}`;
    case 'voicemail_received':
      return `/messages/voicemail/${notice.facts.voicemailId}`;
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
      return '/billing/payments';
    case 'plan_renewed':
    case 'plan_renewal_failed':
    case 'plan_ended':
      return '/billing/plan';
    case 'number_due':
    case 'number_renewal_failed':
    case 'number_ended':
    case 'number_order_failed':
    case 'verified_number_expires':
    case 'verified_number_ended':
      return '/numbers';
    case 'unusual_spending':
      return '/settings/limits';
    case 'email_changed':
      return '/settings';
    case 'password_changed':
    case 'new_device':
      return '/settings/security';
    case 'new_sip_phone':
      return '/settings/phones';
    case 'new_forward':
      return `/numbers/${encodeURIComponent(notice.facts.number)}/rule`;
  }
}

import type { Notice, NoticeKind } from '@farline/contracts/notices';
import { KeyRound, type LucideIcon, Mail, MonitorSmartphone, PhoneMissed, PhoneOff, Wallet } from 'lucide-react';
import { formatDuration, formatPrice } from '../../lib/format.ts';
import { showNumber } from '../../lib/phone-number.ts';
import { noticesText } from '../../texts/notices.ts';

/** The sign of each kind. */
export const NOTICE_ICONS: Record<NoticeKind, LucideIcon> = {
  low_balance: Wallet,
  call_out_of_credit: PhoneMissed,
  call_cut_off: PhoneOff,
  password_changed: KeyRound,
  email_changed: Mail,
  new_device: MonitorSmartphone,
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
    case 'call_cut_off':
      return say('text_call_cut_off', {
        to: showNumber(notice.facts.to),
        duration: formatDuration(notice.facts.seconds),
      });
    case 'password_changed':
      return say('text_password_changed', notice.facts);
    case 'email_changed':
      return say('text_email_changed', notice.facts);
    case 'new_device':
      return say('text_new_device', { device: notice.facts.device, address: notice.facts.address });
  }
}

/** Where one can do something about it. */
export function noticePath(notice: Notice): string {
  switch (notice.kind) {
    case 'low_balance':
      return '/billing';
    case 'call_out_of_credit':
    case 'call_cut_off':
      return `/calls/${notice.facts.callId}`;
    case 'email_changed':
      return '/settings';
    case 'password_changed':
    case 'new_device':
      return '/settings/security';
  }
}

import type { Call } from '@farline/contracts/calls';
import { Phone, PhoneIncoming, PhoneMissed, PhoneOutgoing } from 'lucide-react';
import { kindOf } from '../../lib/calls/call-kind.ts';
import { messagesText } from '../../texts/messages.ts';
import { cx } from '../cx.ts';

const KINDS = {
  running: { icon: Phone, word: 'callRunning' },
  missed: { icon: PhoneMissed, word: 'callMissed' },
  in: { icon: PhoneIncoming, word: 'callIn' },
  out: { icon: PhoneOutgoing, word: 'callOut' },
} as const;

/** Which way a call went, or that it was missed, in red: a sign, and its word beside it or read out alone. */
export function CallSign({ call, isWordShown }: { call: Call; isWordShown: boolean }) {
  const t = messagesText.useText();
  const kind = kindOf(call);
  const { icon: Icon, word } = KINDS[kind];
  const colour = kind === 'missed' ? 'text-stop' : '';
  return (
    <>
      <Icon aria-hidden className={cx('size-4 shrink-0', colour)} />
      <span className={isWordShown ? cx('font-medium', colour) : 'sr-only'}>{t(word)}</span>
    </>
  );
}

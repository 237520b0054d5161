import { messagesText } from '../../texts/messages.ts';
import { showNumber } from '../format/phone-number.ts';
import { allOf, type Senders } from './senders.ts';

/** What is said where a sender that the account has no more has given way to another; null: it has not. */
export function senderReplaced(senders: Senders, before: string, now: string | undefined): string | null {
  if (now === undefined || now === before || allOf(senders).includes(before)) return null;
  return messagesText.say('senderReplaced', { before: shown(before), now: shown(now) });
}

function shown(sender: string): string {
  return sender.startsWith('+') ? showNumber(sender) : sender;
}

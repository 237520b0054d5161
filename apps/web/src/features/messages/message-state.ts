import type { Message, MessageStatus } from '@farline/contracts/messages/messages';
import { Check, CheckCheck, CircleAlert, CircleHelp, Clock, type LucideIcon } from 'lucide-react';
import { messagesText } from '../../texts/messages.ts';

type Sent = Exclude<MessageStatus, 'received'>;

const SIGNS: Record<Sent, { icon: LucideIcon; colour: string }> = {
  queued: { icon: Clock, colour: '' },
  sent: { icon: Check, colour: '' },
  delivered: { icon: CheckCheck, colour: 'text-call' },
  undelivered: { icon: CircleAlert, colour: 'text-stop' },
  failed: { icon: CircleAlert, colour: 'text-stop' },
  unknown: { icon: CircleHelp, colour: 'text-attention' },
};

/** How far a message of ours is, as a sign and a word; null for one that came in. */
export function stateOf({
  status,
}: Pick<Message, 'status'>): { icon: LucideIcon; colour: string; word: string } | null {
  if (status === 'received') return null;
  return { ...SIGNS[status], word: messagesText.say(`state_${status}`) };
}

/** Why a message was not delivered, or is not known to be, in the page's language. */
export function reasonOf({ reason, reasonText }: Pick<Message, 'reason' | 'reasonText'>): string | null {
  return reason === null ? reasonText : messagesText.say(`reason_${reason}`);
}

/** Whether its text may be sent once more: nobody has got it, or `perhaps_twice`, where somebody may have. */
export function tryingAgain({ status }: Pick<Message, 'status'>): 'once' | 'perhaps_twice' | null {
  if (status === 'failed' || status === 'undelivered') return 'once';
  return status === 'unknown' ? 'perhaps_twice' : null;
}

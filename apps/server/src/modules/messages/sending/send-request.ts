import type { Money } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import type { NewMessage } from './plan-message.ts';

/** A request with who makes it; `spender`: whose limits count where no user sends. */
export type SendRequest = NewMessage & {
  userId: string | null;
  spender: string;
  /** What the sender was shown for a segment. */
  pricePerSegment?: Money | undefined;
  /** The message with a keyword that this one answers: also to somebody who wants no other. */
  answers?: string;
  /** The broadcast that it is a part of. It stands in its thread, and does not bring that to the top of the inbox. */
  broadcastId?: string;
  /** The verification whose code stands where `HIDDEN_CODE` is in the text. */
  codeOf?: string;
  /** Notes in the same transaction what the message is written for; what it throws undoes the message. */
  note?: (tx: Transaction, messageId: string) => Promise<void>;
};

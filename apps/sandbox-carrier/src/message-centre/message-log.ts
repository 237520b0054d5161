import type { Concatenation } from '@farline/sms';
import type { MessageBehaviour } from './magic-messages.ts';

/** What the message centre knows of one part that it took. Instants are RFC 3339; `null` is what has not happened. */
export type MessageRecord = {
  messageId: string;
  systemId: string;
  from: string;
  to: string;
  text: string;
  concatenation: Concatenation | null;
  dataCoding: number;
  behaviour: MessageBehaviour['kind'];
  takenAt: string;
  /** What became of it, and when its receipt was taken. */
  state: 'taken' | 'delivered' | 'undelivered';
  receiptTakenAt: string | null;
};

const KEPT = 20_000;

/** Remembers the latest 20,000 parts that were taken, and counts all of them. */
export class MessageLog {
  readonly #records = new Set<MessageRecord>();
  #taken = 0;

  add(record: MessageRecord): void {
    this.#taken += 1;
    this.#records.add(record);
    const [oldest] = this.#records;
    if (this.#records.size > KEPT && oldest) this.#records.delete(oldest);
  }

  /** The latest parts, oldest first, to one number if it is given. */
  find(wanted: { to: string | null; limit: number }): MessageRecord[] {
    const found = [...this.#records].filter(({ to }) => wanted.to === null || to === wanted.to);
    return found.slice(-wanted.limit);
  }

  /** Parts that were ever taken. */
  get taken(): number {
    return this.#taken;
  }
}

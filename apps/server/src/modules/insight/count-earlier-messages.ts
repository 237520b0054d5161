import type { CountedMessage } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { countMessages, earlierMessages, saveEarlierMessages } from './message-insight-store.ts';

export type EarlierMessagesDeps = {
  database: Database;
  clock: Clock;
  /** ISO 3166-1 alpha-2; null: no number, or of no country. */
  countryOf: (peer: string) => string | null;
  /** Messages of all accounts, newest first; `next` is the last one looked at, null at the end. */
  countedMessagesBefore: (
    db: Database,
    wanted: { before: string; most: number },
  ) => Promise<{ messages: { id: string; accountId: string; facts: CountedMessage }[]; next: string | null }>;
};

const AT_ONCE = 500;

/** Counts the messages from before anybody listened, as calls are: a step at a time, newest first, none twice. */
export async function countEarlierMessages(deps: EarlierMessagesDeps): Promise<void> {
  const progress = await earlierMessages(deps.database);
  if (progress?.isDone === true) return;
  const before = progress?.before ?? newId(deps.clock.now());
  const { messages, next } = await deps.countedMessagesBefore(deps.database, { before, most: AT_ONCE });
  await inTransaction(deps.database, async (tx) => {
    if (messages.length > 0) await countMessages(tx, messages.map(located(deps)));
    await saveEarlierMessages(tx, { before: next ?? before, isDone: next === null });
  });
}

/** A message with the country of its other side. */
export const located =
  ({ countryOf }: Pick<EarlierMessagesDeps, 'countryOf'>) =>
  <Message extends { facts: CountedMessage }>(message: Message): Message & { countryCode: string | null } => ({
    ...message,
    countryCode: countryOf(message.facts.peer),
  });

import { micros, toMoney } from '@farline/contracts';
import type { Customer } from '../../modules/calls/testing/calls-world.ts';
import type { BroadcastRecord, BroadcastTotals } from '../../modules/messages/broadcasts/broadcast.ts';
import { findBroadcast } from '../../modules/messages/broadcasts/broadcast-store.ts';
import { reportRecipients, totalsOf } from '../../modules/messages/broadcasts/recipients-store.ts';
import { startBroadcast } from '../../modules/messages/broadcasts/run-broadcast.ts';
import { createBroadcast, takeRecipients } from '../../modules/messages/broadcasts/write-broadcast.ts';
import type { Database } from '../../platform/database.ts';
import { messagesWorld } from './messages-world.ts';

/** A file of so many people with a name each, whose numbers lie in ranges of ten. */
export function fileOf(count: number): string {
  const lines = Array.from({ length: count }, (_, at) => `Person${at},+44770${String(at % 10)}900${String(100 + at)}`);
  return `name,phone\n${lines.join('\n')}\n`;
}

/** Broadcasts on a test's database, beside everything that messages have. */
export async function broadcastsWorld(database: Database, options: Parameters<typeof messagesWorld>[1] = {}) {
  const world = await messagesWorld(database, options);
  const find = async (customer: Customer, id: string): Promise<BroadcastRecord> => {
    const found = await findBroadcast(database, { accountId: customer.accountId, id });
    if (found === null) throw new Error('there is such a broadcast');
    return found;
  };
  const totals = async (id: string): Promise<BroadcastTotals> =>
    await totalsOf(database, { broadcastId: id, freeSegments: 0, currency: 'USD' });
  const costOf = async (id: string) => toMoney(micros((await totals(id)).costMicros), 'USD');
  return {
    ...world,
    find,
    totals,
    costOf,
    /** A draft with the recipients of a file. */
    draft: async (
      customer: Customer,
      written: { file: string; text?: string; optOutLine?: string | null; defaultCountry?: string },
    ): Promise<string> => {
      const { accountId, userId } = customer;
      const { file, text = 'Dear {name}', optOutLine = null, defaultCountry } = written;
      const { id } = await createBroadcast(world.deps, { accountId, userId, name: 'News', text, optOutLine });
      await takeRecipients(world.deps, { accountId, id }, { bytes: Buffer.from(file), defaultCountry });
      return id;
    },
    /** Starts it, or resumes it, at what it costs now as far as was shown. */
    start: async ({ accountId }: Customer, id: string) =>
      await startBroadcast(world.deps, { accountId, id }, await costOf(id)),
    recipients: async (id: string) =>
      await reportRecipients(database, { broadcastId: id, leftOutOnly: false, after: 0, most: 10_000 }),
    /** Gives broadcasts so many turns, a minute and a second after one another, and sends what they write. */
    turns: async (count: number) => {
      for (let turn = 0; turn < count; turn++) {
        await world.feedBroadcasts();
        await world.send();
        world.clock.passSeconds(61);
      }
    },
  };
}

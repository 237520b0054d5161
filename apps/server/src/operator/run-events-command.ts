import { recordAuditEvent } from '../modules/accounts/index.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { everySetAside, wantAgain } from '../platform/subscriptions-store.ts';
import type { EventsCommand } from './read-command.ts';

/** Lists the events that were set aside, or has a subscriber's tried again; gives the sentences that tell what is now true. */
export async function runEventsCommand(
  database: Database,
  { retry }: EventsCommand,
  by: { actor: string; at: Date },
): Promise<string> {
  if (retry === null) return await listSetAside(database);
  const count = await inTransaction(database, async (tx) => {
    const wanted = await wantAgain(tx, retry);
    const after = { subscription: retry, wanted };
    const act = { ...by, action: 'events.retried', accountId: null, subject: null, after };
    if (wanted > 0) await recordAuditEvent(tx, act);
    return wanted;
  });
  if (count === 0) return `No event lies aside for ${retry}.`;
  return `${count} ${count === 1 ? 'event is' : 'events are'} tried again within a second. Look again with: npm run operator -- events`;
}

async function listSetAside(database: Database): Promise<string> {
  const lying = await everySetAside(database);
  if (lying.length === 0) return 'No event lies aside.';
  return lying
    .map(({ subscription, event, failures, error, setAsideAt }) => {
      const what = `${event.type} of ${event.subjectId}, number ${event.position}`;
      return `${subscription}: ${what}, set aside ${setAsideAt.toISOString()} after ${failures} tries: ${error}`;
    })
    .join('\n');
}

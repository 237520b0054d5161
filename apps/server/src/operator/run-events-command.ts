import { recordAuditEvent } from '../modules/accounts/index.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { discardSetAside, everySetAside, isServed, wantAgain } from '../platform/subscriptions-store.ts';
import { OperatorError } from './operator-error.ts';
import type { EventsCommand } from './read-command.ts';

type By = { actor: string; at: Date };

/** Lists the events that were set aside, or has a part's tried again or discarded; gives the sentences that tell what is now true. */
export async function runEventsCommand(database: Database, { act }: EventsCommand, by: By): Promise<string> {
  switch (act.kind) {
    case 'list':
      return await listSetAside(database);
    case 'retry':
      return await retry(database, act.part, by);
    case 'discard':
      return await discard(database, act.part, by);
  }
}

async function retry(database: Database, part: string, by: By): Promise<string> {
  const count = await inTransaction(database, async (tx) => {
    const wanted = await wantAgain(tx, part);
    if (wanted === 0) return 0;
    // It would be wanted for ever, and asked for ten times a second.
    if (!(await isServed(tx, part))) {
      throw new OperatorError(
        `No server has served ${part} for ten minutes: nothing was tried again. If it is gone for good, \`events discard ${part}\`.`,
      );
    }
    const after = { subscription: part, wanted };
    await recordAuditEvent(tx, { ...by, action: 'events.retried', accountId: null, subject: null, after });
    return wanted;
  });
  if (count === 0) return `No event lies aside for ${part}.`;
  return `${count} ${count === 1 ? 'event is' : 'events are'} tried again within a second. Look again with: npm run operator -- events`;
}

async function discard(database: Database, part: string, by: By): Promise<string> {
  const count = await inTransaction(database, async (tx) => {
    const discarded = await discardSetAside(tx, part);
    const after = { subscription: part, discarded };
    const act = { ...by, action: 'events.discarded', accountId: null, subject: null, after };
    if (discarded > 0) await recordAuditEvent(tx, act);
    return discarded;
  });
  if (count === 0) return `No event lies aside for ${part}.`;
  return `${count} ${count === 1 ? 'event' : 'events'} of ${part} ${count === 1 ? 'was' : 'were'} discarded.`;
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

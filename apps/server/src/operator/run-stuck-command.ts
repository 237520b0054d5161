import { recordAuditEvent } from '../modules/accounts/index.ts';
import { freeStuckLeg, openStuckLegs } from '../modules/calls/index.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { OperatorError } from './operator-error.ts';
import type { StuckCommand } from './read-command.ts';

/** Lists what carriers have not let go of, or takes one call off that list; gives the sentences that tell what is now true. */
export async function runStuckCommand(
  database: Database,
  { clear }: StuckCommand,
  by: { actor: string; at: Date },
): Promise<string> {
  if (clear === null) return await listStuckLegs(database);
  const isCleared = await inTransaction(database, async (tx) => {
    if (!(await freeStuckLeg(tx, { callId: clear, at: by.at }))) return false;
    await recordAuditEvent(tx, { ...by, action: 'stuck_leg.cleared', accountId: null, subject: clear, after: {} });
    return true;
  });
  if (!isCleared) throw new OperatorError(`No carrier holds call ${clear}: see npm run operator -- stuck.`);
  return `Call ${clear} is off the list, as the carrier's word has it. Nothing is charged or given back by it, and Kamailio goes on telling the carrier until it answers, for a day at most.`;
}

/** The calls that are over here and that a carrier may still count, one a line. */
async function listStuckLegs(database: Database): Promise<string> {
  const legs = await openStuckLegs(database);
  if (legs.length === 0) return 'Every carrier has let go of every call that is over.';
  return legs
    .map(({ callId, trunk, byes, status, at }) => {
      const said = status === null ? 'no answer' : `answer ${status}`;
      return `${callId} on ${trunk}: not let go since ${at.toISOString()}, ${said} to ${byes} BYEs. Ask the carrier to end it.`;
    })
    .join('\n');
}

import { openStuckLegs } from '../modules/calls/index.ts';
import type { Database } from '../platform/database.ts';

/** The calls that are over here and that a carrier may still count, one a line. */
export async function listStuckLegs(database: Database): Promise<string> {
  const legs = await openStuckLegs(database);
  if (legs.length === 0) return 'Every carrier has let go of every call that is over.';
  return legs
    .map(({ callId, trunk, byes, status, at }) => {
      const said = status === null ? 'no answer' : `answer ${status}`;
      return `${callId} on ${trunk}: not let go since ${at.toISOString()}, ${said} to ${byes} BYEs. Ask the carrier to end it.`;
    })
    .join('\n');
}

import { publish } from '../../platform/events.ts';
import { type Database, type Executor, inTransaction } from '../../platform/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { eachInTurn } from '../../platform/in-turn.ts';
import { removeNow, type RemoveDeps } from './remove-discarded.ts';
import type { Deed, RecordingFiles } from './recording-files.ts';
import { discardRecording, markHeardNow } from './voicemail-store.ts';

export type TakeDeedsDeps = RemoveDeps & {
  database: Database;
  clock: Clock;
  files: RecordingFiles;
  /** Whose voicemails the call listens to; null: it is no such call. */
  listeningAccount: (db: Executor, callId: string) => Promise<string | null>;
};

const MOST_AT_ONCE = 200;

/**
 * Gives what takes the attendant's word of messages that their owner heard or deleted in a call. Only messages of the account whose call it was
 * are touched, whatever is named; what has been done already is no error.
 */
export function takingDeeds(deps: TakeDeedsDeps): () => Promise<void> {
  return eachInTurn<Deed>({
    most: MOST_AT_ONCE,
    read: async (after) => await deps.files.deeds(MOST_AT_ONCE, after),
    work: async (deed) => await take(deps, deed),
    failed: ({ callId }, error) =>
      deps.log.error(
        { err: error, call: callId },
        'what was done with a voicemail could not be noted; it is tried again',
      ),
  });
}

async function take(deps: TakeDeedsDeps, deed: Deed): Promise<void> {
  const accountId = await deps.listeningAccount(deps.database, deed.callId);
  if (accountId !== null) await carryOut(deps, { ...deed, accountId });
  await deps.files.forgetDeed(deed);
}

async function carryOut(deps: TakeDeedsDeps, done: Deed & { accountId: string }): Promise<void> {
  const { id, accountId, deed } = done;
  const isChanged = await inTransaction(deps.database, async (tx) => {
    const changed =
      deed === 'deleted'
        ? await discardRecording(tx, { id, accountId })
        : await markHeardNow(tx, { id, accountId, heardAt: deps.clock.now() });
    if (changed) await publish(tx, { type: 'voicemail.changed', accountId, subjectId: id });
    return changed;
  });
  if (isChanged && deed === 'deleted') await removeNow(deps, { id, accountId });
}

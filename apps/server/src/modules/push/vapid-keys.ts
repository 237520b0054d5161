import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { seal, unseal } from '../../platform/sealed.ts';
import { deleteAllSubscriptions, findKey, keepKey } from './push-store.ts';

export type VapidKeys = { publicKey: string; privateKey: string };
export type KeyDeps = {
  database: Database;
  clock: Clock;
  newKeys: () => VapidKeys;
  /** Seals the private half; whoever changes it gets a new pair, and every browser has to be added anew. */
  sealingKey: Uint8Array;
};

const PURPOSE = 'vapid';

/** The pair that this installation proves itself with to push services (RFC 8292): made once, and the same for all its processes. */
export function vapidKeys(deps: KeyDeps): () => Promise<VapidKeys> {
  let known: Promise<VapidKeys> | null = null;
  return async () => {
    known ??= readOrMake(deps).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return await known;
  };
}

async function readOrMake(deps: KeyDeps): Promise<VapidKeys> {
  const kept = await findKey(deps.database);
  const opened = kept === null ? null : open(deps, kept);
  if (opened !== null) return opened;
  const made = deps.newKeys();
  const isKept = await inTransaction(deps.database, async (tx) => {
    const privateKey = seal(Buffer.from(made.privateKey), deps.sealingKey, PURPOSE);
    const former = kept?.publicKey ?? null;
    if (!(await keepKey(tx, { publicKey: made.publicKey, privateKey, former, at: deps.clock.now() }))) return false;
    await deleteAllSubscriptions(tx);
    return true;
  });
  if (isKept) return made;
  const faster = await findKey(deps.database);
  const theirs = faster === null ? null : open(deps, faster);
  if (theirs === null) throw new Error('two processes have different secrets for the key of push messages');
  return theirs;
}

function open({ sealingKey }: KeyDeps, kept: { publicKey: string; privateKey: Buffer }): VapidKeys | null {
  const privateKey = unseal(kept.privateKey, sealingKey, PURPOSE)?.toString();
  return privateKey === undefined ? null : { publicKey: kept.publicKey, privateKey };
}

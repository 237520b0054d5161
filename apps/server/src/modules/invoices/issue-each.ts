import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';

const PUT_OFF_MS = 15 * 60_000;

/**
 * Issues for one after another, each in a transaction of its own, until none is due or `most` were tried. One that fails
 * is told of and put off for a quarter of an hour: those behind it go on. Gives how many were issued.
 */
export async function issueEach<T>(
  database: Database,
  queue: {
    most: number;
    now: Date;
    /** Locks the one that has been due longest; null: none is due that is free. */
    lock: (tx: Transaction) => Promise<T | null>;
    issue: (tx: Transaction, one: T) => Promise<void>;
    putOff: (one: T, until: Date) => Promise<void>;
    failed: (one: T, error: unknown) => void;
  },
): Promise<number> {
  let issued = 0;
  for (let tries = 0; tries < queue.most; tries++) {
    const locked: T[] = [];
    try {
      await inTransaction(database, async (tx) => {
        const one = await queue.lock(tx);
        if (one === null) return;
        locked.push(one);
        await queue.issue(tx, one);
      });
      if (locked.length === 0) return issued;
      issued++;
    } catch (error) {
      const [one] = locked;
      if (one === undefined) throw error;
      queue.failed(one, error);
      await queue.putOff(one, new Date(queue.now.getTime() + PUT_OFF_MS));
    }
  }
  return issued;
}

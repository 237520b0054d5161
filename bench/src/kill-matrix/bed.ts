import { ownTestStack } from '@farline/tools/own-stack';
import type { Part } from '@farline/tools/part';
import type { Stack } from '@farline/tools/stack';
import pg from 'pg';
import { type Callers, openCallers } from '../../../apps/server/tests/testbed/callers.ts';

/** What is killed. */
export const KILLED = ['server', 'Kamailio', 'rtpengine', 'PostgreSQL', 'call bridge', 'attendant'] as const;
export type Killed = (typeof KILLED)[number];

/** A whole Farline with the sandbox carrier, whose parts may be killed. */
export type Bed = {
  stack: Stack;
  callers: Callers;
  /** Asks the database beside the product; throws while there is none. */
  rows<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  part(name: Killed): Part;
  close(): Promise<void>;
};

/** Starts it. What PostgreSQL says is written is on the disk, as in production: otherwise its death would take back what was said. */
export async function openBed(): Promise<Bed> {
  const stack = await ownTestStack({ without: ['pages'], isDurable: true, env: { FARLINE_CARRIER_RING_MS: '300' } });
  const callers = await openCallers(stack);
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 2, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined);
  return {
    stack,
    callers,
    rows: async (statement, values) => (await pool.query(statement, values)).rows,
    part(name) {
      const part = {
        server: stack.server,
        Kamailio: stack.kamailio,
        rtpengine: stack.rtpengine,
        PostgreSQL: stack.postgres,
        'call bridge': stack.callBridge,
        attendant: stack.attendants[0],
      }[name];
      if (part === null || part === undefined) throw new Error(`this stack has no ${name}`);
      return part;
    },
    async close() {
      await callers.close();
      await pool.end();
      await stack.stop();
    },
  };
}

/** Holds these wallets' rows: whatever moves their money waits, until they are let go or PostgreSQL dies. */
export async function holdWallets(bed: Bed, walletIds: readonly string[]): Promise<{ letGo(): Promise<void> }> {
  const client = new pg.Client({ connectionString: bed.stack.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('select from ledger.wallet where id = any ($1::uuid[]) for update', [walletIds]);
  return { letGo: async () => await client.end().catch(() => undefined) };
}

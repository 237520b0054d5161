import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { askForMessages } from './asked-messages.ts';
import type { Measured } from '../measured.ts';
import { queueMessages } from '../queued-messages.ts';
import type { World } from '../world.ts';

const BURST = 5_000;
const KILLED_AFTER = 1_500;
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 5 * 60_000;

type Outcome = { row: Measured; failures: string[] };

const taken = z.object({ messages: z.array(z.object({ text: z.string() })) });

/**
 * Kills the server in a burst, while people ask for more, starts it again, and counts what the far side took twice or never got, and what is
 * not written once after it was asked for again. `failures`: what must not have happened. Nobody waits for who is gone as long as the product
 * does: claims are let go, and what stays unknown is settled at once.
 */
export async function measureKill(world: World): Promise<Outcome> {
  const { stack } = world;
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const count = async (condition: string, ids: readonly string[]) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from messages.message where id = any ($1::uuid[]) and ${condition}`,
      [ids],
    );
    return rows[0]?.count ?? 0;
  };
  try {
    const ids = await queueMessages(client, BURST);
    const asking = await askForMessages(world, client);
    await until('many are sent', async () => (await count(`state <> 'queued'`, ids)) >= KILLED_AFTER);
    await stack.server.kill('SIGKILL');
    await until('what the server had begun has ended', async () => {
      const { rows } = await client.query(`select from pg_stat_activity where application_name like 'farline server%'`);
      return rows.length === 0;
    });
    await client.query('update messages.message set claimed_until = now() where claimed_until is not null');
    await client.query(
      `update messages.part set submitted_at = submitted_at - interval '3 minutes' where state = 'submitting'`,
    );
    await stack.server.start();
    const again = await asking.askAgain();
    const asked = await asking.written();
    ids.push(...asked.ids);
    await until('each is decided', async () => (await count(`state in ('queued', 'sent')`, ids)) === 0);
    await client.query(
      `update messages.message set created_at = created_at - interval '3 days' where state = 'unknown' and settled_at is null`,
    );
    await until('each is settled', async () => (await count('settled_at is null', ids)) === 0);

    const record = await fetch(`${stack.carrierRecordUrl}/messages?limit=20000`);
    const texts = taken.parse(await record.json()).messages.map(({ text }) => text);
    return judge({ ...(await compare(client, ids, texts)), again, ...asked });
  } finally {
    await client.end();
  }
}

type Became = { twice: number; lost: number; unknown: number };

/** What became of these messages, where the far side took these texts. */
async function compare(client: pg.Client, ids: readonly string[], texts: readonly string[]): Promise<Became> {
  const { rows } = await client.query<{ id: string; state: string; body: string }>(
    'select id, state, body from messages.message where id = any ($1::uuid[])',
    [ids],
  );
  const ours = new Map(rows.map(({ id, body }) => [body, id]));
  const took = texts.flatMap((text) => ours.get(text) ?? []);
  const known = new Set(took);
  return {
    twice: took.length - known.size,
    // Nobody knows of an unknown one whether it was sent, and its sender is told so.
    lost: rows.filter(({ id, state }) => state !== 'unknown' && !known.has(id)).length,
    unknown: rows.filter(({ state }) => state === 'unknown').length,
  };
}

function judge(told: Became & { again: number; ids: readonly string[]; notOnce: readonly string[] }): Outcome {
  const { twice, lost, unknown, again, ids } = told;
  const notOnce = told.notOnce.length;
  const wrong = twice + lost + notOnce;
  return {
    row: {
      what: `killed -9 in a burst of ${BURST.toLocaleString('en')}: sent twice, lost, or not written once`,
      unit: '',
      ours: wrong,
      bare: Number.NaN,
      aim: 'none',
      isMet: wrong === 0,
      remark: `${unknown} unknown, and not sent again; ${again} of ${ids.length} over HTTP were asked for again`,
    },
    failures: [
      ...(twice > 0 ? [`${twice} messages were sent twice after a kill`] : []),
      ...(notOnce > 0 ? [`${notOnce} messages are not there once after a kill and a second request`] : []),
      ...(lost > 0 ? [`${lost} messages were lost by a kill`] : []),
    ],
  };
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !(await isSo()); await wait(LOOK_EVERY_MS)) {
    if (performance.now() > deadline) throw new Error(`never: ${what}`);
  }
}

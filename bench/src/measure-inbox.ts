import pg from 'pg';
import { z } from 'zod';
import { createApi } from './api.ts';
import { type Measured, median } from './measured.ts';
import type { World } from './world.ts';

const MESSAGES = 1_000_000;
const PEOPLE = 10_000;
const ROUNDS = 200;
const PAGES_BACK = 20;
const MOST_SLOWER = 1.2;

const page = z.object({ items: z.array(z.object({ peer: z.string() })), nextCursor: z.string().nullable() });

/** How long an inbox of a million messages takes to open, to search and to scroll, beside one of nobody; medians, asked in turn. */
export async function measureInbox(world: World, say: (line: string) => void): Promise<Measured[]> {
  await world.customers.refresh();
  const [owner, nobody] = world.customers.all;
  if (owner === undefined || nobody === undefined) throw new Error('there are no customers');
  say(`Writing an inbox of ${MESSAGES} messages`);
  await writeInbox(world.stack.databaseUrl, owner.userId);
  const api = createApi(world.stack.ports.web);
  const read = async (token: string, path: string) => page.parse(await api.get(`/messages${path}`, token));
  try {
    let cursor: string | null = null;
    let peer = '';
    for (let back = 0; back < PAGES_BACK; back += 1) {
      const older: z.infer<typeof page> = await read(owner.token, threadsAfter(cursor));
      cursor = older.nextCursor;
      peer = older.items[0]?.peer ?? '';
    }
    const asked = [
      ['opens', '/threads'],
      ['scrolls: page 21 of its people', threadsAfter(cursor)],
      ['scrolls: a conversation', `/threads/${encodeURIComponent(peer)}/messages`],
      ['searches: a word that stands in three texts', '/threads?q=xylophone'],
      ['searches: a word that stands in each text', '/threads?q=hello'],
      ['searches: a word that stands in none', '/threads?q=zither'],
    ] as const;
    const rows: Measured[] = [];
    for (const [what, path] of asked) {
      const times = { ours: [] as number[], bare: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        times.bare.push(await msOf(async () => await read(nobody.token, path)));
        times.ours.push(await msOf(async () => await read(owner.token, path)));
      }
      const [ours, bare] = [median(times.ours), median(times.bare)];
      rows.push({
        what: `an inbox of ${MESSAGES.toLocaleString('en')} messages ${what}`,
        ...{ unit: ' ms', ours, bare },
        ...{ aim: `≤ ${MOST_SLOWER} of an empty one`, isMet: ours <= MOST_SLOWER * bare },
      });
    }
    return rows;
  } finally {
    api.close();
  }
}

const threadsAfter = (cursor: string | null) =>
  cursor === null ? '/threads' : `/threads?cursor=${encodeURIComponent(cursor)}`;

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Message n is with person n modulo their number, and was written n milliseconds after the first. */
async function writeInbox(databaseUrl: string, userId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_indexdef('messages.searched_text_words'::regclass) as definition`,
    );
    // An index is built sooner than it is filled row by row.
    await client.query('drop index messages.searched_text_words');
    await client.query(
      `with owner as (select account_id from accounts.user where id = $1)
      insert into messages.message (id, account_id, direction, number, peer, body, encoding, segments, state, is_practice, created_at)
      select (lpad(to_hex(n), 8, '0') || right(account_id::text, 28))::uuid, account_id, 'inbound', '+10005550100',
        '+4477009' || lpad((n % $3::integer)::text, 5, '0'),
        'Hello, this is text ' || n || ' of many: ' || md5(n::text) || case when n % 333333 = 77 then ' xylophone' else '' end,
        'gsm-7', 1, 'received', true, now() - make_interval(secs => ($2::integer - n) / 1000.0)
      from generate_series(1, $2::integer) n, owner`,
      [userId, MESSAGES, PEOPLE],
    );
    await client.query(
      `insert into messages.searched_text (message_id, account_id, peer, body)
      select id, account_id, peer, body from messages.message
      where account_id = (select account_id from accounts.user where id = $1)
      on conflict do nothing`,
      [userId],
    );
    await client.query(
      `insert into messages.thread (account_id, peer, last_message_id, changed_at)
      select account_id, peer, max(id::text)::uuid, max(created_at) from messages.message
      where account_id = (select account_id from accounts.user where id = $1) group by account_id, peer
      on conflict do nothing`,
      [userId],
    );
    await client.query(rows[0]?.definition ?? '');
    await client.query('commit');
    await client.query('vacuum analyze messages.message, messages.searched_text, messages.thread');
  } finally {
    await client.end();
  }
}

import pg from 'pg';
import { z } from 'zod';
import { createApi } from './api.ts';
import { type Measured, median } from './measured.ts';
import type { World } from './world.ts';

const LARGE = { messages: 1_000_000, people: 10_000, pagesBack: 20 };
/** A page of each list, and some more: what is shown of it is as much as of the large one. */
const SMALL = { messages: 6_000, people: 100, pagesBack: 1 };
const ROUNDS = 200;
const MOST_SLOWER = 1.2;

const page = z.object({ items: z.array(z.object({ peer: z.string() })), nextCursor: z.string().nullable() });

/**
 * How long an inbox of a million messages takes to open, to search and to scroll, beside one of nobody, which has no page to show, and a small
 * one, which shows as much; medians, asked in turn.
 */
export async function measureInbox(world: World, say: (line: string) => void): Promise<Measured[]> {
  await world.customers.refresh();
  const [owner, nobody, beginner] = world.customers.all;
  if (owner === undefined || nobody === undefined || beginner === undefined) throw new Error('there are no customers');
  say(`Writing an inbox of ${LARGE.messages} messages, and one of ${SMALL.messages}`);
  await writeInboxes(world.stack.databaseUrl, [
    { userId: owner.userId, ...LARGE },
    { userId: beginner.userId, ...SMALL },
  ]);
  const api = createApi(world.stack.ports.web);
  try {
    const large = await pathsOf(api, owner.token, LARGE.pagesBack);
    const small = await pathsOf(api, beginner.token, SMALL.pagesBack);
    const rows: Measured[] = [];
    for (const [place, { what, path }] of large.entries()) {
      const times = { large: [] as number[], empty: [] as number[], small: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        times.empty.push(await msOf(async () => await read(api, nobody.token, path)));
        times.large.push(await msOf(async () => await read(api, owner.token, path)));
        times.small.push(await msOf(async () => await read(api, beginner.token, small[place]?.path ?? path)));
      }
      const ours = median(times.large);
      const rowOf = (bare: number, beside: string) => ({
        what: `an inbox of ${LARGE.messages.toLocaleString('en')} messages ${what}, beside ${beside}`,
        unit: ' ms',
        ours,
        bare,
        aim: `≤ ${MOST_SLOWER}`,
        isMet: ours <= MOST_SLOWER * bare,
      });
      rows.push(rowOf(median(times.empty), 'an empty one'));
      rows.push(rowOf(median(times.small), `one of ${SMALL.messages.toLocaleString('en')}`));
    }
    return rows;
  } finally {
    api.close();
  }
}

type Api = ReturnType<typeof createApi>;

const read = async (api: Api, token: string, path: string) => page.parse(await api.get(`/messages${path}`, token));

/** What is asked of an inbox, its people `pagesBack` pages back among it, and the conversation with the first of these. */
async function pathsOf(api: Api, token: string, pagesBack: number): Promise<{ what: string; path: string }[]> {
  let cursor: string | null = null;
  let peer = '';
  for (let back = 0; back < pagesBack; back += 1) {
    const older: z.infer<typeof page> = await read(api, token, threadsAfter(cursor));
    cursor = older.nextCursor;
    peer = older.items[0]?.peer ?? '';
  }
  return [
    { what: 'opens', path: '/threads' },
    { what: 'scrolls: an older page of its people', path: threadsAfter(cursor) },
    { what: 'scrolls: a conversation', path: `/threads/${encodeURIComponent(peer)}/messages` },
    { what: 'searches: a word that stands in three texts', path: '/threads?q=xylophone' },
    { what: 'searches: a word that stands in each text', path: '/threads?q=hello' },
    { what: 'searches: a word that stands in none', path: '/threads?q=zither' },
  ];
}

const threadsAfter = (cursor: string | null) =>
  cursor === null ? '/threads' : `/threads?cursor=${encodeURIComponent(cursor)}`;

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

type Inbox = { userId: string; messages: number; people: number };

async function writeInboxes(databaseUrl: string, inboxes: readonly Inbox[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_indexdef('messages.searched_text_words'::regclass) as definition`,
    );
    // An index is built sooner than it is filled row by row.
    await client.query('drop index messages.searched_text_words');
    for (const inbox of inboxes) await writeInbox(client, inbox);
    await client.query(rows[0]?.definition ?? '');
    await client.query('commit');
    await client.query('vacuum analyze messages.message, messages.searched_text, messages.thread');
  } finally {
    await client.end();
  }
}

/** Message n is with person n modulo their number, and was written n milliseconds after the first; three of them have a word of their own. */
async function writeInbox(client: pg.Client, { userId, messages, people }: Inbox): Promise<void> {
  await client.query(
    `with owner as (select account_id from accounts.user where id = $1)
    insert into messages.message (id, account_id, direction, number, peer, body, encoding, segments, state, is_practice, created_at)
    select (lpad(to_hex(n), 8, '0') || right(account_id::text, 28))::uuid, account_id, 'inbound', '+10005550100',
      '+4477009' || lpad((n % $3::integer)::text, 5, '0'),
      'Hello, this is text ' || n || ' of many: ' || md5(n::text) || case when n % ($2::integer / 3) = 77 then ' xylophone' else '' end,
      'gsm-7', 1, 'received', true, now() - make_interval(secs => ($2::integer - n) / 1000.0)
    from generate_series(1, $2::integer) n, owner`,
    [userId, messages, people],
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
}

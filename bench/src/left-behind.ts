import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import type { World } from './world.ts';

/** What there is of calls that nobody wants any more, each counted where it would stay. */
export type LeftBehind = Record<string, number>;

const ANSWER_MS = 5_000;
const dialogs = z.object({ result: z.array(z.unknown()) });
const transactions = z.object({ result: z.object({ current: z.number() }) });

/** Counts calls in every program and table that a call goes through. */
export async function leftBehind(world: World): Promise<LeftBehind> {
  const { stack } = world;
  const attendant = stack.attendants[0]?.pid() ?? 0;
  const voicemail = join(stack.dataFolder, 'voicemail');
  return {
    'sockets of the attendant': openOf(attendant).filter((path) => path.startsWith('socket:')).length,
    'open files of the attendant': openOf(attendant).filter((path) => path.startsWith(stack.dataFolder)).length,
    'drafts on the disk': readdirSync(join(voicemail, 'drafts')).length,
    'messages not taken in': readdirSync(join(voicemail, 'arrived')).length,
    'dialogs of Kamailio': dialogs.parse(await askKamailio(stack.ports.kamailioRpc, 'dlg.list')).result.length,
    'transactions of Kamailio': transactions.parse(await askKamailio(stack.ports.kamailioRpc, 'tm.stats')).result
      .current,
    'calls of rtpengine': await callsOfRtpengine(stack.ports.rtpengine),
    'rows of dialogs': await dialogRows(stack.postgres?.adminUrl ?? ''),
    'open calls in our tables': (await world.books.openCalls()).length,
  };
}

/** What there is more of than before. */
export const moreThan = (before: LeftBehind, after: LeftBehind): string[] =>
  Object.entries(after).flatMap(([what, count]) => {
    const more = count - (before[what] ?? 0);
    return more > 0 ? [`${more} ${what}`] : [];
  });

function openOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return '';
    }
  });
}

async function askKamailio(port: number, method: string): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${port}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method, id: 1 }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return await reply.json();
}

/** `list` of its control protocol: a cookie, and bencode on both ways, in which each call is a string of its own. */
async function callsOfRtpengine(port: number): Promise<number> {
  const socket = createSocket('udp4');
  try {
    socket.send('bench d7:command4:list5:limiti1000ee', port, '127.0.0.1');
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(ANSWER_MS) })) as [Buffer];
    const list = /5:callsl(.*?)e6:result/s.exec(answer.toString('latin1'))?.[1];
    if (list === undefined) throw new Error('rtpengine did not list its calls');
    return stringsOf(list);
  } finally {
    socket.close();
  }
}

function stringsOf(bencoded: string): number {
  let count = 0;
  for (let at = 0; at < bencoded.length; count += 1) {
    const [prefix = ':', length = '0'] = /^(\d+):/.exec(bencoded.slice(at)) ?? [];
    at += prefix.length + Number(length);
  }
  return count;
}

async function dialogRows(adminUrl: string): Promise<number> {
  const url = new URL(adminUrl);
  url.pathname = '/farline';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from kamailio.dialog');
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

import type { Stack } from '@farline/tools/stack';
import pg from 'pg';
import { z } from 'zod';
import { createApi, inTurns } from './api.ts';
import { centreOf, submitBare } from './bare-messages.ts';
import { cpuMsOf } from './cpu-time.ts';
import type { Measured } from './measured.ts';
import { queueMessages, untilDelivered } from './queued-messages.ts';
import { residentMiB } from './resident-memory.ts';
import type { World } from './world.ts';

const BARE = 10_000;
const QUEUED = 5_000;
const WRITTEN_EACH = 15;
const WRITERS = 32;
const WARM_UP = 500;
const MANY = 100_000;
const MANY_BEGIN = 20_000;
/** Holds of one wallet that a transaction places one after another each look through those before: a long queue is filled in turns. */
const MANY_AT_ONCE = 5_000;
/** The sandbox's centre takes that long to deliver: it is in nobody's rate. */
const DELIVERED_AFTER_MS = 1_000;
const PATIENCE_MS = 10 * 60_000;
const LEAST_PER_SECOND = 500;
const LEAST_RATIO = 0.4;
const MOST_GROWTH = 1.2;

const sent = z.object({ message: z.object({ id: z.string() }) });

/**
 * Messages a second against a bare client of the same codec on the same link: out of a full queue, and from HTTP to the receipt; and the
 * server's memory over 100,000 of them. The far side is the sandbox's message centre, which is started here.
 */
export async function measureMessages(world: World, say: (line: string) => void): Promise<Measured[]> {
  const { stack } = world;
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const centre = centreOf(stack.serverEnv['FARLINE_SANDBOX_MESSAGES'] ?? '');
  const bare = async () => perSecond(BARE, await submitBare(centre, BARE));
  try {
    // One client at a time: the centre shares its receipts among all that are bound.
    await stack.server.stop();
    await stack.carrier.start();
    const before = await bare();
    await stack.server.start();
    await deliverQueued(client, WARM_UP);
    // As autovacuum does within a minute: plans that were made for empty tables are made anew.
    await client.query('analyze');
    const queued = await withCpu(stack, QUEUED, async (begin) => await deliverQueued(client, QUEUED, begin));
    say(`${QUEUED} messages out of the queue: ${describe(queued)}`);
    let accepted = 0;
    const written = await withCpu(stack, WRITTEN_EACH * world.customers.all.length, async (begin) => {
      await world.customers.refresh();
      begin();
      accepted = await deliverWritten(world, client);
    });
    say(`${written.messages} messages over HTTP: ${describe(written)}`);
    const memory = await memoryOver(client, () => stack.server.pid() ?? 0);
    await stack.server.stop();
    const after = await bare();
    await stack.server.start();
    say(`Bare client: ${before.toFixed(0)}/s before, ${after.toFixed(0)}/s after`);
    return rows({ bare: (before + after) / 2, queued, written: { ...written, accepted }, memory });
  } finally {
    await client.end();
  }
}

const perSecond = (messages: number, ms: number) => messages / ((ms - DELIVERED_AFTER_MS) / 1_000);

/** What messages took, and the processor time of one, by who used it. */
type Delivered = { messages: number; perSecond: number; cpuMs: readonly { name: string; ms: number }[] };

/** Counts from when `begin` is called. */
async function withCpu(
  { server, postgres, carrier }: Stack,
  messages: number,
  work: (begin: () => void) => Promise<void>,
): Promise<Delivered> {
  const parts = Object.entries({ server, PostgreSQL: postgres, 'message centre': carrier });
  const used = () => parts.map(([name, part]) => ({ name, ms: cpuMsOf(part?.pid() ?? 0) }));
  let begun = { at: performance.now(), used: used() };
  await work(() => {
    begun = { at: performance.now(), used: used() };
  });
  return {
    messages,
    perSecond: perSecond(messages, performance.now() - begun.at),
    cpuMs: used().map(({ name, ms }, place) => ({ name, ms: (ms - (begun.used[place]?.ms ?? 0)) / messages })),
  };
}

const describeCpu = ({ cpuMs }: Delivered) => cpuMs.map(({ name, ms }) => `${name} ${ms.toFixed(2)}`).join(', ');
const describe = (of: Delivered) => `${of.perSecond.toFixed(0)}/s; ms of processor time each: ${describeCpu(of)}`;

/** `begin` is called when they are all there. */
async function deliverQueued(client: pg.Client, messages: number, begin = () => {}): Promise<void> {
  const ids = await queueMessages(client, messages);
  begin();
  await untilDelivered(client, ids, PATIENCE_MS);
}

/** Each customer writes some, within what one may write in a minute. Gives how many a second were accepted. */
async function deliverWritten(world: World, client: pg.Client): Promise<number> {
  const api = createApi(world.stack.ports.web);
  try {
    const turns = Array.from({ length: WRITTEN_EACH }, (_, turn) => turn);
    const requests = turns.flatMap((turn) => world.customers.all.map(({ token }) => ({ token, turn })));
    const begun = performance.now();
    const ids = await inTurns(requests, WRITERS, async ({ token, turn }) => {
      const body = { to: '+447700900123', text: `Message number ${turn} of a bench` };
      return sent.parse(await api.post('/messages', body, token)).message.id;
    });
    const accepted = ids.length / ((performance.now() - begun) / 1_000);
    await untilDelivered(client, ids, PATIENCE_MS);
    return accepted;
  } finally {
    api.close();
  }
}

type Memory = { begin: number; end: number };

/** Resident memory of the server in MiB, after the first of many messages and after the last. */
async function memoryOver(client: pg.Client, pid: () => number): Promise<Memory> {
  await deliverInTurns(client, MANY_BEGIN);
  const begin = residentMiB(pid());
  await deliverInTurns(client, MANY - MANY_BEGIN);
  return { begin, end: residentMiB(pid()) };
}

async function deliverInTurns(client: pg.Client, messages: number): Promise<void> {
  for (let done = 0; done < messages; done += MANY_AT_ONCE) await deliverQueued(client, MANY_AT_ONCE);
}

function rows(measured: {
  bare: number;
  queued: Delivered;
  written: Delivered & { accepted: number };
  memory: Memory;
}): Measured[] {
  const { bare, queued, written, memory } = measured;
  const rate = (what: string, ours: Delivered, remark: string): Measured => ({
    what,
    unit: '/s',
    ours: ours.perSecond,
    bare,
    aim: `≥ ${LEAST_PER_SECOND}/s and ≥ ${LEAST_RATIO} of bare`,
    isMet: ours.perSecond >= LEAST_PER_SECOND && ours.perSecond >= LEAST_RATIO * bare,
    remark: `${remark}; ms of processor time each: ${describeCpu(ours)}`,
  });
  return [
    rate('messages submitted, charged and receipted', queued, `${QUEUED} that wait`),
    rate(
      'messages accepted over HTTP, submitted, charged and receipted',
      written,
      `${written.messages}, ${WRITERS} at once, accepted at ${written.accepted.toFixed(0)}/s`,
    ),
    {
      what: `server’s memory after ${MANY.toLocaleString('en')} messages, beside ${MANY_BEGIN.toLocaleString('en')}`,
      unit: ' MiB',
      ours: memory.end,
      bare: memory.begin,
      aim: `≤ ${MOST_GROWTH} of it`,
      isMet: memory.end <= MOST_GROWTH * memory.begin,
    },
  ];
}

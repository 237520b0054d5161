import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { freePort } from '@farline/tools/ports';
import { giveShare } from '@farline/tools/running-process';
import type { RingStep } from '@farline/contracts';
import { type StandInPushService, standInPushService } from '@farline/tools/stand-in-push-service';
import pg from 'pg';
import { type Callee, rentNumbers, ruleAll } from './callees.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { measureLedger } from './ledger.ts';
import { measureAttendant } from './measure-attendant.ts';
import { measureCalls } from './measure-calls.ts';
import { measureIncoming } from './measure-incoming.ts';
import { measureInbox } from './measure-inbox.ts';
import { measureKillMatrix } from './kill-matrix/kill-matrix.ts';
import { measureKill } from './message-kill/measure-kill.ts';
import { measureMedia } from './media/measure-media.ts';
import { measureMessages } from './measure-messages.ts';
import { measureOverload } from './measure-overload.ts';
import { measurePages } from './measure-pages.ts';
import { measurePush } from './measure-push.ts';
import { measureRequests } from './measure-requests.ts';
import { measureSockets } from './measure-sockets.ts';
import type { Measured } from './measured.ts';
import { measurePrefixLookUps } from './prefix-look-up.ts';
import { measureSearch } from './search-typed.ts';
import { GENERATORS_SHARE, startFarSide } from './sipp.ts';
import { tableOf } from './table.ts';
import { startWorld, type World } from './world.ts';

/** What can be measured by itself: `npm run bench -- messages inbox`. */
const CALLED = ['incoming', 'push', 'attendant'] as const;
const PARTS = [
  'calls',
  'media',
  ...CALLED,
  'overload',
  'requests',
  'sockets',
  'messages',
  'kill-matrix',
  'ledger',
  'inbox',
  'growth',
  'look-ups',
  'pages',
] as const;
type PartOfBench = (typeof PARTS)[number];
/** Those that bring what they measure themselves. */
const ALONE: readonly PartOfBench[] = ['kill-matrix', 'growth', 'look-ups', 'pages'];

const say = (line: string) => process.stderr.write(`${line}\n`);

/** `npm run bench`: measures, prints one table, and fails when a call failed or the books do not agree. */
async function main(words: readonly string[]): Promise<number> {
  const wanted = new Set(words.length === 0 ? PARTS : PARTS.filter((part) => words.includes(part)));
  if (words.some((word) => !PARTS.some((part) => part === word))) {
    say(`npm run bench measures everything, or what is named of: ${PARTS.join(' ')}`);
    return 1;
  }
  giveShare(process.pid, GENERATORS_SHARE);
  process.stdout.write(`${machine()}\n`);
  const matrix = wanted.has('kill-matrix') ? await measureKillMatrix(say) : { table: '', failures: [] };
  if (matrix.table !== '') process.stdout.write(`\n${matrix.table}\n`);
  const ends = [
    wanted.has('look-ups') ? [measurePrefixLookUps(), measureSearch()] : [],
    wanted.has('pages') ? await measurePages(say) : [],
  ].flat();
  const growth = wanted.has('growth') ? await measureGrowth(say) : NOTHING;
  ends.push(...growth.rows);
  const { rows, wrong, books } = [...wanted].every((part) => ALONE.includes(part))
    ? { rows: [], wrong: [], books: null }
    : await withWorld(async (world, service) => await measureWorld(world, wanted, service));
  if (rows.length + ends.length > 0) process.stdout.write(`\n${tableOf([...rows, ...ends])}\n`);
  process.stdout.write(`\nLoad average at the end: ${loadavg()[0]?.toFixed(1)}\n`);
  if (books?.errors.length === 0) {
    process.stdout.write(
      `Books: ${books.calls} answered calls, each charged once at its price, ${dollars(books.chargedMicros)} in all; no hold is open.\n`,
    );
  }
  const failures = [...wrong, ...[...matrix.failures, ...growth.failures].map((failure) => `FAILED: ${failure}`)];
  for (const line of failures) process.stdout.write(`${line}\n`);
  return failures.length === 0 ? 0 : 1;
}

async function withWorld<Result>(
  measure: (world: World, service: StandInPushService) => Promise<Result>,
): Promise<Result> {
  let pushKey = '';
  const service = await standInPushService(() => pushKey);
  // Requests come from the networks that the bench says.
  const world = await startWorld(say, { FARLINE_PUSH_SERVICES: service.origin, FARLINE_TRUST_PROXY: '127.0.0.1' });
  try {
    pushKey = await pushKeyOf(world);
    return await measure(world, service);
  } finally {
    await world.stop();
    await service.close();
  }
}

/** What the push service's browsers are subscribed with. */
async function pushKeyOf({ stack }: World): Promise<string> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string }>('select public_key as key from push.key');
    return rows[0]?.key ?? '';
  } finally {
    await client.end();
  }
}

/** What is measured of the whole system; `wrong`: what must not have happened. */
async function measureWorld(world: World, wanted: ReadonlySet<PartOfBench>, service: StandInPushService) {
  const calls = wanted.has('calls') || wanted.has('media') ? await measureCallsAndMedia(world, wanted) : NOTHING;
  const incoming = await measureCalled(world, wanted, service);
  const overload = wanted.has('overload') ? await withFarSide(world, measureOverload) : [];
  const requests = wanted.has('requests') ? await measureRequests(world, say) : [];
  const sockets = wanted.has('sockets') ? await measureSockets(world, say) : NOTHING;
  const messages = wanted.has('messages') ? await measureMessagesAndKill(world) : NOTHING;
  const books = await world.books.audit();
  if (wanted.has('ledger')) say('Ledger against pgbench');
  const ledger = wanted.has('ledger') ? await measureLedger(world.stack.databaseUrl) : [];
  const inbox = wanted.has('inbox') ? await measureInbox(world, say) : [];
  const wrong = [...calls.failures, ...incoming.failures, ...sockets.failures, ...messages.failures].map(
    (failure) => `FAILED: ${failure}`,
  );
  wrong.push(...books.errors.map((error) => `THE BOOKS DO NOT AGREE: ${error}`));
  return {
    rows: [
      ...calls.rows,
      ...incoming.rows,
      ...overload,
      ...requests,
      ...sockets.rows,
      ...messages.rows,
      ...inbox,
      ...ledger,
    ],
    wrong,
    books,
  };
}

type PartMeasured = { rows: Measured[]; failures: string[] };
const NOTHING: PartMeasured = { rows: [], failures: [] };

async function measureCallsAndMedia(world: World, wanted: ReadonlySet<PartOfBench>): Promise<PartMeasured> {
  const echoPort = await freePort();
  const farSide = await startFarSide({ folder: world.folder, port: world.stack.ports.sandboxA, echoPort });
  const calls = wanted.has('calls') ? await measureCalls(world, say) : NOTHING;
  const media = wanted.has('media') ? await measureMedia(world, echoPort, say) : NOTHING;
  await farSide.stop();
  await world.endLeftovers();
  return { rows: [...calls.rows, ...media.rows], failures: [...calls.failures, ...media.failures] };
}

const PHONES_ALONE: RingStep = { do: 'ring', browsers: false, phones: 'all' };
const PAGES_ALONE: RingStep = { do: 'ring', browsers: true, phones: [] };
const NEVER = '2199-01-01T00:00:00Z';

/** What is measured of calls that come in, each with what its numbers say. */
async function measureCalled(
  world: World,
  wanted: ReadonlySet<PartOfBench>,
  service: StandInPushService,
): Promise<PartMeasured> {
  if (!CALLED.some((part) => wanted.has(part))) return NOTHING;
  say('Renting numbers');
  const callees: Callee[] = await rentNumbers(world);
  const all: PartMeasured = { rows: [], failures: [] };
  if (wanted.has('incoming')) {
    await ruleAll(world, callees, { open: PHONES_ALONE });
    all.rows.push(...(await measureIncoming(world, callees, say)));
  }
  if (wanted.has('push')) {
    await ruleAll(world, callees, { open: PAGES_ALONE });
    const push = await measurePush(world, callees, { service, say });
    all.rows.push(...push.rows);
    all.failures.push(...push.failures);
  }
  if (wanted.has('attendant')) {
    await ruleAll(world, callees, { doNotDisturbUntil: NEVER, unanswered: { do: 'voicemail' } });
    const attendant = await measureAttendant(world, callees, say);
    all.rows.push(...attendant.rows);
    all.failures.push(...attendant.failures);
  }
  return all;
}

async function withFarSide(world: World, measure: typeof measureOverload): Promise<Measured[]> {
  const echoPort = await freePort();
  const farSide = await startFarSide({ folder: world.folder, port: world.stack.ports.sandboxA, echoPort });
  const rows = await measure(world, say);
  await farSide.stop();
  await world.endLeftovers();
  return rows;
}

async function measureMessagesAndKill(world: World): Promise<PartMeasured> {
  say('Messages against a bare client');
  const messages = await measureMessages(world, say);
  const kill = await measureKill(world);
  return { rows: [...messages, kill.row], failures: kill.failures };
}

/** What this was measured on. */
function machine(): string {
  const [processor] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const versions = [
    `Linux ${release()}`,
    `Node ${process.version}`,
    firstLine('kamailio', ['-v']),
    firstLine('pgbench', ['--version']),
  ];
  return [
    `${cpus().length} × ${processor?.model ?? 'processor'}, ${memory}; ${versions.join('; ')}`,
    `Load average at the start: ${loadavg()[0]?.toFixed(1)}`,
  ].join('\n');
}

function firstLine(program: string, parameters: string[]): string {
  return execFileSync(program, parameters, { encoding: 'utf8' }).split('\n')[0]?.trim() ?? program;
}

function dollars(micros: bigint): string {
  return `$${(Number(micros) / 1e6).toFixed(6)}`;
}

process.exit(await main(process.argv.slice(2)));

import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { freePort } from '@farline/tools/ports';
import { measureLedger } from './ledger.ts';
import { measureCalls } from './measure-calls.ts';
import { measureInbox } from './measure-inbox.ts';
import { measureKill } from './measure-kill.ts';
import { measureMedia } from './measure-media.ts';
import { measureMessages } from './measure-messages.ts';
import { measurePages } from './measure-pages.ts';
import { measurePrefixLookUps } from './prefix-look-up.ts';
import { startFarSide } from './sipp.ts';
import { tableOf } from './table.ts';
import { startWorld } from './world.ts';

/** `npm run bench`: measures, prints one table, and fails when a call failed or the books do not agree. */
async function main(): Promise<number> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  process.stdout.write(`${machine()}\n`);
  const lookUps = measurePrefixLookUps();
  const pages = await measurePages(say);
  const world = await startWorld(say);
  try {
    const echoPort = await freePort();
    const farSide = await startFarSide({ folder: world.folder, port: world.stack.ports.sandboxA, echoPort });
    const calls = await measureCalls(world, say);
    const media = await measureMedia(world, echoPort, say);
    await farSide.stop();
    await world.endLeftovers();
    say('Messages against a bare client');
    const messages = await measureMessages(world, say);
    const kill = await measureKill(world);
    const books = await world.books.audit();
    say('Ledger against pgbench');
    const ledger = await measureLedger(world.stack.databaseUrl);
    const inbox = await measureInbox(world, say);

    const wrong = [...calls.failures, ...media.failures, ...kill.failures].map((failure) => `FAILED: ${failure}`);
    wrong.push(...books.errors.map((error) => `THE BOOKS DO NOT AGREE: ${error}`));
    const ofMessages = [...messages, kill.row, ...inbox];
    const rows = [...calls.rows, ...media.rows, ...ofMessages, ...ledger, lookUps, ...pages];
    process.stdout.write(`\n${tableOf(rows)}\n\n`);
    process.stdout.write(`Load average at the end: ${loadavg()[0]?.toFixed(1)}\n`);
    if (books.errors.length === 0) {
      process.stdout.write(
        `Books: ${books.calls} answered calls, each charged once at its price, ${dollars(books.chargedMicros)} in all; no hold is open.\n`,
      );
    }
    for (const line of wrong) process.stdout.write(`${line}\n`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await world.stop();
  }
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

process.exit(await main());

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { holdMediaPorts } from './media-ports.ts';
import { withClient } from './parts/with-client.ts';
import { freePorts, isFree } from './ports.ts';
import { waitUntil } from './processes/wait-until.ts';
import { isRoot } from './users.ts';
import { type LaunchedFarline, isAlive, launchFarline, userOf } from './testing/launched-farline.ts';
import { testDataFolder } from './testing/test-stack.ts';

const launched: LaunchedFarline[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const farline of launched.splice(0)) {
    if (isAlive(farline.pid)) process.kill(farline.pid, 'SIGTERM');
    await farline.exited;
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

test('a second start makes nothing anew, and Ctrl-C ends every process, whether or not its words are still read', async () => {
  const dataFolder = await aFolder();
  const first = await launch({ dataFolder });
  await first.ready();
  expect(first.words()).toContain(`http://localhost:${first.ports.web}`);
  first.stopReading();
  await interrupt(first);
  expect(existsSync(join(dataFolder, 'running.json'))).toBe(false);
  const made = () =>
    ['postgres/cluster/PG_VERSION', 'secrets.json'].map((path) => statSync(join(dataFolder, path)).ctimeMs);
  const madeBefore = made();

  const second = await launch({ dataFolder, ports: first.ports });
  await second.ready();
  expect(made()).toEqual(madeBefore);
  expect(second.words()).not.toContain('Building');
  await interrupt(second);
});

test('with --database-only there is a database without a table of ours, and nobody is served', async () => {
  const dataFolder = await aFolder();
  const farline = await launch({ dataFolder, words: ['--database-only'] });
  await farline.ready();
  const url = readFileSync(join(dataFolder, 'database-url'), 'utf8').trim();
  const { rows } = await withClient(
    url,
    async (client) =>
      await client.query(`select count(*)::int as schemas from pg_namespace where nspname in ('platform', 'accounts')`),
  );
  expect(rows).toEqual([{ schemas: 0 }]);
  expect(new URL(url).port).toBe(String(farline.ports.postgres));
  expect(await isFree(farline.ports.web, 'tcp')).toBe(true);
  await interrupt(farline);
});

test('--database-only is refused where the settings name a database that is not ours, and makes none', async () => {
  const dataFolder = await aFolder();
  const env = { DATABASE_URL: 'postgres://farline:hunter2@db.example.org/farline' };
  const farline = await launch({ dataFolder, words: ['--database-only'], env });
  expect(await farline.exited).toBe(1);
  expect(farline.words().trim()).toBe('--database-only is for Farline’s own PostgreSQL, not for that of DATABASE_URL.');
  expect(existsSync(join(dataFolder, 'postgres'))).toBe(false);
});

test('pages answer on 127.0.0.1 and [::1] alike', async () => {
  const farline = await launch({ dataFolder: await aFolder() });
  await farline.ready();

  for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
    const page = await fetch(`http://${host}:${farline.ports.web}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root">');
  }
});

test('when the launcher is killed with -9, every process that it started ends', async () => {
  const farline = await launch({ dataFolder: await aFolder() });
  await farline.ready();
  const family = farline.family();
  expect(family.length).toBeGreaterThan(5);

  process.kill(farline.pid, 'SIGKILL');

  await waitUntil('all to end', () => !family.some(isAlive), { withinMs: 15_000 });
});

// Only root gives a process a user of its own.
test.runIf(isRoot())('started by root, nothing but the launcher runs as root', async () => {
  const farline = await launch({ dataFolder: await aFolder() });
  await farline.ready();

  const others = farline.family().filter((pid) => pid !== farline.pid);
  expect(others.length).toBeGreaterThan(5);
  expect(others.filter((pid) => userOf(pid) === 0)).toEqual([]);
});

test('a process that is killed is started again', async () => {
  const farline = await launch({ dataFolder: await aFolder() });
  await farline.ready();
  const rtpengine = farline.family().find((pid) => commandOf(pid).startsWith('rtpengine')) ?? -1;

  process.kill(rtpengine, 'SIGKILL');

  await waitUntil('the words', () => farline.words().includes('rtpengine runs again'), { withinMs: 15_000 });
  expect(farline.words()).toContain('rtpengine ended (killed by SIGKILL): starting it again');
});

test('a port in use is named with who holds it and the setting that moves it, and nothing is left running', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const farline = await launch({ dataFolder: await aFolder(), env: { FARLINE_PORT: String(port) } });

  expect(await farline.exited).toBe(1);
  expect(farline.words()).toContain(`Port ${port} (the web pages and the API) is in use by`);
  expect(farline.words()).toContain(
    `(process ${process.pid}). End that program, or choose another port with FARLINE_PORT.`,
  );
  await new Promise((resolve) => holder.close(resolve));
});

test('a range for sound that another Farline has is named with the settings that move it', async () => {
  const ports = await freePorts();
  const other = await holdMediaPorts(ports);

  const farline = await launch({ dataFolder: await aFolder(), ports });

  expect(await farline.exited).toBe(1);
  expect(farline.words().trim().split('\n').at(-1)).toBe(
    `Some of the UDP ports ${ports.rtpFirst} to ${ports.rtpLast} (sound) are in use, as by another Farline on this machine. End that program, or choose other ports with FARLINE_RTP_FIRST and FARLINE_RTP_LAST.`,
  );
  other?.release();
});

test('a data folder that cannot be written is said in one sentence', async () => {
  // /proc takes no new folder from anyone, root included.
  const farline = await launch({ dataFolder: '/proc/farline' });

  expect(await farline.exited).toBe(1);
  expect(farline.words().trim()).toMatch(/^The data folder \/proc\/farline cannot be written: .*FARLINE_DATA_DIR\.$/);
});

test('a setting that is no port and an address that is none are said in one sentence each', async () => {
  const badPort = await launch({ dataFolder: await aFolder(), env: { FARLINE_EVAPI_PORT: '70000' } });
  expect(await badPort.exited).toBe(1);
  expect(badPort.words().trim()).toBe('FARLINE_EVAPI_PORT is "70000": it must be a port, 1 to 65535.');

  const badAddress = await launch({ dataFolder: await aFolder(), env: { FARLINE_PUBLIC_ADDRESS: 'example.org' } });
  expect(await badAddress.exited).toBe(1);
  expect(badAddress.words()).toContain('FARLINE_PUBLIC_ADDRESS is "example.org": it must be an IPv4 address');
});

test.each([
  ['DATABASE_URL', 'postgres://farline:hunter2/@db/farline', 'DATABASE_URL is no URL of a PostgreSQL: '],
  ['DATABASE_URL', 'host=db password=hunter2', 'DATABASE_URL is no URL of a PostgreSQL: '],
  ['FARLINE_PUBLIC_URL', 'phone.example.org', 'FARLINE_PUBLIC_URL is no address of a page: '],
  ['FARLINE_PUBLIC_URL', 'phone.example.org:443', 'FARLINE_PUBLIC_URL is no address of a page: '],
  ['FARLINE_PUBLIC_URL', 'https://example.org/phone', 'FARLINE_PUBLIC_URL is no address of a page: '],
])('%s=%s is refused in one sentence without its password', async (name, value, begin) => {
  const farline = await launch({ dataFolder: await aFolder(), env: { [name]: value } });

  expect(await farline.exited).toBe(1);
  const words = farline.words().trim();
  expect(words.startsWith(begin)).toBe(true);
  expect(words).not.toMatch(/hunter2|\n/);
});

test('two cannot run from one data folder', async () => {
  const dataFolder = await aFolder();
  const first = await launch({ dataFolder });
  await first.ready();

  const second = await launch({ dataFolder });

  expect(await second.exited).toBe(1);
  expect(second.words()).toContain(`runs already from the data folder ${dataFolder} (process ${first.pid})`);
});

test('an old rtpengine is refused with its reason', async () => {
  const folder = await aFolder();
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  writeFileSync(join(programs, 'rtpengine'), '#!/bin/sh\necho "Version: 10.5.3.4-1" >&2\n', { mode: 0o755 });

  const farline = await launch({ dataFolder: folder, env: { PATH: `${programs}:${process.env['PATH'] ?? ''}` } });

  expect(await farline.exited).toBe(1);
  expect(farline.words()).toContain('rtpengine 10.5.3.4-1 is too old: strangers can inject sound into its calls');
});

test('the public address moves pages, the browsers’ line, media and links', async () => {
  const dataFolder = await aFolder();
  const farline = await launch({ dataFolder, env: { FARLINE_PUBLIC_ADDRESS: '127.0.0.2' } });
  await farline.ready();
  const origin = `http://127.0.0.2:${farline.ports.web}`;

  expect(farline.words()).toContain(origin);
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  await openLine(`ws://127.0.0.2:${farline.ports.browsers}/`, origin);
  expect(readFileSync(join(dataFolder, 'run/rtpengine/rtpengine.conf'), 'utf8')).toContain('browser/127.0.0.2');
});

async function launch(options: Parameters<typeof launchFarline>[0]): Promise<LaunchedFarline> {
  const farline = await launchFarline(options);
  launched.push(farline);
  return farline;
}

async function interrupt(farline: LaunchedFarline): Promise<void> {
  const family = farline.family();
  process.kill(farline.pid, 'SIGINT');
  expect(await farline.exited).toBe(0);
  await waitUntil('all to end', () => !family.some(isAlive), { withinMs: 5000 });
}

async function aFolder(): Promise<string> {
  const folder = await testDataFolder();
  folders.push(folder);
  return folder;
}

function commandOf(pid: number): string {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Opens a WebSocket for SIP, as a page of that origin would. */
async function openLine(url: string, origin: string): Promise<void> {
  const options = { protocols: ['sip'], headers: { origin } };
  const socket = new WebSocket(url, options);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`${url} refused the line`)));
  });
  socket.close();
}

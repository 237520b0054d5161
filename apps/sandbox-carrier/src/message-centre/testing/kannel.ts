import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farline/tools/ports';
import { expect, vi } from 'vitest';
import { LOGIN } from './centre-world.ts';

export type Kannel = {
  /** Has it send a text. */
  send(message: { from: string; to: string; text: string; coding: 'gsm-7' | 'ucs-2' }): Promise<void>;
  /** Receipts that it was given, as `to state`: 1 is delivered, 2 is not (Kannel's `%d`). */
  receipts: string[];
  received: { from: string; to: string; text: string }[];
  close(): Promise<void>;
};

const START_MS = 60_000;

/** Kannel, a gateway that we did not write: its bearerbox binds to the message centre at the port, its smsbox takes texts. */
export async function startKannel(centrePort: number): Promise<Kannel> {
  const folder = mkdtempSync(join(tmpdir(), 'farline-kannel-'));
  const told: Pick<Kannel, 'receipts' | 'received'> = { receipts: [], received: [] };
  const listener = await listen(told);
  const [admin, smsbox, sendSms] = [await freePort(), await freePort(), await freePort()];
  const file = join(folder, 'kannel.conf');
  const heard = `http://127.0.0.1:${portOf(listener)}`;
  writeFileSync(file, configuration({ centrePort, admin, smsbox, sendSms, heard }));
  const children: ChildProcess[] = [];
  const start = (program: string) => {
    const child = spawn(join('/usr/sbin', program), ['-v', '1', file], { cwd: folder, stdio: 'ignore' });
    children.push(child);
    // Where it is not installed, what waits for it says so.
    child.on('error', () => {});
  };
  const status = async () => await textOf(`http://127.0.0.1:${admin}/status.txt?password=admin`);

  const close = async () => {
    listener.closeAllConnections();
    listener.close();
    await Promise.all(children.map(endOf));
    rmSync(folder, { recursive: true });
  };
  try {
    start('bearerbox');
    await waitFor(status, '(online');
    start('smsbox');
    await waitFor(status, 'smsbox:');
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...told,
    async send({ from, to, text, coding }) {
      const url = new URL(`http://127.0.0.1:${sendSms}/cgi-bin/sendsms`);
      const dlr = `${heard}/receipt?to=${encodeURIComponent(to)}&state=%d`;
      const wanted = { username: 'farline', password: 'farline', from, to, text, charset: 'UTF-8' };
      const options = { coding: coding === 'ucs-2' ? '2' : '0', 'dlr-mask': '3', 'dlr-url': dlr };
      url.search = new URLSearchParams({ ...wanted, ...options }).toString();
      // It listens a moment after it has been seen; until then nothing was sent.
      await waitFor(async () => await textOf(url.href), 'Accepted for delivery');
    },
    close,
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function waitFor(ask: () => Promise<string>, words: string): Promise<void> {
  await vi.waitFor(async () => expect(await ask()).toContain(words), { timeout: START_MS, interval: 100 });
}

async function listen(told: Pick<Kannel, 'receipts' | 'received'>): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://kannel');
    const said = (name: string) => searchParams.get(name) ?? '';
    if (pathname === '/receipt') told.receipts.push(`${said('to')} ${said('state')}`);
    else told.received.push({ from: said('from'), to: said('to'), text: textIn(request.url ?? '') });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Kannel writes the octets of a text as they came: UTF-16 where its coding is 2, else UTF-8. */
function textIn(url: string): string {
  const raw = /[?&]text=([^&]*)/.exec(url)?.[1] ?? '';
  const spaced = raw.replaceAll('+', ' ');
  const octets = Buffer.from(
    spaced.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => latin(hex)),
    'latin1',
  );
  return new TextDecoder(/[?&]coding=2/.test(url) ? 'utf-16be' : 'utf-8').decode(octets);
}

const latin = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server on a port has an address');
  return address.port;
}

async function textOf(url: string): Promise<string> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(START_MS) })).text();
  } catch (error) {
    return String(error);
  }
}

function configuration(at: {
  centrePort: number;
  admin: number;
  smsbox: number;
  sendSms: number;
  heard: string;
}): string {
  const here = '127.0.0.1';
  const groups: Record<string, string | number>[] = [
    {
      group: 'core',
      'admin-port': at.admin,
      'admin-interface': here,
      'admin-password': 'admin',
      'smsbox-port': at.smsbox,
      'smsbox-interface': here,
      'log-file': 'bearerbox.log',
      'log-level': 0,
      'sms-resend-freq': 1,
    },
    {
      group: 'smsc',
      smsc: 'smpp',
      'smsc-id': 'farline',
      host: here,
      port: at.centrePort,
      'smsc-username': LOGIN.systemId,
      'smsc-password': LOGIN.password,
      'system-type': 'VMA',
      'transceiver-mode': 'true',
      'reconnect-delay': 1,
      'source-addr-autodetect': 'true',
    },
    {
      group: 'smsbox',
      'bearerbox-host': here,
      'sendsms-port': at.sendSms,
      'sendsms-interface': here,
      'log-file': 'smsbox.log',
      'log-level': 0,
      'reply-couldnotfetch': '""',
    },
    { group: 'sendsms-user', username: 'farline', password: 'farline', concatenation: 'true', 'max-messages': 10 },
    {
      group: 'sms-service',
      keyword: 'default',
      concatenation: 'true',
      'max-messages': 0,
      'get-url': `"${at.heard}/received?from=%p&to=%P&coding=%c&text=%b"`,
    },
  ];
  return groups
    .map((group) =>
      Object.entries(group)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
    )
    .join('\n');
}

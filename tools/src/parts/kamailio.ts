import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from '../ports.ts';
import { type Part, createPart } from '../processes/part.ts';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import { waitUntil } from '../processes/wait-until.ts';
import type { Addresses } from '../public-address.ts';
import { giveTo, runAs } from '../users.ts';

const PROGRAM = '/usr/sbin/kamailio';
const READY_WITHIN_MS = 20_000;

export type KamailioOptions = {
  project: string;
  runFolder: string;
  logFolder: string;
  ports: Ports;
  addresses: Addresses;
  databaseUrl: string;
  sip: { realm: string; secret: string };
  /** Origins whose pages may open a WebSocket. */
  origins: string[];
  /** Source addresses that the flood guard leaves alone. */
  floodExceptions: string[];
};

/**
 * Kamailio with the configuration of `voice/kamailio`, copied to where its user may read it, and beside it
 * `settings.cfg`: the addresses, ports and secrets of this installation.
 */
export function createKamailio(options: KamailioOptions): Part {
  const folder = join(options.runFolder, 'kamailio');
  const log = openLog(join(options.logFolder, 'kamailio.log'));
  return createPart({
    name: 'Kamailio',
    log,
    launch() {
      writeConfiguration(options, folder);
      return startProcess({
        name: 'Kamailio',
        command: [PROGRAM, '-f', join(folder, 'kamailio.cfg'), '-DD', '-E', '-w', folder, '-Y', folder],
        cwd: folder,
        user: runAs('kamailio'),
        stopSignal: 'SIGTERM',
        log,
      });
    },
    ready: async () => {
      await waitUntil('Kamailio to answer core.uptime', () => answersRpc(options.ports.kamailioRpc), {
        withinMs: READY_WITHIN_MS,
      });
    },
  });
}

function writeConfiguration(options: KamailioOptions, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o750 });
  cpSync(join(options.project, 'voice/kamailio'), folder, { recursive: true });
  const settings = join(folder, 'settings.cfg');
  writeFileSync(settings, kamailioSettings(options), { mode: 0o600 });
  giveTo('kamailio', folder);
  giveTo('kamailio', settings);
}

function kamailioSettings(_options: KamailioOptions): string {
  return '';
}

async function answersRpc(port: number): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${port}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'core.uptime', id: 1 }),
    signal: AbortSignal.timeout(1000),
  });
  return reply.ok;
}

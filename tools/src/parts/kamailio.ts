import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authenticatesFirst } from '../check-versions.ts';
import type { Ports } from '../ports.ts';
import { type Part, createPart, READY_WITHIN_MS } from '../processes/part.ts';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import { waitUntil } from '../processes/wait-until.ts';
import type { Addresses } from '../public-address.ts';
import type { Secrets } from '../secrets.ts';
import { giveAllTo, giveTo, runAs } from '../users.ts';
import {
  defaultKamailioSettings,
  kamailioArguments,
  type KamailioSettings,
  renderKamailioSettings,
} from './kamailio-settings.ts';
import type { PhoneCertificate } from './phone-certificate.ts';

const PROGRAM = '/usr/sbin/kamailio';

export type KamailioOptions = {
  project: string;
  runFolder: string;
  logFolder: string;
  ports: Ports;
  addresses: Addresses;
  /** Where the attendants are that take calls for people. */
  attendantPorts: readonly number[];
  databaseUrl: string;
  realm: string;
  /** What SIP phones know this machine by, and what it shows them over TLS: asked for at each start of Kamailio. */
  phones: { host: string; tls: () => PhoneCertificate };
  secrets: Secrets;
  /** Origins whose pages may open a WebSocket. */
  origins: string[];
  /** What differs from the engine's defaults: flood guard, whose sound comes from elsewhere, workers, patience. */
  settings: Partial<Pick<KamailioSettings, 'flood' | 'soundLearnedFrom' | 'workers' | 'askTimeoutMs' | 'spareSeconds'>>;
};

/**
 * Kamailio with the configuration of `voice/kamailio`, copied to where its user may read it, and beside it
 * `settings.cfg`: the addresses, ports and secrets of this installation.
 */
export function createKamailio(options: KamailioOptions): Part {
  const folder = join(options.runFolder, 'kamailio');
  const log = openLog(join(options.logFolder, 'kamailio.log'), { isNoise: isKamailioNoise });
  return createPart({
    name: 'Kamailio',
    log,
    launch() {
      writeKamailioConfiguration(options, folder);
      return startProcess({
        name: 'Kamailio',
        command: [PROGRAM, ...kamailioArguments(folder)],
        cwd: folder,
        env: kamailioEnv(options.databaseUrl),
        user: runAs('kamailio'),
        processorShare: 9,
        stopSignal: 'SIGTERM',
        log,
      });
    },
    ready: async () => {
      await waitUntil('Kamailio to answer core.uptime', async () => await answersRpc(options.ports.kamailioRpc), {
        withinMs: READY_WITHIN_MS,
      });
    },
  });
}

/**
 * Whether a line of Kamailio's comes from whoever sent it a message: a complaint of its parser, or a further line of one, which
 * shows the message as it came. A line of its own begins with the number and the process id of one of its processes.
 */
export function isKamailioNoise(line: string, isOurs: (pid: string) => boolean = isKamailioProcess): boolean {
  const [, pid = ''] = /^ ?\d+\((\d+)\) [A-Z]+: /.exec(line) ?? [];
  return !isOurs(pid) || /^[^:]+: (<core> \[core\/(parser\/|receive\.c|tcp_read\.c)|sanity )/.test(line);
}

const knownProcesses = new Set<string>();

function isKamailioProcess(pid: string): boolean {
  if (knownProcesses.has(pid)) return true;
  if (processName(pid) !== 'kamailio') return false;
  knownProcesses.add(pid);
  return true;
}

/** What the system calls a running process; null for one that is gone, also while it is asked about. */
function processName(pid: string): string | null {
  if (!/^\d+$/.test(pid)) return null;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return null;
  }
}

/** What Kamailio's database library is told: Kamailio itself drops the query of its database's URL, and the TLS it asks for. */
export function kamailioEnv(databaseUrl: string): Record<string, string> {
  const query = new URL(databaseUrl).searchParams;
  const isDemanded =
    ['require', 'verify-ca', 'verify-full', 'no-verify'].includes(query.get('sslmode') ?? '') ||
    ['true', '1'].includes(query.get('ssl') ?? '');
  // libpq would verify by a file of authorities of its own, which the server's driver has no need of: encrypted, then.
  return isDemanded ? { PGSSLMODE: 'require' } : {};
}

/** Writes all that Kamailio reads into a new folder that is its user's alone. */
export function writeKamailioConfiguration(
  options: Omit<KamailioOptions, 'runFolder' | 'logFolder'>,
  folder: string,
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o750 });
  cpSync(join(options.project, 'voice/kamailio'), folder, { recursive: true });
  giveAllTo('kamailio', folder);
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    giveTo('kamailio', file);
    return file;
  };
  const shown = options.phones.tls();
  const tls = {
    certificate: write('phones-certificate.pem', shown.certificate),
    key: write('phones-key.pem', shown.key),
  };
  write('settings.cfg', renderKamailioSettings(kamailioSettings(options, tls)));
}

function kamailioSettings(
  { ports, addresses, secrets, ...options }: Omit<KamailioOptions, 'runFolder' | 'logFolder'>,
  tls: { certificate: string; key: string },
): KamailioSettings {
  return {
    ...defaultKamailioSettings,
    authenticatesFirst: authenticatesFirst(),
    browser: { addresses: addresses.listen, port: ports.browsers },
    carrier: {
      address: addresses.carrierSide.local,
      advertisedAddress: addresses.carrierSide.public,
      port: ports.carrierSide,
    },
    // Phones come straight here, also where a proxy stands before the pages.
    phones: {
      address: addresses.carrierSide.local,
      advertisedAddress: addresses.carrierSide.public,
      port: ports.phones,
      tlsPort: ports.phonesTls,
      host: options.phones.host,
      tls,
    },
    bridgePort: ports.bridgeSide,
    attendants: { sidePort: ports.attendantSide, calledPort: ports.calledAttendant, ports: options.attendantPorts },
    callBridgePort: ports.callBridge,
    rpcPort: ports.kamailioRpc,
    evapiPort: ports.evapi,
    rtpenginePort: ports.rtpengine,
    databaseUrl: options.databaseUrl,
    sipRealm: options.realm,
    sipSecret: secrets.sipSecret,
    maskKey: secrets.maskKey,
    nonceSecret: secrets.nonceSecret,
    allowedOrigins: options.origins,
    ...options.settings,
  };
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

import { createSocket } from 'node:dgram';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Part, createPart, READY_WITHIN_MS } from '../processes/part.ts';
import { openLog } from '../processes/process-log.ts';
import { type RunningProcess, startProcess } from '../processes/running-process.ts';
import { waitUntil } from '../processes/wait-until.ts';
import type { Ports } from '../ports.ts';
import type { Addresses } from '../public-address.ts';
import { giveTo, runAs } from '../users.ts';

const PROGRAM = 'rtpengine';
const ADDRESS_LOOK_MS = 2_000;
const LEAST_THREADS = 2;

export type RtpengineOptions = {
  runFolder: string;
  logFolder: string;
  ports: Pick<Ports, 'rtpengine' | 'rtpengineCli' | 'rtpFirst' | 'rtpLast'>;
  addresses: Addresses;
};

/** rtpengine in user space with its own configuration file: the machine's own one, and its service, are not touched. */
export function createRtpengine(options: RtpengineOptions): Part {
  const log = openLog(join(options.logFolder, 'rtpengine.log'));
  return createPart({
    name: 'rtpengine',
    log,
    launch() {
      const besideLoopback = options.addresses.besideLoopback();
      const running = startProcess({
        name: 'rtpengine',
        command: [PROGRAM, '--config-file', writeRtpengineConfiguration(options, besideLoopback)],
        env: { PATH: process.env['PATH'] ?? '/usr/sbin:/usr/bin' },
        user: runAs('rtpengine'),
        processorShare: 9,
        stopSignal: 'SIGTERM',
        log,
      });
      if (besideLoopback !== null) endWithAddress(running, () => options.addresses.besideLoopback() === besideLoopback);
      return running;
    },
    ready: async () => {
      await waitUntil('rtpengine to answer a ping', () => answersPing(options.ports.rtpengine), {
        withinMs: READY_WITHIN_MS,
      });
    },
  });
}

/** A machine that moved to another network: rtpengine would refuse every call for the address that is gone, so it is started again. */
function endWithAddress(running: RunningProcess, isThere: () => boolean): void {
  const timer = setInterval(() => {
    if (running.exit() === null && isThere()) return;
    clearInterval(timer);
    if (running.exit() === null) running.signal('SIGTERM');
  }, ADDRESS_LOOK_MS);
  timer.unref();
}

/** Writes what rtpengine reads, as whoever it runs as may read it, and gives the path. */
export function writeRtpengineConfiguration(
  options: Omit<RtpengineOptions, 'logFolder'>,
  besideLoopback = options.addresses.besideLoopback(),
): string {
  const folder = join(options.runFolder, 'rtpengine');
  const file = join(folder, 'rtpengine.conf');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  giveTo('rtpengine', folder);
  writeFileSync(file, configuration(options, { folder, besideLoopback }), { mode: 0o644 });
  giveTo('rtpengine', file);
  return file;
}

function configuration(
  { ports, addresses }: Omit<RtpengineOptions, 'logFolder'>,
  { folder, besideLoopback }: { folder: string; besideLoopback: string | null },
): string {
  return `[rtpengine]
table = -1
interface = ${faces(addresses, besideLoopback)}
listen-ng = 127.0.0.1:${ports.rtpengine}
listen-cli = 127.0.0.1:${ports.rtpengineCli}
pidfile = ${join(folder, 'rtpengine.pid')}
port-min = ${ports.rtpFirst}
port-max = ${ports.rtpLast}
foreground = true
log-stderr = true
# A description that it cannot read would stand in the log with its keys.
log-level = 5
log-level-control = 3
no-fallback = true
timeout = 3600
silent-timeout = 3600
offer-timeout = 120
delete-delay = 0
num-threads = ${Math.max(LEAST_THREADS, availableParallelism())}
`;
}

/**
 * Beside loopback browsers' sound is taken too where the machine has another address: it is encrypted, and ICE asks whoever sends for a
 * password. Plain sound of phones and carriers never is.
 */
function faces(addresses: Addresses, besideLoopback: string | null): string {
  const { carrierSide } = addresses;
  const further = besideLoopback === null ? [] : [`browser/${besideLoopback}`];
  const phones = face('phone', carrierSide);
  return [face('carrier', carrierSide), face('browser', addresses), ...further, phones, 'bridge/127.0.0.1'].join(';');
}

function face(name: string, address: { local: string; public: string }): string {
  const advertised = address.public === address.local ? '' : `!${address.public}`;
  return `${name}/${address.local}${advertised}`;
}

/** The ng protocol's ping (bencode, cookie before). */
async function answersPing(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    return await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), 300);
      const settle = (value: boolean) => {
        clearTimeout(timer);
        resolve(value);
      };
      socket.once('message', (message) => settle(message.toString().includes('pong')));
      socket.once('error', () => settle(false));
      socket.send('start d7:command4:pinge', port, '127.0.0.1');
    });
  } finally {
    socket.close();
  }
}

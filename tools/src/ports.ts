import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { PlainError } from './plain-error.ts';
import { randomInt } from 'node:crypto';

/** Every port of the stack. `rtpFirst` to `rtpLast` is a range of UDP ports for media. */
export type Ports = {
  web: number;
  browsers: number;
  evapi: number;
  kamailioRpc: number;
  rtpengine: number;
  rtpengineCli: number;
  carrierRecord: number;
  postgres: number;
  sandboxPayments: number;
  bridgeSide: number;
  callBridge: number;
  attendantSide: number;
  attendant: number;
  calledAttendant: number;
  sandboxMessages: number;
  carrierSide: number;
  phones: number;
  phonesTls: number;
  sandboxA: number;
  sandboxB: number;
  rtpFirst: number;
  rtpLast: number;
};

type PortName = Exclude<keyof Ports, 'rtpFirst' | 'rtpLast'>;

/** The port's default, the setting that moves it, what it is for, and which protocol it speaks. */
export const PORT_SETTINGS: Record<
  PortName,
  { port: number; setting: string; use: string; over: 'tcp' | 'udp' | 'both' }
> = {
  web: { port: 4001, setting: 'FARLINE_PORT', use: 'the web pages and the API', over: 'tcp' },
  browsers: { port: 4002, setting: 'FARLINE_WS_PORT', use: "the browsers' telephone line", over: 'tcp' },
  evapi: { port: 4003, setting: 'FARLINE_EVAPI_PORT', use: 'Kamailio and the server', over: 'tcp' },
  kamailioRpc: { port: 4004, setting: 'FARLINE_KAMAILIO_RPC_PORT', use: "Kamailio's commands", over: 'tcp' },
  rtpengine: { port: 4005, setting: 'FARLINE_RTPENGINE_PORT', use: "rtpengine's commands", over: 'udp' },
  rtpengineCli: { port: 4006, setting: 'FARLINE_RTPENGINE_CLI_PORT', use: "rtpengine's console", over: 'tcp' },
  carrierRecord: {
    port: 4007,
    setting: 'FARLINE_CARRIER_RECORD_PORT',
    use: "the sandbox carrier's record",
    over: 'tcp',
  },
  postgres: { port: 4008, setting: 'FARLINE_POSTGRES_PORT', use: 'the database', over: 'tcp' },
  sandboxPayments: {
    port: 4009,
    setting: 'FARLINE_SANDBOX_PAYMENTS_PORT',
    use: 'the sandbox payment provider',
    over: 'tcp',
  },
  bridgeSide: { port: 4010, setting: 'FARLINE_BRIDGE_SIDE_PORT', use: 'Kamailio and the call bridge', over: 'udp' },
  callBridge: { port: 4011, setting: 'FARLINE_CALL_BRIDGE_PORT', use: 'the call bridge', over: 'both' },
  attendantSide: { port: 4013, setting: 'FARLINE_ATTENDANT_SIDE_PORT', use: 'Kamailio and the attendant', over: 'udp' },
  attendant: { port: 4014, setting: 'FARLINE_ATTENDANT_PORT', use: 'the attendant', over: 'udp' },
  calledAttendant: {
    port: 4015,
    setting: 'FARLINE_CALLED_ATTENDANT_PORT',
    use: 'Kamailio and an attendant that is called',
    over: 'udp',
  },
  sandboxMessages: {
    port: 4012,
    setting: 'FARLINE_SANDBOX_MESSAGES_PORT',
    use: "the sandbox carrier's message centre",
    over: 'tcp',
  },
  carrierSide: { port: 5080, setting: 'FARLINE_CARRIER_PORT', use: 'calls to and from carriers', over: 'both' },
  phones: { port: 5060, setting: 'FARLINE_SIP_PHONE_PORT', use: 'SIP phones over UDP and TCP', over: 'both' },
  phonesTls: { port: 5061, setting: 'FARLINE_SIP_PHONE_TLS_PORT', use: 'SIP phones over TLS', over: 'tcp' },
  sandboxA: { port: 5090, setting: 'FARLINE_SANDBOX_A_PORT', use: 'the first sandbox trunk', over: 'udp' },
  sandboxB: { port: 5091, setting: 'FARLINE_SANDBOX_B_PORT', use: 'the second sandbox trunk', over: 'udp' },
};
const NAMES = Object.keys(PORT_SETTINGS) as PortName[];
const RTP_SETTINGS = {
  first: 20_000,
  last: 29_999,
  firstSetting: 'FARLINE_RTP_FIRST',
  lastSetting: 'FARLINE_RTP_LAST',
};

/** The fixed ports of `npm start`, each movable by its setting. A PlainError when a setting is no port. */
export function settledPorts(env: Record<string, string | undefined>): Ports {
  const given = (setting: string, fallback: number) => readPort(setting, env[setting]) ?? fallback;
  const ports = Object.fromEntries(
    NAMES.map((name) => [name, given(PORT_SETTINGS[name].setting, PORT_SETTINGS[name].port)]),
  ) as Record<PortName, number>;
  const rtpFirst = given(RTP_SETTINGS.firstSetting, RTP_SETTINGS.first);
  return { ...ports, rtpFirst, rtpLast: given(RTP_SETTINGS.lastSetting, RTP_SETTINGS.last) };
}

function readPort(setting: string, text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new PlainError(`${setting} is "${text}": it must be a port, 1 to 65535.`);
  return port;
}

/**
 * Ports that nobody uses, outside the ephemeral range (so that no outgoing connection takes one before its owner does)
 * and each free for TCP and UDP; an RTP range of 600 ports that is not the sandbox carrier's own.
 */
export async function freePorts(): Promise<Ports> {
  const found: number[] = [];
  while (found.length < NAMES.length) {
    const port = await freePort();
    if (!found.includes(port)) found.push(port);
  }
  const ports = Object.fromEntries(NAMES.map((name, index) => [name, found[index]])) as Record<PortName, number>;
  const rtpFirst = await freeRtpRange();
  return { ...ports, rtpFirst, rtpLast: rtpFirst + RTP_RANGE - 1 };
}

/** A test of Kannel's insists on this one (`gateways/smpp/testing/drive-smpp.ts`). */
const KANNELS = 13_001;

/** One port as `freePorts` gives them. Nobody else is given it while this process lives: what is found free is bound later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(9000, 20_000);
    if (port !== KANNELS && (await isClaimed(port)) && (await isFree(port, 'both'))) return port;
  }
}

/** Whether the port is this process's to give: the kernel lets one process have the name, and frees it when that ends. */
async function isClaimed(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const claim = createServer();
    claim.once('error', () => resolve(false));
    claim.listen(`\0farline-port-${port}`, () => resolve(true));
    claim.unref();
  });
}

const RTP_RANGE = 600;
/** Also beside those that `npm start` holds for itself: below and above the ephemeral ports. */
const RTP_FIRSTS = [...rangesFrom(20_000, 31_000), 32_000, ...rangesFrom(61_000, 65_200)];

function rangesFrom(first: number, end: number): number[] {
  return Array.from({ length: Math.floor((end - first) / RTP_RANGE) }, (_, index) => first + index * RTP_RANGE);
}

async function freeRtpRange(): Promise<number> {
  const left = [...RTP_FIRSTS];
  while (left.length > 0) {
    const [first = 0] = left.splice(randomInt(left.length), 1);
    const probes = [0, 1, 2, 3, RTP_RANGE / 2, RTP_RANGE - 2].map((offset) => isFree(first + offset, 'udp'));
    if ((await Promise.all(probes)).every(Boolean)) return first;
  }
  throw new Error('No range of UDP ports is free for media.');
}

/** Whether the port can be bound on the loopback addresses (and hence that nobody listens there). */
export async function isFree(
  port: number,
  over: 'tcp' | 'udp' | 'both',
  addresses = ['127.0.0.1', '::1'],
): Promise<boolean> {
  for (const address of addresses) {
    if (over !== 'udp' && !(await canListen(port, address))) return false;
    if (over !== 'tcp' && !(await canBind(port, address))) return false;
  }
  return true;
}

/** Whether the machine has the IPv6 loopback address. */
export async function hasIpv6Loopback(): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port: 0, host: '::1' }, () => server.close(() => resolve(true)));
  });
}

async function canListen(port: number, host: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(isAbsentAddress(error)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function canBind(port: number, address: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', (error) => {
      socket.close();
      resolve(isAbsentAddress(error));
    });
    socket.bind({ port, address, exclusive: true }, () => socket.close(() => resolve(true)));
  });
}

/** A machine without IPv6 has nobody listening there either. */
function isAbsentAddress(error: Error): boolean {
  return 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');
}

import { isIPv6 } from 'node:net';
import { defaultFloodSettings, floodNumbers, type FloodSettings } from './flood-settings.ts';
import { mediaProfiles } from './media-profiles.ts';

/** What differs from one machine to the next. Everything else of the engine's configuration is in `voice/kamailio`. */
export type KamailioSettings = {
  /** Where browsers come in, by WebSocket. */
  browser: { addresses: readonly string[]; port: number };
  /** Where SIP phones come in, over UDP and TCP on one port and TLS on another, and the address that they are told; null: nowhere. */
  phones: {
    address: string;
    advertisedAddress: string;
    port: number;
    tlsPort: number;
    /** A name by which phones may know this machine, beside the realm. */
    host: string;
    /** Files (PEM) that Kamailio's user can read. */
    tls: { certificate: string; key: string };
  } | null;
  /** Where trunks send to, UDP and TCP, and the address that they are told. */
  carrier: { address: string; advertisedAddress: string; port: number };
  /** Where the call bridge sends to, UDP, always on 127.0.0.1. */
  bridgePort: number;
  /** Where attendants send to, those that a customer has called to a port of their own, and where they are, UDP, always on 127.0.0.1. */
  attendants: { sidePort: number; calledPort: number; ports: readonly number[] };
  /** Where the call bridge takes calls that are forwarded, UDP, always on 127.0.0.1. */
  callBridgePort: number;
  /** JSON-RPC and metrics, always on 127.0.0.1. */
  rpcPort: number;
  /** EVAPI, always on 127.0.0.1. */
  evapiPort: number;
  /** Control port (ng, UDP) of rtpengine, on 127.0.0.1. */
  rtpenginePort: number;
  /** postgres://role:password@host:port/database of the role that owns the dialog tables. */
  databaseUrl: string;
  sipRealm: string;
  /** Signs the browsers' SIP credentials; the server holds the same. */
  sipSecret: string;
  /** Two more secrets that stay the same over restarts: running calls need the first. */
  maskKey: string;
  nonceSecret: string;
  /** Origins of pages that may open a WebSocket, e.g. http://localhost:4001. */
  allowedOrigins: readonly string[];
  flood: FloodSettings;
  /** Addresses of carriers and of sites with SIP phones whose sound comes from elsewhere than they say; `phones`: any SIP phone. */
  soundLearnedFrom: readonly string[];
  /** Whether rtpengine learns from encrypted sound alone that it has decrypted. */
  authenticatesFirst: boolean;
  /** How long the server may think about a call. */
  askTimeoutMs: number;
  /** How long after the end of a call that was not cut the dialog module's own timer ends it. */
  spareSeconds: number;
  /** Processes: for browsers (TCP), for carriers (UDP), for the servers' answers. */
  workers: { browser: number; carrier: number; answers: number };
};

/** What a machine gets that asks for nothing else. */
export const defaultKamailioSettings = {
  askTimeoutMs: 3000,
  spareSeconds: 3,
  flood: defaultFloodSettings,
  soundLearnedFrom: [],
  authenticatesFirst: true,
  workers: { browser: 4, carrier: 4, answers: 3 },
} as const satisfies Partial<KamailioSettings>;

/** Flags, and bounds that are the same everywhere. */
const NUMBERS = {
  ORDERED_TO_CANCEL: 7,
  REACHED_AS_IT_CAME: 5,
  KEPT_OPEN: 6,
  CONTACTS_OF_ONE: 5,
  BROWSER_SECONDS: 60,
  RINGING_CONTACTS: 10,
  RINGING_USERS: 100,
  CALLS_OF_ONE: 8,
  SUBSCRIPTIONS_OF_ONE: 5,
  SILENT_SUBSCRIBER_SECONDS: 32,
  TIMES_TOLD_LOST: 4,
  BRIDGE_SILENT_MS: 4000,
  WRONG_RESPONSE: -2,
  WRONG_FOR_ONE_PHONE: 8,
  WRONG_FROM_ONE_ADDRESS: 50,
  SERVER_SILENT_SECONDS: 3,
  UNPROVEN_SECONDS: 15,
  HANDSHAKEN_SECONDS: 60,
  PROVEN_SECONDS: 3605,
  REPORTS_A_SECOND: 500,
  REQUESTS_A_SECOND: 20,
  HELD_A_SECOND: 200,
  BYE_SECONDS: 6,
  BYES_BEFORE_ALARM: 4,
};

const workersOf = ({ workers }: KamailioSettings) => ({
  BROWSER_WORKERS: workers.browser,
  CARRIER_WORKERS: workers.carrier,
  ANSWER_WORKERS: workers.answers,
});

/** The text of `settings.cfg`, which must lie beside a copy of `voice/kamailio`, readable by Kamailio's user alone. */
export function renderKamailioSettings(settings: KamailioSettings): string {
  const words = {
    SIP_REALM: settings.sipRealm,
    OUR_METHODS: 'INVITE, ACK, CANCEL, BYE, UPDATE, INFO, OPTIONS',
    METHODS_WITHOUT_UPDATE: 'INVITE, ACK, CANCEL, BYE, INFO, OPTIONS',
    PUBLIC_HOST: bracketed(settings.carrier.advertisedAddress),
    PUBLIC_CARRIER: `${bracketed(settings.carrier.advertisedAddress)}:${settings.carrier.port}`,
    ...mediaProfiles(settings),
    ATTENDANT_PORTS: settings.attendants.ports.join('|'),
    ...floodNumbers(settings.flood),
  };
  const strings = {
    SIP_REALM_STRING: settings.sipRealm,
    PHONE_HOST_STRING: bracketed(settings.phones?.host ?? settings.sipRealm).toLowerCase(),
    SIP_SECRET: settings.sipSecret,
    MASK_KEY: settings.maskKey,
    MASK_ADDRESS: bracketed(settings.carrier.advertisedAddress),
    NONCE_SECRET: settings.nonceSecret,
    DATABASE_URL: settings.databaseUrl,
    KEPT_DATABASE: `kept=>${settings.databaseUrl}`,
    ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
    SOUND_LEARNED_FROM: settings.soundLearnedFrom.join(','),
    FLOOD_EXCEPTIONS: settings.flood.exceptions.join(','),
    EVAPI_ADDRESS: `127.0.0.1:${settings.evapiPort}`,
    RTPENGINE_SOCKET: `udp:127.0.0.1:${settings.rtpenginePort}`,
    TLS_CERTIFICATE: settings.phones?.tls.certificate ?? '',
    TLS_KEY: settings.phones?.tls.key ?? '',
    CARRIER_UDP_SOCKET: `udp:${bracketed(settings.carrier.address)}:${settings.carrier.port}`,
    ...attendantStrings(settings),
    ...bridgeStrings(settings),
    CARRIER_TCP_SOCKET: `tcp:${bracketed(settings.carrier.address)}:${settings.carrier.port}`,
  };
  const numbers = {
    ...NUMBERS,
    PHONE_PORT: settings.phones?.port ?? 0,
    PHONE_TLS_PORT: settings.phones?.tlsPort ?? 0,
    CARRIER_PORT: settings.carrier.port,
    BRIDGE_PORT: settings.bridgePort,
    ...attendantNumbers(settings),
    RPC_PORT: settings.rpcPort,
    ASK_TIMEOUT_MS: settings.askTimeoutMs,
    SPARE_SECONDS: settings.spareSeconds,
    ...workersOf(settings),
  };
  return [
    ...Object.entries(words).map(([name, text]) => `#!substdef "!${name}!${refuseOdd(name, text)}!g"`),
    ...Object.entries(strings).map(([name, text]) => `#!define ${name} "${refuseOdd(name, text)}"`),
    ...Object.entries(numbers).map(([name, number]) => `#!define ${name} ${number}`),
    ...listenLines(settings),
    '',
  ].join('\n');
}

const WAITING_ROOM = 'waiting-room';

/** How the engine and the attendants find each other. */
const attendantStrings = ({ attendants }: KamailioSettings) => ({
  ATTENDANT_SOCKET: `udp:127.0.0.1:${attendants.sidePort}`,
  // Where a call waits for pages that are not open yet: with ourselves.
  WAITING_ROOM_USER: WAITING_ROOM,
  WAITING_ROOM_URI: `sip:${WAITING_ROOM}@127.0.0.1:${attendants.sidePort}`,
  CALLED_ATTENDANT_SOCKET: `udp:127.0.0.1:${attendants.calledPort}`,
});
const attendantNumbers = ({ attendants }: KamailioSettings) => ({
  ATTENDANT_SIDE_PORT: attendants.sidePort,
  CALLED_ATTENDANT_PORT: attendants.calledPort,
  ATTENDANT_COUNT: attendants.ports.length,
});

/** How the engine and the call bridge find each other. */
const bridgeStrings = ({ bridgePort, callBridgePort }: KamailioSettings) => ({
  BRIDGE_SOCKET: `udp:127.0.0.1:${bridgePort}`,
  CALL_BRIDGE_URI: `sip:call-bridge@127.0.0.1:${callBridgePort}`,
});

function listenLines(settings: KamailioSettings): string[] {
  const advertised = bracketed(settings.carrier.advertisedAddress);
  const browsers = settings.browser.addresses.map(
    (address) => `listen=tcp:${bracketed(address)}:${settings.browser.port}`,
  );
  const carriers = ['udp', 'tcp'].map(
    (protocol) =>
      `listen=${protocol}:${bracketed(settings.carrier.address)}:${settings.carrier.port} advertise ${advertised}:${settings.carrier.port}`,
  );
  // Attendants bring calls as trunks do, wherever those come in.
  const isOnLoopback = ['127.0.0.1', '0.0.0.0', '::'].includes(settings.carrier.address);
  return [
    ...carriers,
    ...(isOnLoopback ? [] : [`listen=udp:127.0.0.1:${settings.carrier.port}`]),
    ...browsers,
    ...phoneLines(settings.phones),
    // One process keeps what the call bridge says in order.
    'socket_workers=1',
    `listen=udp:127.0.0.1:${settings.bridgePort}`,
    `listen=udp:127.0.0.1:${settings.attendants.sidePort}`,
    `listen=udp:127.0.0.1:${settings.attendants.calledPort}`,
    `listen=tcp:127.0.0.1:${settings.rpcPort}`,
  ];
}

function phoneLines(phones: KamailioSettings['phones']): string[] {
  if (phones === null) return [];
  const { address, advertisedAddress, port, tlsPort } = phones;
  const ways = { udp: port, tcp: port, tls: tlsPort };
  const lines = Object.entries(ways).map(
    ([protocol, at]) =>
      `listen=${protocol}:${bracketed(address)}:${at} advertise ${bracketed(advertisedAddress)}:${at}`,
  );
  // Phones are many where trunks are few: a second process for them.
  return ['socket_workers=2', ...lines];
}

function bracketed(address: string): string {
  return isIPv6(address) ? `[${address}]` : address;
}

/** A quote or line break in a setting would let it write configuration of its own. */
function refuseOdd(name: string, text: string): string {
  if (/["!\\\r\n$]/.test(text)) throw new Error(`${name} holds a character that Kamailio's settings cannot carry`);
  return text;
}

/**
 * Arguments of `kamailio` in the foreground, logging to stderr, on a copy of `voice/kamailio` with its `settings.cfg`. Its quicker
 * memory manager: the default one is for finding faults. Each process has 24 MB of its own, of which the script takes 13.
 */
export function kamailioArguments(folder: string): string[] {
  return [
    '-f',
    `${folder}/kamailio.cfg`,
    '-DD',
    '-E',
    '-w',
    folder,
    '-Y',
    folder,
    '-m',
    '256',
    '-M',
    '24',
    '-x',
    'fm',
    '-X',
    'fm',
  ];
}

import { join, relative } from 'node:path';
import { enterable, prepareDataFolder, writeDatabaseUrl } from './data-folder.ts';
import { type DatabaseUrls, prepareDatabase, prepareGivenDatabase } from './parts/database.ts';
import { latestCertificate, type PhoneCertificate, phoneCertificate } from './parts/phone-certificate.ts';
import { createKamailio, type KamailioOptions } from './parts/kamailio.ts';
import { createAttendants } from './parts/attendant.ts';
import { callBridgeEnv, createCallBridge } from './parts/call-bridge.ts';
import { ownFolder, seenFrom } from './parts/own-program.ts';
import { createPostgres } from './parts/postgres.ts';
import { createRtpengine } from './parts/rtpengine.ts';
import { createSandboxCarrier, sandboxCarrierEnv } from './parts/sandbox-carrier.ts';
import { createSandboxPayments, paymentsEnv } from './parts/sandbox-payments.ts';
import { createServerPart } from './parts/server.ts';
import { buildWebPages } from './parts/web-pages.ts';
import { holdMediaPorts, type MediaPorts } from './media-ports.ts';
import { PlainError } from './plain-error.ts';
import { type Ports, freePort, freePorts } from './ports.ts';
import { allOrFirstError } from './processes/all-or-first-error.ts';
import type { Part } from './processes/part.ts';
import type { Patience } from './processes/patience.ts';
import { stopAll } from './processes/stop-all.ts';
import { PROJECT } from './project.ts';
import { addressesFor, type Addresses } from './public-address.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { hostFor, originsFor, phoneHostFor, publicUrlOf, takesSandboxPayments } from './stack-addresses.ts';

const REALM = 'farline.local';
const MOST_PORT_TRIES = 10;

export type StackOptions = {
  dataFolder: string;
  /** Given ports, or ports found free. */
  ports?: Ports;
  publicAddress?: string;
  /** A database of somebody else's, instead of the private cluster. */
  databaseUrl?: string;
  /** Settings of the server (and of the sandbox carrier and payments), over what the stack itself sets. */
  env?: Record<string, string>;
  /** What differs from the engine's defaults: flood guard, workers, patience with the server. */
  kamailio?: KamailioOptions['settings'];
  /** False for tests: the private cluster flushes nothing to the disk. */
  isDurable?: boolean;
  /** With PostgreSQL and the servers, which may have much to do before they serve. A minute, unless told. */
  patience?: Patience;
  /** Left out: for a stack whose server the test starts itself, or pages that nobody opens. */
  without?: ('server' | 'carrier' | 'pages')[];
  say?: (line: string) => void;
};

export type Stack = {
  /** Where a person opens it. */
  url: string;
  /** Where Kamailio takes browsers' WebSockets. */
  websocketUrl: string;
  /** Where the sandbox carrier shows what it heard. */
  carrierRecordUrl: string;
  ports: Ports;
  addresses: Addresses;
  databaseUrl: string;
  dataFolder: string;
  /** One file for each process. */
  logFolder: string;
  sip: { realm: string; secret: string };
  /** What a server of this stack is told. */
  serverEnv: Record<string, string>;
  /** Its own PostgreSQL, with the address of the administrator; null when one was given. */
  postgres: (Part & { adminUrl: string }) | null;
  rtpengine: Part;
  kamailio: Part;
  carrier: Part;
  callBridge: Part;
  attendants: Part[];
  server: Part;
  /** Those that were started, leaves first. */
  parts(): Part[];
  /** A further server on the same database and engine. */
  addServer(options: { name: string; port?: number; env?: Record<string, string> }): Promise<Part & { url: string }>;
  /** Ends everything, the other way round; safe to call twice. */
  stop(): Promise<void>;
};

/** Starts the whole of Farline and resolves when all of it serves. When something fails, ends what it had started. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const say = options.say ?? (() => {});
  const { dataFolder } = options;
  prepareDataFolder(dataFolder);
  const runFolder = enterable(join(dataFolder, 'run'));
  const logFolder = enterable(join(dataFolder, 'logs'));
  const addresses = await addressesFor(options.publicAddress ?? '127.0.0.1', {
    isBehindProxy: options.env?.['FARLINE_PUBLIC_URL']?.startsWith('https:') === true,
  });
  const secrets = readSecrets(dataFolder);
  const patience = options.patience === undefined ? {} : { patience: options.patience };
  // Kamailio checks by the same realm and secret that the server gives passwords with.
  const sip = {
    realm: options.env?.['FARLINE_SIP_REALM'] ?? REALM,
    secret: options.env?.['FARLINE_SIP_SECRET'] ?? secrets.sipSecret,
  };
  const { ports, media } = await takePorts(options.ports);
  const publicUrl = publicUrlOf(options.env?.['FARLINE_PUBLIC_URL'], addresses, ports);
  const phoneHost = options.env?.['FARLINE_SIP_PHONE_HOST'] ?? phoneHostFor(publicUrl, addresses);
  // The server and the sandbox carrier keep there what they have spoken.
  ownFolder(join(dataFolder, 'speech'));
  const started: Part[] = [];
  const start = async (part: Part, words: string) => {
    say(words);
    started.push(part);
    await part.start();
  };

  try {
    const phoneTls = phoneTlsOf(options, phoneHost);
    const postgres = postgresOf(options, { logFolder, port: ports.postgres, secrets });
    const rtpengine = createRtpengine({ runFolder, logFolder, ports, addresses });
    const baseEnv = { ...inherited(), ...options.env };
    const place = { project: PROJECT, dataFolder, runFolder, logFolder };
    const carrier = createSandboxCarrier({ ...place, ports, secrets, addresses, env: baseEnv });

    const callBridge = createCallBridge({ project: PROJECT, runFolder, logFolder, ports, secrets });
    const attendants = await createAttendants({
      ...place,
      first: ports.attendant,
      enginePort: ports.carrierSide,
      env: baseEnv,
    });
    const payments = takesSandboxPayments(publicUrl, options.env)
      ? createSandboxPayments({ ...place, ports, secrets, env: baseEnv })
      : null;

    const database = async (): Promise<DatabaseUrls> => {
      if (postgres === null) return await prepareGivenDatabase(options.databaseUrl ?? '', secrets);
      await start(postgres, 'Starting PostgreSQL');
      return await prepareDatabase(postgres.adminUrl, secrets);
    };
    const has = (part: 'server' | 'carrier' | 'pages') => options.without?.includes(part) !== true;
    const [urls, webRoot] = await allOrFirstError([
      database(),
      has('pages') ? pagesFor(runFolder, say) : Promise.resolve(null),
      start(rtpengine, 'Starting rtpengine'),
      has('carrier') ? start(carrier, 'Starting the sandbox carrier') : Promise.resolve(),
      start(callBridge, 'Starting the call bridge'),
      allOrFirstError(attendants.map(async (part) => await start(part, `Starting the ${part.name}`))),
      payments === null ? Promise.resolve() : start(payments, 'Starting the sandbox payment provider'),
    ] as const);

    writeDatabaseUrl(dataFolder, urls.server);

    const kamailio = createKamailio({
      project: PROJECT,
      runFolder,
      logFolder,
      ports,
      attendantPorts: attendants.map(({ port }) => port),
      addresses,
      databaseUrl: urls.kamailio,
      realm: sip.realm,
      phones: { host: phoneHost, tls: phoneTls },
      secrets: { ...secrets, sipSecret: sip.secret },
      origins: originsFor(publicUrl, ports, options.env?.['FARLINE_ALLOWED_ORIGINS']),
      settings: options.kamailio ?? {},
    });
    const serverEnv: Record<string, string> = {
      ...inherited(),
      DATABASE_URL: urls.server,
      FARLINE_LISTEN: addresses.listen.join(','),
      FARLINE_PUBLIC_URL: publicUrl,
      FARLINE_PUBLIC_ADDRESS: addresses.public,
      FARLINE_DATA_DIR: dataFolder,
      ...(webRoot === null ? {} : { FARLINE_WEB_ROOT: webRoot }),
      FARLINE_TOKEN_SECRET: secrets.tokenSecret,
      FARLINE_SIP_SECRET: sip.secret,
      FARLINE_RECEIPT_KEY: secrets.receiptKey,
      FARLINE_SIP_REALM: sip.realm,
      FARLINE_WS_PORT: String(ports.browsers),
      FARLINE_SIP_PHONES: `udp:${ports.phones},tcp:${ports.phones},tls:${ports.phonesTls}`,
      FARLINE_SIP_PHONE_HOST: phoneHost,
      FARLINE_EVAPI: `127.0.0.1:${ports.evapi}`,
      FARLINE_KAMAILIO_RPC: `http://127.0.0.1:${ports.kamailioRpc}/rpc`,
      FARLINE_RTPENGINE: `127.0.0.1:${ports.rtpengine}`,
      ...sandboxCarrierEnv({ ports, secrets }),
      ...callBridgeEnv({ ports, secrets }),
      ...(payments === null ? {} : paymentsEnv({ ports, secrets })),
      ...options.env,
    };
    const serverPart = (given: { name: string; port: number; env: Record<string, string> }) =>
      createServerPart({ project: PROJECT, runFolder, logFolder, ...given, ...patience });
    const server = serverPart({ name: 'server-1', port: ports.web, env: serverEnv });
    await allOrFirstError([
      start(kamailio, 'Starting Kamailio'),
      has('server') ? start(server, 'Starting the server') : Promise.resolve(),
    ] as const);

    return {
      url: publicUrl,
      websocketUrl: `ws://${hostFor(addresses)}:${ports.browsers}/`,
      carrierRecordUrl: `http://127.0.0.1:${ports.carrierRecord}`,
      ports,
      addresses,
      databaseUrl: urls.server,
      dataFolder,
      logFolder,
      sip,
      serverEnv,
      postgres,
      rtpengine,
      kamailio,
      carrier,
      callBridge,
      attendants,
      server,
      parts: () => [...started],
      async addServer(given) {
        const port = given.port ?? (await freePort());
        const part = serverPart({ name: given.name, port, env: { ...serverEnv, ...given.env } });
        await start(part, `Starting ${given.name}`);
        return Object.assign(part, { url: `http://127.0.0.1:${port}` });
      },
      async stop() {
        try {
          await stopAll(started);
        } finally {
          media.release();
        }
      },
    };
  } catch (error) {
    await stopAll(started);
    media.release();
    throw error;
  }
}

/** Its own PostgreSQL, unless a database was given. */
function postgresOf(
  { dataFolder, databaseUrl, isDurable = true, patience }: StackOptions,
  given: { logFolder: string; port: number; secrets: Secrets },
): Stack['postgres'] {
  if (databaseUrl !== undefined) return null;
  return createPostgres({ dataFolder, isDurable, ...given, ...(patience === undefined ? {} : { patience }) });
}

function phoneTlsOf({ dataFolder, env, say = () => {} }: StackOptions, host: string): () => PhoneCertificate {
  const given = { certificateFile: env?.['FARLINE_SIP_TLS_CERTIFICATE'], keyFile: env?.['FARLINE_SIP_TLS_KEY'] };
  const now = () => new Date();
  return latestCertificate({ read: () => phoneCertificate({ dataFolder, host, given, now: now() }), now, say });
}

/** The given ports, or some that are free, with a range for media that no other Farline on this machine has. */
async function takePorts(given: Ports | undefined): Promise<{ ports: Ports; media: MediaPorts }> {
  for (let tries = 1; ; tries++) {
    const ports = given ?? (await freePorts());
    const media = await holdMediaPorts(ports);
    if (media !== null) return { ports, media };
    // What was found free may have been taken meanwhile.
    if (given !== undefined || tries === MOST_PORT_TRIES) {
      throw new PlainError(
        `Some of the UDP ports ${ports.rtpFirst} to ${ports.rtpLast} (sound) are in use, as by another Farline on this machine. End that program, or choose other ports with FARLINE_RTP_FIRST and FARLINE_RTP_LAST.`,
      );
    }
  }
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'NODE_EXTRA_CA_CERTS'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Builds the pages, and says where the server finds them. */
async function pagesFor(runFolder: string, say: (line: string) => void): Promise<string> {
  const built = await buildWebPages(PROJECT, say, { keepsSettings: true });
  return join(seenFrom(PROJECT, runFolder), relative(PROJECT, built));
}

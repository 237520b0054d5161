import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { freePorts } from '@farline/tools/ports';
import { startStack, type Stack } from '@farline/tools/stack';
import { type Customers, signUpCustomers } from './accounts.ts';
import { startBareEngine } from './bare-engine.ts';
import { type Books, openBooks } from './books.ts';
import type { Subject } from './call-run.ts';

const CUSTOMERS = 200;
const SETTLED_WITHIN_MS = 15_000;
/**
 * Below the ephemeral range, so that no connection of the generators takes a port of the media. A call takes four: either engine has room for
 * 1,595 at once, more than four times the rate that is kept brings.
 */
const RTP_PORTS = { rtpFirst: 20_000, rtpLast: 26_379 };
const BARE_RTP_PORTS = { rtpFirst: 26_380, rtpLast: 32_759 };

const BOUNDLESS = 100_000;
const NO_FLOOD = {
  ...{ invitesPerSecond: BOUNDLESS, userInvitesPerSecond: BOUNDLESS },
  ...{ numberInvitesPerSecond: BOUNDLESS, carrierInvitesPerSecond: BOUNDLESS },
};

/** Everything that is measured, running: ours whole, with a durable database, and the bare engine beside it. */
export type World = {
  stack: Stack;
  /** For the files of sipp. */
  folder: string;
  customers: Customers;
  books: Books;
  ours: Subject;
  bare: Subject;
  /** Where the bare engine takes calls as from a trunk, and who is called registers with it. */
  bareCarrierPort: number;
  /** Ends the calls whose caller failed and left them running, so that they are no matter of the next run or of the books. */
  endLeftovers(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts it all, with many customers who have money; `env`: what else the programs are told. The far side is not started: whoever measures brings it. */
export async function startWorld(say: (line: string) => void, env: Record<string, string> = {}): Promise<World> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'farline-bench-'));
  const folder = join(dataFolder, 'sipp');
  await mkdir(folder);
  const stack = await startStack({
    dataFolder,
    ports: { ...(await freePorts()), ...RTP_PORTS },
    without: ['carrier', 'pages'],
    env: {
      FARLINE_RATE_LIMITS: 'off',
      FARLINE_TRIAL_CREDIT: '5000',
      FARLINE_LOG_LEVEL: 'warn',
      // Counted for each call all the same, and never reached.
      FARLINE_ACCOUNT_LIMITS: 'day=5000,hour=5000,calls=100000',
      FARLINE_SIGN_IN_LIMITS: 'day=5000,hour=5000,calls=100000',
      ...env,
    },
    kamailio: { flood: { ...NO_FLOOD, banSeconds: 5, exceptions: [] } },
    say,
  });
  const bareEngine = await startBareEngine(stack, BARE_RTP_PORTS);
  const books = await openBooks(stack.databaseUrl);
  say(`Signing up ${CUSTOMERS} customers`);
  const { ports, sip, databaseUrl } = stack;
  const customers = await signUpCustomers({
    ...{ apiPort: ports.web, sipSecret: sip.secret, databaseUrl, count: CUSTOMERS },
  });
  const pidOf = (part: { name: string; pid(): number | null } | null) => part?.pid() ?? 0;

  return {
    ...{ stack, folder, customers, books, bareCarrierPort: bareEngine.carrierPort },
    ours: {
      name: 'ours',
      signallingPort: ports.browsers,
      processes: {
        Kamailio: pidOf(stack.kamailio),
        rtpengine: pidOf(stack.rtpengine),
        server: pidOf(stack.server),
        PostgreSQL: pidOf(stack.postgres),
      },
      initiate: customers.initiate,
      unsettled: async () => await books.waitUntilEnded(SETTLED_WITHIN_MS),
    },
    bare: {
      name: 'bare',
      signallingPort: bareEngine.signallingPort,
      processes: { Kamailio: pidOf(bareEngine.kamailio), rtpengine: pidOf(bareEngine.rtpengine) },
      initiate: async () => randomUUID(),
      unsettled: async () => 0,
    },
    async endLeftovers() {
      await Promise.all([bareEngine.endLeftovers(), customers.end(await books.openCalls())]);
      await books.waitUntilEnded(SETTLED_WITHIN_MS);
    },
    async stop() {
      customers.close();
      await books.close();
      await bareEngine.stop();
      await stack.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

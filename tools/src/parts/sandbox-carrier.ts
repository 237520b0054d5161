import { join } from 'node:path';
import type { Ports } from '../ports.ts';
import type { Addresses } from '../public-address.ts';
import type { Secrets } from '../secrets.ts';
import { type Part, createPart, READY_WITHIN_MS } from '../processes/part.ts';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { ownProgram } from './own-program.ts';

const READY_WORDS = 'sandbox carrier ready';

export type SandboxCarrierOptions = {
  project: string;
  dataFolder: string;
  runFolder: string;
  logFolder: string;
  ports: Pick<Ports, 'sandboxA' | 'sandboxB' | 'sandboxMessages' | 'carrierRecord' | 'carrierSide'>;
  secrets: Pick<Secrets, 'sandboxMessages'>;
  addresses: Pick<Addresses, 'carrierSide'>;
  env: Record<string, string>;
};

/** The stand-in telephone network: two trunks, a message centre, and a record of what they heard. */
export function createSandboxCarrier(options: SandboxCarrierOptions): Part {
  const log = openLog(join(options.logFolder, 'sandbox-carrier.log'));
  let hasSpoken = false;
  return createPart({
    name: 'sandbox carrier',
    log,
    launch() {
      hasSpoken = false;
      const stopListening = log.onLine((line) => {
        if (!line.includes(READY_WORDS)) return;
        hasSpoken = true;
        stopListening();
      });
      return startProcess({
        name: 'sandbox carrier',
        ...ownProgram({
          ...options,
          main: 'apps/sandbox-carrier/src/main.ts',
          env: {
            ...options.env,
            FARLINE_DATA_DIR: options.dataFolder,
            ...sandboxCarrierEnv(options),
            FARLINE_CARRIER_CALLS_TO: `${options.addresses.carrierSide.local}:${options.ports.carrierSide}`,
            FARLINE_CARRIER_RECORD: `127.0.0.1:${options.ports.carrierRecord}`,
          },
        }),
        stopSignal: 'SIGTERM',
        deathSignal: 'SIGKILL',
        log,
      });
    },
    ready: async () => {
      await waitUntil(`the words "${READY_WORDS}"`, () => hasSpoken, { withinMs: READY_WITHIN_MS });
    },
  });
}

/** SMPP 3.4 §4.1.1 has room for eight characters. */
const MOST_PASSWORD = 8;

/** The trunks and the message centre as the server and the carrier are told them. */
export function sandboxCarrierEnv({ ports, secrets }: Pick<SandboxCarrierOptions, 'ports' | 'secrets'>) {
  const password = secrets.sandboxMessages.slice(0, MOST_PASSWORD);
  return {
    FARLINE_SANDBOX_TRUNKS: `sandbox-a=127.0.0.1:${ports.sandboxA},sandbox-b=127.0.0.1:${ports.sandboxB}`,
    FARLINE_SANDBOX_MESSAGES: `smpp://farline:${password}@127.0.0.1:${ports.sandboxMessages}`,
  };
}

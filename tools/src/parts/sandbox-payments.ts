import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from '../ports.ts';
import { type Part, createPart, READY_WITHIN_MS } from '../processes/part.ts';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import { waitUntil } from '../processes/wait-until.ts';
import type { Secrets } from '../secrets.ts';
import { ownFolder, ownProgram } from './own-program.ts';

const JOURNAL = 'sandbox-payments.jsonl';
const READY_WORDS = 'sandbox payments ready';

export type SandboxPaymentsOptions = {
  project: string;
  dataFolder: string;
  runFolder: string;
  logFolder: string;
  ports: Pick<Ports, 'sandboxPayments' | 'web'>;
  secrets: Pick<Secrets, 'paymentsKey' | 'paymentsWebhook'>;
  env: Record<string, string>;
};

/** The stand-in payment provider: test cards, a hosted page, webhooks to the server. */
export function createSandboxPayments(options: SandboxPaymentsOptions): Part {
  const log = openLog(join(options.logFolder, 'sandbox-payments.log'));
  let hasSpoken = false;
  return createPart({
    name: 'sandbox payments',
    log,
    launch() {
      hasSpoken = false;
      const stopListening = log.onLine((line) => {
        if (!line.includes(READY_WORDS)) return;
        hasSpoken = true;
        stopListening();
      });
      return startProcess({
        name: 'sandbox payments',
        ...ownProgram({
          ...options,
          main: 'apps/sandbox-payments/src/main.ts',
          env: providerEnv({ ...options, folder: journalFolder(options.dataFolder) }),
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

/** As at a provider on the Internet, some webhooks come twice and some late; the environment may say how many. */
const UNTIDY = { FARLINE_SANDBOX_PAYMENTS_DOUBLED_PERCENT: '10', FARLINE_SANDBOX_PAYMENTS_HELD_BACK_PERCENT: '10' };

/** What the provider itself is told. */
export function providerEnv(
  options: Pick<SandboxPaymentsOptions, 'ports' | 'secrets' | 'env'> & { folder: string },
): Record<string, string> {
  const { ports, secrets } = options;
  return {
    ...UNTIDY,
    ...options.env,
    FARLINE_DATA_DIR: options.folder,
    FARLINE_SANDBOX_PAYMENTS_PORT: String(ports.sandboxPayments),
    FARLINE_SANDBOX_PAYMENTS_KEY: secrets.paymentsKey,
    FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: secrets.paymentsWebhook,
    FARLINE_SANDBOX_PAYMENTS_WEBHOOK_URL: `http://127.0.0.1:${ports.web}/api/v1/webhooks/payments/sandbox`,
  };
}

/** The provider's own folder; the journal of an installation that kept it beside all else moves in. */
function journalFolder(dataFolder: string): string {
  const folder = join(dataFolder, 'sandbox-payments');
  const [before, now] = [join(dataFolder, JOURNAL), join(folder, JOURNAL)];
  mkdirSync(folder, { recursive: true, mode: 0o750 });
  if (existsSync(before) && !existsSync(now)) renameSync(before, now);
  return ownFolder(folder);
}

/** What a server is told, to take payments through it. */
export function paymentsEnv({ ports, secrets }: Pick<SandboxPaymentsOptions, 'ports' | 'secrets'>) {
  return {
    FARLINE_PAYMENTS: 'sandbox',
    FARLINE_SANDBOX_PAYMENTS_URL: `http://127.0.0.1:${ports.sandboxPayments}`,
    FARLINE_SANDBOX_PAYMENTS_KEY: secrets.paymentsKey,
    FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: secrets.paymentsWebhook,
  };
}

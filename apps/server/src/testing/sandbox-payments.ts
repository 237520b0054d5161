import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farline/tools/ports';
import { programOf } from './program.ts';
import { whenOver } from './when-over.ts';

const MAIN = join(import.meta.dirname, '../../../sandbox-payments/src/main.ts');
const KEY = 'the key of a test shop';
const WEBHOOK_SECRET = 'the webhook secret of a test';

export type SandboxPayments = {
  /** What a server is told, to use it. */
  serverEnv: Record<string, string>;
  webhookSecret: string;
  /** Starts it, or starts it again with what it wrote down. Its webhooks go to the server at `origin`, or nowhere. */
  start: (tells: { origin: string | null; env?: Record<string, string> }) => Promise<void>;
  /** kill -9. */
  kill: () => Promise<void>;
  /** Types a card on a payment's page, as the payer does. The answer is where the browser is sent, or the page. */
  lay: (payUrl: string, number: string, more?: { expires?: string; isKept?: boolean }) => Promise<Response>;
  /** Types a card on the page where it is kept. */
  keep: (addUrl: string, number: string, more?: { expires?: string }) => Promise<Response>;
  /** Presses another button of a page: confirm, refuse, cancel, dispute, dispute_won, dispute_lost. */
  press: (payUrl: string, button: string) => Promise<Response>;
  /** Everything that it has written and said. */
  words: () => string;
};

/** The sandbox payment provider as its own process on a free port. It is ended after the file's tests. */
export async function sandboxPayments(): Promise<SandboxPayments> {
  const folder = mkdtempSync(join(tmpdir(), 'farline-payments-'));
  const port = await freePort();
  const provider = programOf({ main: MAIN, ready: 'sandbox payments ready', withinMs: 20_000 });
  const submit = async (payUrl: string, form: Record<string, string>) =>
    await fetch(payUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  whenOver(async () => {
    await provider.kill();
    rmSync(folder, { recursive: true });
  });

  return {
    webhookSecret: WEBHOOK_SECRET,
    serverEnv: {
      FARLINE_PAYMENTS: 'sandbox',
      FARLINE_SANDBOX_PAYMENTS_URL: `http://127.0.0.1:${port}`,
      FARLINE_SANDBOX_PAYMENTS_KEY: KEY,
      FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    async start({ origin, env }) {
      await provider.start({
        FARLINE_DATA_DIR: folder,
        FARLINE_SANDBOX_PAYMENTS_PORT: String(port),
        FARLINE_SANDBOX_PAYMENTS_PUBLIC_URL: `http://127.0.0.1:${port}`,
        FARLINE_SANDBOX_PAYMENTS_KEY: KEY,
        FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: WEBHOOK_SECRET,
        FARLINE_SANDBOX_PAYMENTS_RETRY_MS: '50',
        FARLINE_SANDBOX_PAYMENTS_LATE_MS: '300',
        ...(origin === null
          ? {}
          : { FARLINE_SANDBOX_PAYMENTS_WEBHOOK_URL: `${origin}/api/v1/webhooks/payments/sandbox` }),
        ...env,
      });
    },
    kill: provider.kill,
    lay: async (payUrl, number, { expires = '12/99', isKept = false } = {}) =>
      await submit(payUrl, { do: 'pay', number, expires, code: '123', ...(isKept ? { keep: 'yes' } : {}) }),
    keep: async (addUrl, number, { expires = '12/99' } = {}) =>
      await submit(addUrl, { do: 'keep', number, expires, code: '123' }),
    press: async (payUrl, button) => await submit(payUrl, { do: button }),
    words: () => provider.words() + readFileSync(join(folder, 'sandbox-payments.jsonl'), 'utf8'),
  };
}

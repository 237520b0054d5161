import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOf, Refusal, sendJson } from './answers.ts';
import { answerShop } from './api.ts';
import { Journal, JournalUnwritable } from './journal.ts';
import { Payments } from './payments.ts';
import { answerPayer } from './payer.ts';
import { Setups } from './setups.ts';
import { answerKeeper } from './setup-payer.ts';
import type { Settings } from './settings.ts';
import { startWebhooks } from './webhooks.ts';

const REQUEST_TIMEOUT_MS = 10_000;

/** Starts the provider; it serves when this resolves. Its log never has what a payer typed. */
export async function startProvider(
  settings: Settings,
  log: (sentence: string) => void,
): Promise<{ port: number; close: () => Promise<void> }> {
  const now = () => new Date();
  const journal = new Journal(settings.journalPath);
  const webhooks = startWebhooks(journal, settings, log);
  const payments = new Payments(journal, { send: webhooks.send, now, lateMs: settings.lateMs, log });
  const setups = new Setups(journal, { send: webhooks.send, now });
  let port = settings.port;
  const pageOf = (page: 'pay' | 'keep', id: string) =>
    `${settings.publicUrl ?? `http://localhost:${port}`}/${page}/${id}`;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = addressOf(request);
    const [, page, id] = /^\/(pay|keep)\/([\w-]{1,100})$/.exec(url.pathname) ?? [];
    if (page === 'pay' && id !== undefined) return await answerPayer({ payments, now }, id, request, response);
    if (page === 'keep' && id !== undefined) return await answerKeeper({ setups, now }, id, request, response);
    if (url.pathname === '/health') return sendJson(response, 200, { status: 'ok', untold: journal.untold.size });
    return await answerShop({ journal, payments, setups, key: settings.key, pageOf }, url, request, response);
  };
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof Refusal) {
        return sendJson(response, error.status, { message: error.message, code: error.code });
      }
      log(`${request.method} failed: ${error instanceof Error ? error.stack : String(error)}`);
      if (response.headersSent) return;
      if (error instanceof JournalUnwritable) {
        return sendJson(response, 503, { message: 'Nothing was done. Try again.', code: 'book_unwritable' });
      }
      sendJson(response, 500, { message: 'Our fault.', code: 'internal_error' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  // A server that listens on a port has an address, not a path.
  port = (server.address() as AddressInfo).port;
  return {
    port,
    async close() {
      payments.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await webhooks.close();
      journal.close();
    },
  };
}

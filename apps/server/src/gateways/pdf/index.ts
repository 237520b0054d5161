import { Worker } from 'node:worker_threads';
import type { PrintedDocument } from '../../platform/outgoing/printed-document.ts';

export type { PrintedDocument } from '../../platform/outgoing/printed-document.ts';

const TIMEOUT_MS = 25_000;
const MOST_WAITING = 16;
const MOST_OF_AN_ACCOUNT = 3;
const MOST_MEGABYTES = 512;

/** Printing did not come to an end. */
class PrintingFailed extends Error {}

/** A document as a PDF file. `no_fonts`: those that it needs are not installed here; `busy`: too many are waiting. */
type PrintInTurn = (document: PrintedDocument, accountId: string) => Promise<Buffer | 'no_fonts' | 'busy'>;

/**
 * Prints documents one after another, in a thread of their own: to shape and embed letters takes a second of work, and
 * whoever decides on calls must not wait for it. Accounts are served in turn, one document of each, so that none of them
 * keeps the others waiting.
 */
export function createPdfPrinter(print = printInThread): PrintInTurn {
  /** What waits and what is being printed, of each account; the account whose turn it is comes first. */
  const queues = new Map<string, (() => Promise<void>)[]>();
  let waiting = 0;
  const printAll = async () => {
    // An account that has more goes to the end of the map, where this loop comes to it again.
    for (const [accountId, queue] of queues) {
      await queue[0]?.();
      queue.shift();
      waiting -= 1;
      queues.delete(accountId);
      if (queue.length > 0) queues.set(accountId, queue);
    }
  };
  return async (document, accountId) => {
    const queue = queues.get(accountId) ?? [];
    if (waiting >= MOST_WAITING || queue.length >= MOST_OF_AN_ACCOUNT) return 'busy';
    const printed = Promise.withResolvers<Buffer | null>();
    queue.push(async () => await print(document).then(printed.resolve, printed.reject));
    queues.set(accountId, queue);
    waiting += 1;
    if (waiting === 1) void printAll();
    return (await printed.promise) ?? 'no_fonts';
  };
}

async function printInThread(document: PrintedDocument): Promise<Buffer | null> {
  const worker = new Worker(new URL('./print-worker.ts', import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Buffer | null>((resolve, reject) => {
      timer = setTimeout(() => reject(new PrintingFailed('printing took too long')), TIMEOUT_MS);
      worker.once('message', (pdf: Uint8Array | null) => resolve(pdf === null ? null : Buffer.from(pdf)));
      worker.once('error', reject);
      worker.once('exit', () => reject(new PrintingFailed('printing ended without a file')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

import { Worker } from 'node:worker_threads';
import type { Paper } from './paper.ts';

export type { Paper } from './paper.ts';

const TIMEOUT_MS = 25_000;
const MOST_WAITING = 8;
const MOST_MEGABYTES = 512;

/** Printing did not come to an end. */
class PrintingFailed extends Error {}

/**
 * Prints papers as PDF files, one after another, in a thread of their own: to shape and embed letters takes a second of
 * work, and whoever decides on calls must not wait for it. `no_fonts`: those that it needs are not installed
 * here; `busy`: too many are waiting.
 */
export function createPdfPrinter(): (paper: Paper) => Promise<Buffer | 'no_fonts' | 'busy'> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (paper) => {
    if (waiting >= MOST_WAITING) return 'busy';
    waiting += 1;
    const printed = last.then(async () => await printInThread(paper));
    last = printed.catch(() => undefined);
    return (await printed.finally(() => (waiting -= 1))) ?? 'no_fonts';
  };
}

async function printInThread(paper: Paper): Promise<Buffer | null> {
  const worker = new Worker(new URL('./print-worker.ts', import.meta.url), {
    workerData: paper,
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

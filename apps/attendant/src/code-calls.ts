import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CodeCallOrder, codeCallOrder } from '@farline/contracts/voice/code-call';

/** Calls that the server has ordered: what is running, and how to end all of it. */
export type CodeCalls = { open(): number; close(): Promise<void> };

const LOOK_EVERY_MS = 250;
/** So many at once; the others wait in the folder, or are too old by then. */
const AT_ONCE = 10;
const ENDING = '.json';

/**
 * Looks for orders in a folder and carries out each, once: whoever renames its file first has it, whatever other attendants are there. An order
 * is gone from the disk before its call is placed; one that is too old, or that cannot be understood, is taken away.
 */
export async function takeCodeCalls(deps: {
  folder: string;
  carryOut: (order: CodeCallOrder) => Promise<void>;
  log: (sentence: string) => void;
}): Promise<CodeCalls> {
  const { folder, log } = deps;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const running = new Set<Promise<void>>();
  let isClosed = false;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).toSorted();
    for (const name of names) {
      if (isClosed || running.size >= AT_ONCE) return;
      const order = await taken(join(folder, name));
      if (order === null) continue;
      const work = deps.carryOut(order).catch((error: unknown) => log(`A call with a code failed: ${String(error)}`));
      running.add(work);
      void work.finally(() => running.delete(work));
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(async () => {
      if (!isClosed) await look().catch((error: unknown) => log(`Orders could not be looked for: ${String(error)}`));
    });
  }, LOOK_EVERY_MS);
  return {
    open: () => running.size,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await looking;
    },
  };
}

/** The order, if it is ours and counts still. */
async function taken(path: string): Promise<CodeCallOrder | null> {
  const own = `${path}.taken-${process.pid}`;
  try {
    await rename(path, own);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const text = await readFile(own, 'utf8');
  await rm(own, { force: true });
  const order = codeCallOrder.safeParse(jsonOf(text));
  return order.success && Date.parse(order.data.until) > Date.now() ? order.data : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

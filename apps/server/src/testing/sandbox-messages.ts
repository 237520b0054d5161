import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farline/tools/ports';
import { z } from 'zod';
import { programOf } from './program.ts';
import { whenOver } from './when-over.ts';

const MAIN = join(import.meta.dirname, '../../../sandbox-carrier/src/main.ts');

const taken = z.object({
  messages: z.array(
    z.object({ messageId: z.string(), from: z.string(), to: z.string(), text: z.string(), state: z.string() }),
  ),
  taken: z.number(),
});

export type SandboxMessages = {
  /** What a server is told, to use it. */
  serverEnv: Record<string, string>;
  /** The parts that it took, oldest first, to one number or to all, and how many ever. */
  taken: (to?: string) => Promise<z.infer<typeof taken>>;
  /** Has a telephone write to a number of ours. */
  write: (text: { to: string; from?: string; text?: string; kind?: 'mms' }) => Promise<void>;
};

/** The sandbox carrier with its message centre, as a process of its own on free ports. It is ended after the file's tests. */
export async function sandboxMessages(): Promise<SandboxMessages> {
  const folder = mkdtempSync(join(tmpdir(), 'farline-messages-'));
  const [centre = 0, record = 0, trunkA = 0, trunkB = 0] = await Promise.all([1, 2, 3, 4].map(freePort));
  const FARLINE_SANDBOX_MESSAGES = `smpp://farline:sandbox@127.0.0.1:${centre}`;
  const carrier = programOf({ main: MAIN, ready: 'sandbox carrier ready', withinMs: 60_000 });
  whenOver(async () => {
    await carrier.kill();
    rmSync(folder, { recursive: true });
  });
  await carrier.start({
    FARLINE_DATA_DIR: folder,
    FARLINE_SANDBOX_MESSAGES,
    FARLINE_CARRIER_RECORD: `127.0.0.1:${record}`,
    FARLINE_SANDBOX_TRUNKS: `sandbox-a=127.0.0.1:${trunkA},sandbox-b=127.0.0.1:${trunkB}`,
  });

  const origin = `http://127.0.0.1:${record}`;
  return {
    serverEnv: { FARLINE_SANDBOX_MESSAGES },
    taken: async (to) => {
      const query = new URLSearchParams({ limit: '20000', ...(to === undefined ? {} : { to }) });
      return taken.parse(await (await fetch(`${origin}/messages?${query.toString()}`)).json());
    },
    write: async (text) => {
      const answer = await fetch(`${origin}/written`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(text),
      });
      if (!answer.ok) throw new Error(`the sandbox wrote nothing: ${await answer.text()}`);
    },
  };
}

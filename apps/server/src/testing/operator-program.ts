import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledCode } from '@farline/tools/compiled-code';

const PROGRAM = fileURLToPath(new URL('../operator.ts', import.meta.url));

/** What the program said, and how it ended. */
export type Operated = { code: number; said: string; complained: string };

/** A bound for what hangs, not a promise: its start reads many modules, which takes long on a busy machine. */
const LONGEST_RUN_MS = 50_000;

/** Runs the program as `npm run operator --` starts it, by an operator named grace; `typed` is what it reads. */
export async function runOperator(words: string[], env: Record<string, string>, typed = ''): Promise<Operated> {
  return await new Promise((resolve) => {
    const surroundings = { PATH: process.env['PATH'] ?? '', ...compiledCode(), SUDO_USER: 'grace', ...env };
    const options = { env: surroundings, timeout: LONGEST_RUN_MS };
    const running = execFile(process.execPath, [PROGRAM, ...words], options, (error, said, complained) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, said, complained });
    });
    running.stdin?.end(typed);
  });
}

import { execFile } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { compiledCode } from '@farline/tools/compiled-code';
import { operate } from '../operator/operate.ts';
import { OperatorError } from '../operator/operator-error.ts';

const PROGRAM = fileURLToPath(new URL('../operator.ts', import.meta.url));

/** What the program said, and how it ended. */
export type Operated = { code: number; said: string; complained: string };

/** A bound for what hangs, not a promise: its start reads many modules, which takes long on a busy machine. */
const LONGEST_RUN_MS = 50_000;

const OPERATOR = { SUDO_USER: 'grace' };

/**
 * Does what the program does, without the second that a process takes to start, by an operator named grace; `typed` is what
 * it reads. What the program would not put into a sentence is thrown.
 */
export async function runOperator(words: string[], env: Record<string, string>, typed = ''): Promise<Operated> {
  let said = '';
  const say = (sentences: string) => {
    said += `${sentences}\n`;
  };
  const terminal = () => ({ input: Readable.from([Buffer.from(typed)]), prompts: new PassThrough() });
  try {
    await operate({ words, env: { ...OPERATOR, ...env }, terminal, say });
    return { code: 0, said, complained: '' };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { code: 1, said, complained: `${error.message}\n` };
  }
}

/** The same by the program itself, as `npm run operator --` starts it: for what the process promises. */
export async function runOperatorProgram(words: string[], env: Record<string, string>, typed = ''): Promise<Operated> {
  return await new Promise((resolve) => {
    const surroundings = { PATH: process.env['PATH'] ?? '', ...compiledCode(), ...OPERATOR, ...env };
    const options = { env: surroundings, timeout: LONGEST_RUN_MS };
    const running = execFile(process.execPath, [PROGRAM, ...words], options, (error, said, complained) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, said, complained });
    });
    running.stdin?.end(typed);
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { compiledCode } from '@farline/tools/compiled-code';

/** A program of ours that runs as a process of its own. */
export type Program = {
  /** Starts it, and resolves once it has said that it is ready. */
  start: (env: Record<string, string>) => Promise<void>;
  /** kill -9; nothing where it does not run. */
  kill: () => Promise<void>;
  /** Everything that it has said. */
  words: () => string;
};

/** The program whose first file is `main`, and which says `ready` when it listens: within so long. */
export function programOf({ main, ready, withinMs }: { main: string; ready: string; withinMs: number }): Program {
  let running: ChildProcess | null = null;
  let said = '';
  return {
    words: () => said,
    async kill() {
      const ended = running;
      running = null;
      if (ended === null || ended.exitCode !== null) return;
      const gone = new Promise((resolve) => ended.once('exit', resolve));
      ended.kill('SIGKILL');
      await gone;
    },
    async start(env) {
      const started = spawn(process.execPath, [main], {
        env: { PATH: process.env['PATH'], ...compiledCode(), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running = started;
      started.stderr.on('data', (part: Buffer) => {
        said += part.toString();
      });
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`it never said "${ready}": ${said}`)), withinMs);
        createInterface(started.stdout).on('line', (line) => {
          said += `${line}\n`;
          if (!line.includes(ready)) return;
          clearTimeout(late);
          resolve();
        });
      });
    },
  };
}

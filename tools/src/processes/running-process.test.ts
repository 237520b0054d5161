import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from './process-log.ts';
import { startProcess } from './running-process.ts';

const isSharedBySessions = existsSync('/proc/self/autogroup') && process.getuid?.() === 0;

test.skipIf(!isSharedBySessions)('what is urgent has a larger share of the processor, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farline-process-'));
  const start = (isUrgent: { isUrgent?: true }) => {
    const started = startProcess({
      ...{ name: 'a sleeper', command: ['sleep', '60'], user: null, stopSignal: 'SIGTERM', ...isUrgent },
      ...{ env: { PATH: '/usr/bin:/bin' }, log: openLog(join(folder, 'sleeper.log')) },
    });
    onTestFinished(async () => await started.stop());
    return started;
  };
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const share = ({ pid }: { pid: number }) => /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1];
  expect([share(start({ isUrgent: true })), share(start({}))]).toEqual(['-10', '0']);
});

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from './process-log.ts';
import { type ProcessorShare, startProcess } from './running-process.ts';

const isSharedBySessions = existsSync('/proc/self/autogroup') && process.getuid?.() === 0;

test.skipIf(!isSharedBySessions)(
  'a process has the share of the processor that is asked for it, or the usual one',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'farline-process-'));
    const start = (share: { processorShare?: ProcessorShare }) => {
      const started = startProcess({
        name: 'a sleeper',
        command: ['sleep', '60'],
        user: null,
        stopSignal: 'SIGTERM',
        ...share,
        env: { PATH: '/usr/bin:/bin' },
        log: openLog(join(folder, 'sleeper.log')),
      });
      onTestFinished(async () => await started.stop());
      return started;
    };
    onTestFinished(() => rmSync(folder, { recursive: true }));

    const niceOf = ({ pid }: { pid: number }) =>
      /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1];
    const started = [start({ processorShare: 9 }), start({ processorShare: 3 }), start({})];
    expect(started.map(niceOf)).toEqual(['-10', '-5', '0']);
  },
);

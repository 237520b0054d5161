import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { startTicks, type Tick } from './ticks.ts';

const log = createLog('silent');
const ticking = (run: Tick['run'], patienceMs?: number) =>
  startTicks([{ name: 'test', everyMs: 1, run }], log, patienceMs);

test('whoever stops the ticks waits for what is under way, which is told of it', async () => {
  const begun = Promise.withResolvers<AbortSignal | undefined>();
  const done = Promise.withResolvers<void>();
  let isDone = false;
  const ticks = ticking(async (stopping) => {
    begun.resolve(stopping);
    await done.promise;
    isDone = true;
  });
  const stopping = await begun.promise;
  expect(stopping?.aborted).toBe(false);

  const stopped = ticks.stop();
  expect(stopping?.aborted).toBe(true);
  done.resolve();
  await stopped;
  expect(isDone).toBe(true);
});

test('a tick that does not end is waited for only so long', async () => {
  const begun = Promise.withResolvers<void>();
  const ticks = ticking(async () => {
    begun.resolve();
    await new Promise(() => undefined);
  }, 50);
  await begun.promise;
  await ticks.stop();
});

test('whoever stops the ticks waits for what one began and did not wait for', async () => {
  const begun = Promise.withResolvers<void>();
  let isDone = false;
  const idle = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isDone = true;
  };
  const ticks = startTicks([{ name: 'test', everyMs: 1, run: async () => begun.resolve(), idle }], log);
  await begun.promise;
  await ticks.stop();
  expect(isDone).toBe(true);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askForProof, onProofNeeded } from './proof.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what needs a proof before the part that asks has loaded waits for it', async () => {
  const proved = askForProof();
  const end = onProofNeeded(async () => true);

  expect(await proved).toBe(true);
  end();
});

test('who asks is the one that is there now', async () => {
  const endFirst = onProofNeeded(async () => false);
  endFirst();
  const end = onProofNeeded(async () => true);

  expect(await askForProof()).toBe(true);
  end();
});

test('where nobody comes to ask, nothing is proved', async () => {
  const proved = askForProof();
  await vi.advanceTimersByTimeAsync(20_000);

  expect(await proved).toBe(false);
});

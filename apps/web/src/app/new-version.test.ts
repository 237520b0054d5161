import { expect, test, vi } from 'vitest';
import { useCallInProgress } from '../lib/calls/call-in-progress.ts';
import { onceNobodyCalls } from './new-version.ts';

test('nothing is announced in the middle of a call, and once right after it', async () => {
  const announce = vi.fn<() => void>();
  useCallInProgress.setState({ isRunning: true });

  onceNobodyCalls(announce);
  expect(announce).not.toHaveBeenCalled();

  useCallInProgress.setState({ isRunning: false });
  await Promise.resolve();
  useCallInProgress.setState({ isRunning: true });
  useCallInProgress.setState({ isRunning: false });
  await Promise.resolve();
  expect(announce).toHaveBeenCalledTimes(1);
});

test('nothing is announced where another call takes the place of the one that ends', async () => {
  const announce = vi.fn<() => void>();
  useCallInProgress.setState({ isRunning: true });
  onceNobodyCalls(announce);

  useCallInProgress.setState({ isRunning: false });
  useCallInProgress.setState({ isRunning: true });
  await Promise.resolve();
  expect(announce).not.toHaveBeenCalled();
  useCallInProgress.setState({ isRunning: false });
  await Promise.resolve();
  expect(announce).toHaveBeenCalledOnce();
});

test('without a call it is announced at once', () => {
  const announce = vi.fn<() => void>();
  onceNobodyCalls(announce);
  expect(announce).toHaveBeenCalledTimes(1);
});

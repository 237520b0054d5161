import '../testing/browser-stand-ins.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { notify } from './notify.ts';
import { tellToaster } from './toaster.ts';

const toast = vi.hoisted(() => ({
  success: vi.fn<(message: string, options: object) => void>(),
  error: vi.fn<(message: string, options: object) => void>(),
  warning: vi.fn<(message: string, options: object) => void>(),
  info: vi.fn<(message: string, options: object) => void>(),
}));
vi.mock('sonner', () => ({ toast }));

beforeEach(() => {
  vi.clearAllMocks();
  tellToaster('came');
});

test.each(['success', 'error', 'warning', 'info'] as const)('a toast can be of the kind %s', async (type) => {
  await notify({ type, message: 'Told' });
  expect(toast[type]).toHaveBeenCalledWith('Told', expect.objectContaining({ duration: 5_000 }));
});

test('a toast goes by itself after its duration, and one without a duration has a button that closes it', async () => {
  await notify({ type: 'info', message: 'Short', durationMs: 1_500 });
  await notify({ type: 'info', message: 'Stays', durationMs: 0 });
  expect(toast.info.mock.calls).toEqual([
    ['Short', { duration: 1_500, closeButton: false }],
    ['Stays', { duration: Number.POSITIVE_INFINITY, closeButton: true }],
  ]);
});

test('a toast that cannot be loaded fails nothing of what it tells', async () => {
  vi.doMock('sonner', () => {
    throw new Error('The network is gone');
  });
  vi.resetModules();
  const anew = await import('./notify.ts');
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  await anew.notify({ type: 'success', message: 'Saved' });
  expect(warned.mock.calls).toEqual([['Saved']]);
});

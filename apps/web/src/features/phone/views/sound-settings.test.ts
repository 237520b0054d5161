import '../../../lib/testing/browser-stand-ins.ts';
import { expect, test, vi } from 'vitest';
import { watchDevices } from './sound-settings.tsx';

test('devices are listed again where one is plugged in, and as soon as the microphone is allowed: before that they have no name', async () => {
  const permission = new EventTarget();
  let label = '';
  const enumerateDevices = async () => [{ label }];
  const mediaDevices = Object.assign(new EventTarget(), { enumerateDevices });
  vi.stubGlobal('navigator', { mediaDevices, permissions: { query: async () => permission } });
  const told: string[] = [];
  const stop = watchDevices((devices) => void told.push(...devices.map((device) => device.label)));
  await expect.poll(() => told).toEqual(['']);

  label = 'A microphone';
  permission.dispatchEvent(new Event('change'));
  await expect.poll(() => told).toEqual(['', 'A microphone']);
  label = 'Another';
  mediaDevices.dispatchEvent(new Event('devicechange'));
  await expect.poll(() => told).toEqual(['', 'A microphone', 'Another']);

  stop();
  permission.dispatchEvent(new Event('change'));
  mediaDevices.dispatchEvent(new Event('devicechange'));
  await new Promise((settled) => setImmediate(settled));
  expect(told).toHaveLength(3);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { readEnvironment } from './read-environment.ts';
import { port, portRange } from './settings.ts';

const settings = z.object({
  PORT: port.default(4014),
  RTP_PORTS: portRange.prefault('31000-31999'),
  SECRET: z.string().min(8, 'must have at least 8 characters'),
});

test('what is not set, or empty, is as usual', () => {
  expect(readEnvironment(settings, { SECRET: 'long enough', PORT: '' })).toEqual({
    PORT: 4014,
    RTP_PORTS: { from: 31_000, to: 31_999 },
    SECRET: 'long enough',
  });
});

test('all that cannot be is said at once, each by its name', () => {
  expect(() => readEnvironment(settings, { SECRET: 'short', PORT: '0', RTP_PORTS: '5-5' })).toThrow(
    /^PORT: .+\nRTP_PORTS: "5-5" must be two ports, the lower first, such as 31000-31999\.\nSECRET: must have at least 8 characters$/,
  );
});

test.each(['5', '5-', '5-4', '0-4', '5-6-7', '5-70000', 'a-b', ''])('"%s" is no range of ports', (text) => {
  expect(portRange.safeParse(text).success).toBe(false);
});

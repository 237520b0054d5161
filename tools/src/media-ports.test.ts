import { expect, test } from 'vitest';
import { holdMediaPorts } from './media-ports.ts';
import { freePorts } from './ports.ts';

const range = (rtpFirst: number, rtpLast: number) => ({ rtpFirst, rtpLast });

test('a range of media ports has one owner: one that overlaps it is refused until it is released', async () => {
  const one = await holdMediaPorts(range(65_300, 65_499));
  expect(one).not.toBeNull();

  expect(await holdMediaPorts(range(65_300, 65_499))).toBeNull();
  expect(await holdMediaPorts(range(65_350, 65_449))).toBeNull();
  expect(await holdMediaPorts(range(65_250, 65_310))).toBeNull();
  const beside = await holdMediaPorts(range(65_500, 65_530));
  expect(beside).not.toBeNull();

  one?.release();
  const again = await holdMediaPorts(range(65_250, 65_310));
  expect(again).not.toBeNull();
  again?.release();
  beside?.release();
});

test('free ports are found beside a Farline that holds the usual range for sound', async () => {
  // Piece by piece: what others on this machine hold is held as well.
  const pieces = Array.from({ length: 100 }, (_, index) => range(20_000 + index * 100, 20_099 + index * 100));
  const usual = await Promise.all(pieces.map(holdMediaPorts));

  const found = await Promise.all(Array.from({ length: 4 }, freePorts));

  for (const { rtpFirst, rtpLast } of found) expect(rtpFirst > 29_999 || rtpLast < 20_000).toBe(true);
  for (const piece of usual) piece?.release();
});

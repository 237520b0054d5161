import { expect, test } from 'vitest';
import { holdMediaPorts } from './media-ports.ts';

const range = (rtpFirst: number, rtpLast: number) => ({ rtpFirst, rtpLast });

test('a range of media ports has one owner: one that overlaps it is refused until it is released', async () => {
  const one = await holdMediaPorts(range(62_000, 63_999));
  expect(one).not.toBeNull();

  expect(await holdMediaPorts(range(62_000, 63_999))).toBeNull();
  expect(await holdMediaPorts(range(62_550, 62_749))).toBeNull();
  expect(await holdMediaPorts(range(61_000, 62_099))).toBeNull();
  const beside = await holdMediaPorts(range(64_000, 64_999));
  expect(beside).not.toBeNull();

  one?.release();
  const again = await holdMediaPorts(range(61_000, 62_099));
  expect(again).not.toBeNull();
  again?.release();
  beside?.release();
});

import { expect, test } from 'vitest';
import { createPlaces, type OpenSocket } from './live-places.ts';

const enter = (places: ReturnType<typeof createPlaces>, count: number, place = '192.0.2.1') =>
  Array.from({ length: count }, () => places.enter(place));
const opened = (entered: (OpenSocket | 'full')[]) => entered.filter((one) => one !== 'full');

test('thirty sockets of an address may be nobody’s yet; another address is not held up by them', () => {
  const places = createPlaces();
  const strangers = opened(enter(places, 40));

  expect(strangers).toHaveLength(30);
  expect(opened(enter(places, 1, '192.0.2.2'))).toHaveLength(1);
  strangers[0]?.leave();
  expect(opened(enter(places, 2))).toHaveLength(1);
});

test('an address has three hundred sockets at most, however many are proved', () => {
  const places = createPlaces();
  let count = 0;
  for (let tries = 0; tries < 400; tries += 1) {
    const [one] = opened(enter(places, 1));
    one?.prove();
    if (one !== undefined) count += 1;
  }

  expect(count).toBe(300);
});

import type { Call } from '@farline/contracts/calls';
import type { Message } from '@farline/contracts/messages/messages';
import { afterEach, expect, test } from 'vitest';
import { showTimesIn } from '../../lib/format/time-zone.ts';
import { byDay, type Entry, timelineOf } from './timeline.ts';

const at = (hour: number): string =>
  `2034-05-0${1 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, '0')}:00:00Z`;
const message = (hour: number) => ({ id: `m${hour}`, createdAt: at(hour) }) as Message;
const call = (hour: number) => ({ id: `c${hour}`, startTime: at(hour) }) as Call;
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id).join(' ');

afterEach(() => showTimesIn(undefined));

test('messages and calls are one story, oldest first', () => {
  const messages = { items: [message(9), message(5), message(1)], hasMore: false };
  const calls = { items: [call(7), call(2)], hasMore: false };
  const { entries, next } = timelineOf(messages, calls);
  expect(ids(entries)).toBe('m1 c2 m5 c7 m9');
  expect(next).toBe(null);
});

test('nothing stands beside a gap: of the other list what is older than the oldest that was read is left out', () => {
  const messages = { items: [message(9), message(5)], hasMore: true };
  const calls = { items: [call(7), call(2)], hasMore: false };
  const read = timelineOf(messages, calls);
  expect(ids(read.entries)).toBe('m5 c7 m9');
  expect(read.next).toBe('messages');
});

test('the list whose gap is nearer is read on first', () => {
  const messages = { items: [message(9), message(2)], hasMore: true };
  const calls = { items: [call(8), call(7)], hasMore: true };
  const read = timelineOf(messages, calls);
  expect(ids(read.entries)).toBe('c7 c8 m9');
  expect(read.next).toBe('calls');
});

test('of two messages of the same instant the later one of the list comes first', () => {
  const twins = [
    { ...message(4), id: 'second' },
    { ...message(4), id: 'first' },
  ];
  expect(ids(timelineOf({ items: twins, hasMore: false }, { items: [], hasMore: false }).entries)).toBe('first second');
});

test('a day is one of the shown time zone', () => {
  const { entries } = timelineOf({ items: [message(25), message(23)], hasMore: false }, { items: [], hasMore: false });
  showTimesIn('UTC');
  expect(byDay(entries).map(({ day }) => day)).toEqual(['2034-05-01', '2034-05-02']);
  showTimesIn('Asia/Tokyo');
  expect(byDay(entries).map(({ day, entries: ofDay }) => [day, ids(ofDay)])).toEqual([['2034-05-02', 'm23 m25']]);
});

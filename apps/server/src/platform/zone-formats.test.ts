import { expect, test } from 'vitest';
import { zoneFormats } from './zone-formats.ts';

function counted(most?: number) {
  const made: string[] = [];
  const formatIn = zoneFormats((timeZone) => {
    made.push(timeZone);
    return new Intl.DateTimeFormat('en-GB', { timeZone });
  }, most);
  return { made, formatIn };
}

test('a zone however it is spelled is one zone: its format is made once', () => {
  const { made, formatIn } = counted();
  expect(formatIn('Europe/London')).toBe(formatIn('eUrOpE/LoNdOn'));
  expect(made).toHaveLength(1);
});

test('only so many formats are kept: the oldest goes, and is made again when it is asked for', () => {
  const { made, formatIn } = counted(2);
  for (const timeZone of ['UTC', 'Asia/Tokyo', 'Europe/Paris', 'Asia/Tokyo', 'UTC']) formatIn(timeZone);
  expect(made).toEqual(['UTC', 'Asia/Tokyo', 'Europe/Paris', 'UTC']);
});

test('what is no zone is refused each time', () => {
  const { formatIn } = counted();
  for (let time = 0; time < 2; time++) expect(() => formatIn('Europe/Nowhere')).toThrow(RangeError);
});

import { afterEach, expect, test, vi } from 'vitest';
import { formatBriefly, formatClockTime, formatMoment } from './brief-times.ts';
import { formatTimeOfDay } from './format.ts';
import { formatWhen } from './format-time.ts';
import { showTimesIn } from './time-zone.ts';

const AT = '2026-11-30T07:57:00Z';
const NOW = new Date('2026-11-30T12:00:00Z');

afterEach(() => {
  vi.unstubAllGlobals();
  showTimesIn(undefined);
});

/** The same moment, as every part of the page says it. */
function saidIn(language: string): string[] {
  vi.stubGlobal('navigator', { languages: [language] });
  showTimesIn('UTC');
  return [
    formatTimeOfDay(new Date(AT), 'UTC'),
    formatWhen(AT, NOW),
    formatBriefly(AT, NOW),
    formatClockTime(AT),
    formatMoment(new Date(AT)).replace(/^.*[\s ](?=\d+:)/, ''),
  ];
}

test('where the day has 24 hours, a time has two digits for them, unlike a duration', () => {
  expect([...new Set(saidIn('en-GB'))]).toEqual(['07:57']);
});

test('where a time says which half of the day it is in, its hour has the digits that it needs', () => {
  expect(saidIn('en-US').map((said) => said.replace(/\s/, ' '))).toEqual(Array(5).fill('7:57 AM'));
});

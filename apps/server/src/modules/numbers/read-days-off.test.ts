import { daysOffReply, RULE_LIMITS } from '@farline/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortestMs } from '../../testing/shortest-ms.ts';
import { readDaysOff } from './read-days-off.ts';

const TODAY = '2026-03-10';

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`), 'END:VCALENDAR']
    .join('\n')
    .replace(/\n/g, '\r\n');
const read = (...events: string[]) => readDaysOff(calendar(...events), TODAY);
const datesOf = (...events: string[]) => read(...events)?.daysOff.map(({ date }) => date);

test('a day of a calendar is a day off, with its name', () => {
  expect(read('DTSTART;VALUE=DATE:20261225\nDTEND;VALUE=DATE:20261226\nSUMMARY:Christmas\\, at last')).toEqual({
    daysOff: [{ date: '2026-12-25', name: 'Christmas, at last', isYearly: false }],
    skipped: 0,
  });
});

test('holidays that last for days are so many days off, over the end of a year too', () => {
  expect(datesOf('DTSTART;VALUE=DATE:20261230\nDTEND;VALUE=DATE:20270102')).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
  ]);
});

test.each([
  ['P3D', ['2026-12-24', '2026-12-25', '2026-12-26']],
  ['+P1D', ['2026-12-24']],
  ['P1W', ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30']],
])('holidays that last for a duration of %s are so many days off', (duration, dates) => {
  expect(datesOf(`DTSTART;VALUE=DATE:20261224\nDURATION:${duration}`)).toEqual(dates);
});

test('without an end, or with the last day in its place, it is one day', () => {
  expect(datesOf('DTSTART;VALUE=DATE:20260501', 'DTSTART;VALUE=DATE:20260502\nDTEND;VALUE=DATE:20260502')).toEqual([
    '2026-05-01',
    '2026-05-02',
  ]);
});

test('what is over is left out', () => {
  expect(read('DTSTART;VALUE=DATE:20251225', 'DTSTART;VALUE=DATE:20260310')).toEqual({
    daysOff: [{ date: '2026-03-10', name: '', isYearly: false }],
    skipped: 0,
  });
});

test.each(['RRULE:FREQ=YEARLY', 'RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=12;BYMONTHDAY=25'])(
  'what comes each year on its day stays one entry: %s',
  (rule) => {
    expect(read(`DTSTART;VALUE=DATE:20201225\n${rule}`)).toEqual({
      daysOff: [{ date: '2020-12-25', name: '', isYearly: true }],
      skipped: 0,
    });
  },
);

test.each<[string, string, string[]]>([
  ['20201126', 'BYMONTH=11;BYDAY=4TH', ['2026-11-26', '2027-11-25', '2028-11-23', '2029-11-22', '2030-11-28']],
  ['20200525', 'BYDAY=-1MO', ['2026-05-25', '2027-05-31', '2028-05-29', '2029-05-28', '2030-05-27', '2031-05-26']],
  ['20260405', 'COUNT=2', ['2026-04-05', '2027-04-05']],
  ['20260405', 'UNTIL=20280404T235959Z', ['2026-04-05', '2027-04-05']],
  ['20240229', 'UNTIL=20311231', ['2028-02-29']],
])('from %s on each year with %s', (from, rule, dates) => {
  const found = datesOf(`DTSTART;VALUE=DATE:${from}\nRRULE:FREQ=YEARLY;${rule}`) ?? [];
  expect(found.slice(0, dates.length)).toEqual(dates);
  expect(found.length).toBeLessThanOrEqual(6);
});

test.each([
  'DTSTART:20261225T090000Z',
  'DTSTART;TZID="Europe/London: old":20261225T090000',
  'DTSTART;VALUE=DATE:20260230',
  'DTSTART;VALUE=DATE:20261225\nDTEND;VALUE=DATE:20271226',
  'DTSTART;VALUE=DATE:20261225\nDTEND;VALUE=DATE:20261224',
  'DTSTART;VALUE=DATE:20261225\nDURATION:P63D',
  'DTSTART;VALUE=DATE:20261225\nDURATION:-P1D',
  'DTSTART;VALUE=DATE:20261225\nDURATION:P1DT12H',
  'DTSTART;VALUE=DATE:20261225\nDURATION:PT48H',
  'DTSTART;VALUE=DATE:20261225\nDURATION:P99999999999D',
  'DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=SECONDLY',
  'DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=WEEKLY;BYDAY=SU',
  'DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;INTERVAL=2',
  'DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;BYSETPOS=300;BYMONTH=1;BYDAY=MO',
  'DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=6MO',
  'DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;BYMONTHDAY=24',
  'DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20271225',
  'SUMMARY:No day',
])('what is no whole day, or comes again in another way, is counted and left out: %s', (event) => {
  expect(read(event)).toEqual({ daysOff: [], skipped: 1 });
});

test('what was called off, and what lies within an event, is none', () => {
  expect(
    read(
      'DTSTART;VALUE=DATE:20261225\nSTATUS:CANCELLED',
      'BEGIN:VALARM\nDTSTART;VALUE=DATE:20260401\nEND:VALARM\nDTSTART;VALUE=DATE:20260402',
    ),
  ).toMatchObject({ daysOff: [{ date: '2026-04-02' }], skipped: 0 });
});

test('long lines are folded, and a day that comes twice is there once', () => {
  expect(
    read('DTSTART;VALUE=DA\n TE:20261225\nSUMMARY:Christ\n mas Day', 'DTSTART;VALUE=DATE:20261225\nSUMMARY:Again'),
  ).toMatchObject({ daysOff: [{ name: 'Christmas Day' }], skipped: 0 });
});

test.each(['', 'Hello', 'BEGIN:VCARD\nEND:VCARD', '\0\0'])('%j is no calendar', (text) => {
  expect(readDaysOff(text, TODAY)).toBeNull();
});

describe('a calendar that is out to do harm', () => {
  test('with more days than a rule takes leaves the rest out, and says so', () => {
    const events = Array.from({ length: 2_000 }, (_, day) => {
      const date = new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', '');
      return `DTSTART;VALUE=DATE:${date}`;
    });
    const found = read(...events);

    expect(found?.daysOff).toHaveLength(RULE_LIMITS.daysOff);
    expect(found?.skipped).toBe(2_000 - RULE_LIMITS.daysOff);
  });

  test('with names of any length and signs gives what a rule takes', () => {
    const name = `${'😀'.repeat(60)}\u202e\u0007${'x'.repeat(1_000)}`;
    const found = read(`DTSTART;VALUE=DATE:20261225\nSUMMARY:${name}`);

    expect(daysOffReply.parse(found).daysOff[0]?.name).toMatch(/^(?:😀){15,}…$/u);
  });

  test.each([
    ['one name', 1, 1_000_000],
    ['a thousand names', 1_000, 900],
  ])('with %s that fill it and weeks that come each year takes no time', (_what, events, length) => {
    const weeks = 'DTSTART;VALUE=DATE:20200101\nDTEND;VALUE=DATE:20200301\nRRULE:FREQ=YEARLY;COUNT=50';
    const file = calendar(...Array.from({ length: events }, () => `${weeks}\nSUMMARY:${'x'.repeat(length)}`));
    // As many days, with short names.
    const ordinary = calendar(...Array.from({ length: 1_000 }, (_, place) => `${weeks}\nSUMMARY:${place}`));

    expect(readDaysOff(file, TODAY)?.daysOff).toHaveLength(RULE_LIMITS.daysOff);

    // It took hundreds of times as long before names were read once.
    expect(shortestMs(() => readDaysOff(file, TODAY), 2)).toBeLessThan(
      40 * shortestMs(() => readDaysOff(ordinary, TODAY), 2),
    );
  });

  test('of any text at all gives what a rule takes, or says that it is none', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('BEGIN:VEVENT', 'END:VEVENT', 'BEGIN:VALARM', 'END:VALARM', 'DTSTART;VALUE=DATE:20261225'),
      fc.constantFrom(
        'DTEND:20261228',
        'DURATION:P2W',
        'RRULE:FREQ=YEARLY',
        'RRULE:FREQ=YEARLY;BYDAY=5MO',
        'SUMMARY:a\\nb',
        ' x',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 15 }), (lines) => {
        const found = readDaysOff(['BEGIN:VCALENDAR', ...lines].join('\n'), TODAY);
        expect(found === null ? true : daysOffReply.safeParse(found).success).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

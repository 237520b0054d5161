import { expect, test } from 'vitest';
import { isDay } from './is-day.ts';

test.each(['2026-02-28', '2028-02-29', '1999-12-31'])('%s is a day', (text) => expect(isDay(text)).toBe(true));

test.each(['', '2026-02-31', '2026-13-45', '2026-2-3', '2026-02-28T00:00:00Z', 'today', '٢٠٢٦-٠٢-٢٨'])(
  '%s is none',
  (text) => expect(isDay(text)).toBe(false),
);

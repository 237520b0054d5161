import '../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InsightPart } from './insight-part.tsx';

const ANSWERED = {
  data: 7 as number | undefined,
  error: null as Error | null,
  isError: false,
  isPaused: false,
  isPlaceholderData: false,
  refetch: async () => undefined,
};
const UNANSWERED = { ...ANSWERED, data: undefined };
const BEFORE = { ...ANSWERED, isPlaceholderData: true };

const shown = (insight: typeof ANSWERED) =>
  renderToStaticMarkup(
    <InsightPart insight={insight} measures={['calls']} safe="Nothing was touched.">
      {(figure) => `Figure ${figure}`}
    </InsightPart>,
  );

test('figures of the period that is chosen stand as they are', () => {
  expect(shown(ANSWERED)).toContain('Figure 7');
  expect(shown(ANSWERED)).not.toContain('aria-busy="true"');
  // Read anew without a line: they are of this period all the same.
  expect(shown({ ...ANSWERED, isPaused: true })).toContain('Figure 7');
});

test('figures of the period before stand until the next have come, and are seen to be waiting', () => {
  expect(shown(BEFORE)).toContain('Figure 7');
  expect(shown(BEFORE)).toMatch(/aria-busy="true"[^>]*opacity-/);
});

test.each([
  ['an error', { ...UNANSWERED, isError: true, error: new Error('no') }],
  ['no line, of the first period', { ...UNANSWERED, isPaused: true }],
  ['no line, of another period than before', { ...BEFORE, isPaused: true }],
])('after %s no figures stand there, but that they could not be read', (_what, insight) => {
  expect(shown(insight)).not.toContain('Figure');
  expect(shown(insight)).toContain('Nothing was touched.');
});

test('before the first answer nothing is told', () => {
  expect(shown(UNANSWERED)).not.toContain('Figure');
  expect(shown(UNANSWERED)).not.toContain('Nothing was touched.');
});

import '../../lib/testing/browser-stand-ins.ts';
import type { MessagePreview } from '@farline/contracts/messages/messages';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countText } from '../../lib/messages/count-text.ts';
import { ComposerNotes } from './composer-notes.tsx';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const PREVIEW: MessagePreview = {
  number: '+447700900123',
  from: '+999000000001',
  countryCode: null,
  timeZones: [],
  encoding: 'gsm-7',
  segments: 0,
  left: 0,
  forcedBy: null,
  writes: { nationalShift: [], isLatin1: false },
  pricePerSegment: usd('0.0079'),
  cost: usd('0'),
  includedSegments: 0,
  paidBy: 'balance',
  isPractice: false,
  isOptedOut: false,
};
const ONE = 'a'.repeat(10);
const TWO = 'a'.repeat(200);
const THREE = 'a'.repeat(400);

/** What stands below a field with this text. */
function told(text: string, known: Partial<MessagePreview>): string {
  const notes = (
    <ComposerNotes
      text={text}
      counted={countText(text)}
      preview={{ ...PREVIEW, ...known }}
      hindrance={null}
      onReplace={() => undefined}
      actions={null}
    />
  );
  return renderToStaticMarkup(notes)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test.each([
  ['before a text', '', {}, '$0.0079 per message part'],
  ['with one part', ONE, { segments: 1, cost: usd('0.0079') }, '1 part, 150 characters left $0.0079 per message part'],
  [
    'with two parts, with the sum',
    TWO,
    { segments: 2, cost: usd('0.0158') },
    '2 parts, 106 characters left $0.0079 per message part $0.0158 together',
  ],
  ['while the sum is not known', TWO, { segments: 1 }, '2 parts, 106 characters left $0.0079 per message part'],
  [
    'of what a plan does not include',
    THREE,
    { segments: 3, includedSegments: 1, cost: usd('0.0158') },
    '3 parts, 59 characters left Included in your plan: 1 of 3 $0.0079 per further message part $0.0158 together',
  ],
])('the price of a part is told %s', (_when, text, known, sentence) => {
  expect(told(text, known)).toBe(sentence);
});

test('what a plan includes wholly is told without a price', () => {
  expect(told(ONE, { segments: 1, includedSegments: 1 })).toBe('1 part, 150 characters left Included in your plan');
});

test.each([
  ['that takes numbers only', 'US', 'Acme', 'Only numbers may be senders there; yours is Acme. Source'],
  [
    'where a name is registered',
    'IN',
    'Acme',
    'A name must be registered there to be a sender; you write from Acme. Source',
  ],
  ['that takes names', 'GB', 'Acme', ''],
])('who may be a sender in a country %s is said before the message is sent, with where that is written', (...known) => {
  const [, countryCode, from, sentence] = known;
  const said = told(ONE, { segments: 1, cost: usd('0.0079'), countryCode, from });
  expect(said).toBe(`1 part, 150 characters left $0.0079 per message part ${sentence}`.trim());
});

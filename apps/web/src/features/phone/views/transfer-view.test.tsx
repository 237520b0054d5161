import '../../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { contactNamesQuery, queryClient, recentCallsQuery } from '../../../lib/session/queries.ts';
import { aCall } from '../testing/a-call.ts';
import { useSought } from './transfer-people.tsx';
import { canTransfer, TransferDrawer, wordsOf } from './transfer-view.tsx';
import type { Quote } from './use-quote.ts';

const [ADA, GRACE, ALAN] = ['+447700900123', '+447700900007', '+447700900111'];
const usd = (amount: string) => ({ amount, currency: 'USD' });
const common = { contactId: '01a22490-1068-72f1-a9bb-92aafdcf0f43', tags: [] };

function Found({ typed }: { typed: string }) {
  return useSought(typed, ADA).people.map(({ number }) => number);
}

function WhyNobody({ typed }: { typed: string }) {
  return useSought(typed, ADA).whyNobody;
}

beforeEach(() => queryClient.clear());

test('a call is transferred to anybody but whoever it is with', () => {
  queryClient.setQueryData(contactNamesQuery.queryKey, [
    { ...common, number: ADA, name: 'Ada Lovelace', isFavourite: true },
    { ...common, number: GRACE, name: 'Ada Hopper', isFavourite: true },
  ]);
  const calls = [aCall({ to: ADA }), aCall({ to: ALAN })];
  queryClient.setQueryData(recentCallsQuery.queryKey, { calls, total: 2, page: 1, limit: 5 });
  const drawer = renderToStaticMarkup(<TransferDrawer farSide={ADA} onDone={() => undefined} />);
  expect(drawer).toContain('Ada Hopper');
  expect(drawer).toContain('+44 7700 900111');
  expect(drawer).not.toContain('Ada Lovelace');
  expect(renderToStaticMarkup(<Found typed="ada" />)).toBe(GRACE);
});

test.each([
  ['her name', 'ada', 'onThisCall'],
  ['her number', ADA, 'onThisCall'],
  ['her number as it is written', '+44 7700 900123', 'onThisCall'],
  ['a part of her number', '0012', ''],
  ['another number', GRACE, ''],
  ['a name that nobody has', 'linus', 'nobodyFound'],
])('with Ada on the line, %s says why nobody is offered', (_what, typed, why) => {
  queryClient.setQueryData(contactNamesQuery.queryKey, [
    { ...common, number: ADA, name: 'Ada Lovelace', isFavourite: true },
  ]);
  expect(renderToStaticMarkup(<WhyNobody typed={typed} />)).toBe(why);
});

test('nobody is given the call that they are on, whatever it would cost', () => {
  const quote = { price: { talkSeconds: 600 }, refusal: null } as Quote;
  expect(canTransfer(quote, { people: [], whyNobody: 'onThisCall' })).toBe(false);
  expect(canTransfer(quote, { people: [], whyNobody: null })).toBe(true);
});

test('what a transfer costs beside its minutes is said before it is done', () => {
  const price = {
    talkSeconds: 600,
    included: null,
    destination: { countryCode: 'GB', kind: 'premium' },
    terms: {
      perMinute: usd('1.2'),
      connectionFee: usd('0.1'),
      firstSeconds: 60,
      nextSeconds: 60,
      minimumSeconds: 120,
    },
  };
  expect(wordsOf({ price, refusal: null } as Quote, { people: [], whyNobody: null })).toBe(
    'United Kingdom, premium · $1.20/min · Billed in steps of 60 s, at least 120 s, $0.10 connection fee',
  );
});

import type { SpendingLimits } from '@farline/contracts/limits';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MeterPart } from './meter-part.tsx';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const UNTIL = '2031-03-15T08:00:00.000Z';

/** What the page says of a night in which saved cards could add so much, and the limits allow so much. */
function said(savedCards: string, allowed: string | null): string {
  const own = { limits: { day: usd('50') }, used: { day: usd('0') } };
  const meter = {
    most: usd('50'),
    until: UNTIL,
    decidedBy: allowed === null ? 'money' : 'limits',
    money: { balance: usd('12'), topUps: usd('0'), savedCards: usd(savedCards), sum: usd('31337') },
    limits: { underWay: usd('0'), parts: [], sum: allowed === null ? null : usd(allowed) },
  };
  const limits = { meter, account: own, signIn: own, lifted: [], dayEndsAt: UNTIL } as unknown as SpendingLimits;
  return renderToStaticMarkup(<MeterPart limits={limits} />);
}

test('where limits decide, nobody is shown what a card could add if it were charged all night', () => {
  const shown = said('315000', '50');
  expect(shown).toContain('more than your limits allow');
  expect(shown).toContain('Your limits don’t allow more than that.');
  expect(shown).not.toMatch(/315,000|31,337|The smaller of the two sums/);
});

test.each([
  ['15', '50', '$15.00'],
  ['15000', null, '$15,000.00'],
])('a card that could add %s, where the limits allow %s, is counted in the sum', (savedCards, allowed, told) => {
  const shown = said(savedCards, allowed);
  expect(shown).toContain(told);
  expect(shown).toContain('$31,337.00');
  expect(shown).toContain('The smaller of the two sums');
});

import '../../lib/testing/browser-stand-ins.ts';
import type { Call } from '@farline/contracts/calls';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Reply } from '../../lib/api/api-routes.ts';
import { quoteQuery } from '../../lib/calls/quote-query.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { CallActions } from './call-actions.tsx';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const GRACE = '+447700900123';
const destination = { prefix: '447700', countryCode: 'GB', kind: 'mobile', operator: null };
const USAGE = { wallet: { available: usd('5') }, trialCredit: usd('0') } as Reply<'GET /billing/usage'>;

/** What can be done with the other side of a call that cost its terms, a minute to whom costs the quote by now. */
function shown(call: object): string {
  queryClient.setQueryData(usageQuery.queryKey, USAGE);
  const quote = { destination, terms: { perMinute: usd('0.0250') }, included: null };
  queryClient.setQueryData(quoteQuery(GRACE, USAGE).queryKey, quote as Reply<'POST /calls/calculate-cost'>);
  const whole = { destination, terms: { perMinute: usd('0.0180') }, from: null, to: GRACE, ...call } as Call;
  const actions = <CallActions call={whole} onCallAgain={() => {}} addContact={() => null} />;
  return renderToStaticMarkup(<MemoryRouter>{actions}</MemoryRouter>);
}

test('the button of a call’s detail that calls at once says what a minute costs now, not what it cost then', () => {
  expect(shown({ direction: 'outbound' })).toContain('Call again · $0.025/min');
  expect(shown({ direction: 'inbound', from: GRACE, to: '+12015550142' })).toContain('Call back · $0.025/min');
});

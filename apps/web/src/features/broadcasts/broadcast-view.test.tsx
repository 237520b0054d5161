import '../../lib/testing/browser-stand-ins.ts';
import type { BroadcastDetail } from '@farline/contracts/messages/broadcasts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { sendersQuery } from '../../lib/messages/senders.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { BroadcastView } from './broadcast-view.tsx';
import { broadcastQuery } from './broadcasts-queries.ts';

const [OWN, GONE] = ['+999000000001', '+999000000009'];
const usd = (amount: string) => ({ amount, currency: 'USD' });
const NOBODY = {
  waiting: 0,
  left_out: 0,
  queued: 0,
  sent: 0,
  delivered: 0,
  undelivered: 0,
  failed: 0,
  unknown: 0,
};
const DRAFT: BroadcastDetail = {
  id: 'b1',
  name: 'Spring',
  text: 'Hello',
  optOutLine: null,
  number: OWN,
  status: 'draft',
  reason: null,
  reasonText: null,
  fields: [],
  createdAt: '2034-01-01T00:00:00Z',
  startedAt: null,
  endedAt: null,
  recipients: 2,
  counts: { ...NOBODY, waiting: 2 },
  leftOut: [],
  quietNow: 0,
  segments: 2,
  includedSegments: 0,
  cost: usd('0.0200'),
  spent: usd('0.0000'),
  isPractice: false,
};

beforeEach(() => queryClient.clear());

/** How its page offers to start a draft. */
function startOf(draft: BroadcastDetail): { isOffered: boolean; saysWhyNot: boolean } {
  queryClient.setQueryData(sendersQuery.queryKey, { numbers: [OWN], names: [] });
  queryClient.setQueryData(broadcastQuery('b1').queryKey, draft);
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <BroadcastView id="b1" />
    </MemoryRouter>,
  );
  const start = /<button[^>]*>(?:(?!<button).)*Send to 2 people/s.exec(html)?.[0];
  return {
    isOffered: start !== undefined && !start.includes('disabled=""'),
    saysWhyNot: html.includes('Save them first'),
  };
}

test('a draft that is saved as it is written can be started', () => {
  expect(startOf(DRAFT)).toEqual({ isOffered: true, saysWhyNot: false });
});

test('a draft of which something is not saved is not started, and says why', () => {
  // It goes out from another number, since its own was given back: what is written is not what is saved.
  expect(startOf({ ...DRAFT, number: GONE })).toEqual({ isOffered: false, saysWhyNot: true });
});

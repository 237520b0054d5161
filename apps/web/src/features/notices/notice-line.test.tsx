import '../../lib/testing/browser-stand-ins.ts';
import type { Notice } from '@farline/contracts/notices';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { contactNamesQuery, queryClient } from '../../lib/session/queries.ts';
import { NoticeLine } from './notice-line.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const missed = (from: string | null): Notice => ({
  id: ID,
  kind: 'call_missed',
  text: '',
  at: '2026-11-26T09:00:00.000Z',
  readAt: null,
  facts: { callId: ID, from },
});

test.each([
  ['+447700900555', 'You missed a call from Ada.'],
  ['+447700900556', 'You missed a call from +44 7700 900556.'],
  [null, 'You missed a call from somebody who doesn’t show their number.'],
])('a missed call from %s is told as %s', (from, sentence) => {
  queryClient.setQueryData(contactNamesQuery.queryKey, [
    { number: '+447700900555', name: 'Ada', contactId: ID, isFavourite: false, tags: [] },
  ]);
  const line = (
    <MemoryRouter>
      <NoticeLine notice={missed(from)} onFollow={() => undefined} />
    </MemoryRouter>
  );
  expect(renderToStaticMarkup(line)).toContain(sentence);
});

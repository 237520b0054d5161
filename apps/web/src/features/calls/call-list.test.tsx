import '../../lib/testing/browser-stand-ins.ts';
import type { Call } from '@farline/contracts/calls';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { CallList } from './call-list.tsx';

const AT = '2031-03-14T10:24:00.000Z';
const CALL = {
  ...{ id: '01a22490-1068-72f1-a9bb-92aafdcf0f43', to: '+447700900123', from: null, fromText: null, startTime: AT },
  ...{ answeredAt: AT, endedAt: AT, direction: 'outbound', placedBy: 'user', status: 'completed', duration: 61 },
  ...{
    reason: 'hangup_caller',
    reasonText: null,
    endedBy: 'caller',
    isPractice: false,
    included: null,
    callerDoubt: null,
  },
  destination: { prefix: '447700', countryCode: 'GB', kind: 'mobile', operator: null },
  cost: { amount: '1.2345', currency: 'USD' },
} as unknown as Call;

test('what a call cost stands in the list at sight, and to the last digit where it is pointed at', () => {
  const list = <CallList calls={[CALL]} selectedId={null} onSelect={() => {}} onCall={() => {}} />;
  expect(renderToStaticMarkup(<MemoryRouter>{list}</MemoryRouter>)).toMatch(/title="\$1\.2345">\$1\.23</);
});

import '../../lib/testing/browser-stand-ins.ts';
import type { Message } from '@farline/contracts/messages/messages';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessageFacts } from './message-facts.tsx';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const MESSAGE: Message = {
  id: '01a22490-1068-72f1-a9bb-92aafdcf0f43',
  direction: 'outbound',
  number: '+999000000001',
  peer: '+447700900123',
  text: 'Hello',
  status: 'queued',
  reason: null,
  reasonText: null,
  encoding: 'gsm-7',
  segments: 1,
  pricePerSegment: usd('0.0450'),
  includedSegments: 0,
  cost: usd('0.0450'),
  paidBy: 'balance',
  broadcastId: null,
  isPractice: false,
  createdAt: '2034-05-01T08:00:00Z',
  sentAt: null,
  deliveredAt: null,
};

const told = (change: Partial<Message>): string =>
  renderToStaticMarkup(<MessageFacts id="facts" message={{ ...MESSAGE, ...change }} />).replaceAll(/<[^>]+>/g, ' ');

test.each([
  ['what was paid', {}, ['$0.0450'], ['Free']],
  ['what came in', { direction: 'inbound', pricePerSegment: null, cost: null, paidBy: null }, ['Free'], ['$']],
  ['an answer that the account couldn’t pay', { pricePerSegment: usd('0'), cost: usd('0') }, ['Free'], ['$']],
] as const)('%s says what it cost', (_what, change, has, hasNot) => {
  for (const words of has) expect(told(change)).toContain(words);
  for (const words of hasNot) expect(told(change)).not.toContain(words);
});

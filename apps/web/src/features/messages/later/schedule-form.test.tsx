import '../../../lib/testing/browser-stand-ins.ts';
import type { MessagePreview, ScheduledMessage } from '@farline/contracts/messages/messages';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { sendersQuery } from '../../../lib/messages/senders.ts';
import { queryClient } from '../../../lib/session/queries.ts';
import { previewQuery } from '../messages-queries.ts';
import { ScheduleForm } from './schedule-form.tsx';

const PEER = '+905301234567';
const usd = (amount: string) => ({ amount, currency: 'USD' });
const PREVIEW: MessagePreview = {
  number: PEER,
  from: 'Acme',
  countryCode: 'TR',
  timeZones: [],
  encoding: 'gsm-7',
  segments: 1,
  left: 0,
  forcedBy: null,
  writes: { nationalShift: ['turkish'], isLatin1: false },
  pricePerSegment: usd('0.0500'),
  cost: usd('0.0500'),
  includedSegments: 0,
  paidBy: 'balance',
  isPractice: false,
  isOptedOut: false,
};
const SCHEDULED: ScheduledMessage = {
  id: 's1',
  number: 'Acme',
  peer: PEER,
  text: '',
  status: 'scheduled',
  reason: null,
  reasonText: null,
  sendAt: '2034-05-01T08:00:00Z',
  timeZone: null,
  encoding: 'gsm-7',
  segments: 1,
  messageId: null,
  pricePerSegment: usd('0.0500'),
  createdAt: '2034-04-01T08:00:00Z',
};
const TURKISH = 'ş'.repeat(100);

beforeEach(() => queryClient.clear());

/** What the server says of what is from `from`, and nothing of what is from anybody else. */
function know(from: string, text: string): void {
  for (const [written, segments] of [
    ['', 0],
    [text, 1],
  ] as const) {
    const { queryKey } = previewQuery(PEER, { text: written, encoding: 'gsm-7', segments, from });
    queryClient.setQueryData(queryKey, PREVIEW);
  }
}

const form = (text: string, from: string | undefined, changed: ScheduledMessage | null) =>
  renderToStaticMarkup(
    <ScheduleForm peer={PEER} text={text} from={from} changed={changed} onSave={async () => undefined} />,
  );

test('what a scheduled message costs is what it costs from its sender', () => {
  know('Acme', 'Hello');
  expect(form('Hello', 'Acme', null)).toContain('at most $0.05 per message part');
  expect(form('Hello', undefined, null)).not.toContain('message part');
});

test('a scheduled text that is changed is counted in what the carriers of its sender write', () => {
  know('Acme', TURKISH);
  expect(form(TURKISH, 'Acme', SCHEDULED)).toContain('data-segments="1" data-encoding="gsm-7"');
  expect(form(TURKISH, '+999000000001', SCHEDULED)).toContain('data-segments="2" data-encoding="ucs-2"');
});

test('a scheduled text that is changed says which character shortens its parts, and what may stand for it', () => {
  const changed = form('It’s eight', 'Acme', SCHEDULED);
  expect(changed).toContain('With “’” in it, each part holds 70 characters');
  expect(changed).toContain('Write “&#x27;” instead');
  expect(changed).toContain('1 part of at most 70 characters, 60 characters left');
  expect(form('It’s eight', 'Acme', null)).not.toContain('each part holds');
});

test('a scheduled message whose number was given back says which number it goes out from instead, also where there is one alone', () => {
  const [GONE, FIRST, SECOND] = ['+999000000009', '+999000000001', '+999000000002'];
  const scheduled = { ...SCHEDULED, number: GONE };
  const said = `${GONE} isn’t yours any more, so this goes out from ${FIRST}.`.replaceAll(/\s/g, '');
  const shown = (html: string) => html.replaceAll(/<[^>]+>|\s/g, '');
  queryClient.setQueryData(sendersQuery.queryKey, { numbers: [FIRST], names: [] });
  expect(shown(form('Hello', GONE, scheduled))).toContain(said);
  expect(shown(form('Hello', FIRST, { ...SCHEDULED, number: FIRST }))).not.toContain('anymore');
  queryClient.setQueryData(sendersQuery.queryKey, { numbers: [FIRST, SECOND], names: [] });
  expect(shown(form('Hello', GONE, scheduled))).toContain(said);
});

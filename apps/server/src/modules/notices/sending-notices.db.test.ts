import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { saveNoticeSettings } from './notices-store.ts';
import { aListener, type EventWords, told } from './testing/post-office.ts';

const { database } = await testDatabase();
const broadcastId = newId();

const TOLD: [EventWords, unknown][] = [
  [
    { type: 'broadcast.completed', subjectId: broadcastId, payload: { name: 'Spring news', sent: 3 } },
    {
      subject: 'Your broadcast is complete',
      body: `Your broadcast “Spring news” is complete. Its report is ready.\n\nThe broadcast: https://farline.test/messages/broadcasts/${broadcastId}`,
      namesSomebody: false,
    },
  ],
  [
    { type: 'broadcast.paused', subjectId: broadcastId, payload: { name: 'evil.example', reason: 'limit_day' } },
    {
      subject: 'Your broadcast is paused',
      body: `Your broadcast “…” is paused: it has reached a spending limit.\n\nThe broadcast: https://farline.test/messages/broadcasts/${broadcastId}`,
      namesSomebody: false,
    },
  ],
  [
    { type: 'scheduled_message.failed', payload: { peer: '+447700900123', reason: 'out_of_credit' } },
    {
      subject: 'A scheduled message wasn’t sent',
      body: expect.stringContaining('The conversation: https://farline.test/messages/%2B447700900123'),
      namesSomebody: true,
    },
  ],
  [
    { type: 'keyword.unanswered', payload: { peer: 'evil.example', keyword: 'stop', reason: 'out_of_credit' } },
    {
      subject: 'STOP, START or HELP wasn’t answered',
      body: '… wrote STOP and got no answer: your balance doesn’t cover it.\n\nThe conversation: https://farline.test/messages/evil.example',
      namesSomebody: true,
    },
  ],
];

test.each(TOLD)('who wishes mail of messages is mailed of what nobody looked at: %o', async (event, mail) => {
  const listener = aListener(database);
  await saveNoticeSettings(database, listener.userId, { mailsMessages: true });
  const heard = await listener.hear(event);
  await listener.hear(heard);
  expect(listener.mails).toEqual([mail]);
});

test.each(TOLD)('who wishes none is told in the app alone: %o', async (event, _mail) => {
  const listener = aListener(database);
  await listener.hear(event);
  expect(listener.mails).toEqual([]);
});

test('words without an answer are told once a day for each reason, however many they are', async () => {
  const listener = aListener(database);
  const unanswered = async (peer: string, reason: string) =>
    await listener.hear({ type: 'keyword.unanswered', payload: { peer, keyword: 'stop', reason } });
  await unanswered('+447700900123', 'out_of_credit');
  await unanswered('+447700900124', 'out_of_credit');
  await unanswered('+447700900125', 'no_route');
  expect(await told(database, listener)).toEqual([
    '+447700900123 wrote STOP and got no answer: your balance doesn’t cover it.',
    '+447700900125 wrote STOP and got no answer: none could be sent.',
  ]);
});

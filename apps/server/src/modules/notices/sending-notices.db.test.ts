import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { saveNoticeSettings } from './notices-store.ts';
import { aListener, type EventWords } from './testing/post-office.ts';

const { database } = await testDatabase();
const broadcastId = newId();

const TOLD: [EventWords, unknown][] = [
  [
    { type: 'broadcast.completed', subjectId: broadcastId, payload: { name: 'Spring news', sent: 3 } },
    {
      subject: 'Your broadcast is complete',
      body: `Your broadcast “Spring news” is completed. Its report is ready.\n\nThe broadcast: https://farline.test/messages/broadcasts/${broadcastId}`,
    },
  ],
  [
    { type: 'broadcast.paused', subjectId: broadcastId, payload: { name: 'evil.example', reason: 'limit_day' } },
    {
      subject: 'Your broadcast is paused',
      body: `Your broadcast “…” is paused: it has reached a spending limit.\n\nThe broadcast: https://farline.test/messages/broadcasts/${broadcastId}`,
    },
  ],
  [
    { type: 'scheduled_message.failed', payload: { peer: '+447700900123', reason: 'out_of_credit' } },
    {
      subject: 'A scheduled message was not sent',
      body: expect.stringContaining('The conversation: https://farline.test/messages/%2B447700900123'),
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

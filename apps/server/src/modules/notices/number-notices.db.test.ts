import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { noticesOf, saveNoticeSettings } from './notices-store.ts';
import { sentenceIn } from './notice-sentence.ts';
import { usualNoticeSettings } from './notice-settings.ts';
import { aListener, type EventWords } from './testing/post-office.ts';

const { database } = await testDatabase();
const usd = (amount: string) => ({ amount, currency: 'USD' });
const until = '2026-04-01T12:00:00.000Z';

async function told({ userId }: { userId: string }): Promise<string[]> {
  const notices = await noticesOf(database, { userId, before: null, most: 100, isUnreadOnly: false });
  return notices.map((notice) => sentenceIn({ language: 'en', timeZone: 'UTC' }, notice));
}

test.each<[EventWords, string]>([
  [
    { type: 'number.due', payload: { number: '+14155550123', price: usd('9.0000'), until } },
    'Your balance doesn’t cover $9.00 for your number +14155550123, which is renewed on April 1, 2026. Add funds before then.',
  ],
  [
    { type: 'number.renewal_failed', payload: { number: '+14155550123', price: usd('9.0000'), until } },
    'Your balance doesn’t cover $9.00 for your number +14155550123. It keeps ringing until April 1, 2026; add funds before then to keep it.',
  ],
  [
    { type: 'number.ended', payload: { number: '+14155550123', reason: 'unpaid', until } },
    'Your number +14155550123 was released because it wasn’t paid for. Until April 1, 2026 nobody else can rent it.',
  ],
  [
    { type: 'number.order_failed', payload: { number: '+14155550123', reason: 'gone', price: usd('1.5000') } },
    'Your order of +14155550123 failed: the number isn’t available any more. The $1.50 set aside for it is yours to spend again.',
  ],
  [
    { type: 'number.order_failed', payload: { number: '+14155550123', reason: 'documents', price: usd('1.5000') } },
    'Your order of +14155550123 was cancelled: the provider asks for documents for this number. The $1.50 set aside for it is yours to spend again.',
  ],
  [
    { type: 'number.order_failed', payload: { number: '+14155550123', reason: 'unavailable', price: usd('1.5000') } },
    'Your order of +14155550123 failed: the provider didn’t confirm it in time. The $1.50 set aside for it is yours to spend again.',
  ],
])('what becomes of a number is told in the list, and by mail to who wants it: %j', async (event, sentence) => {
  const [listener, quiet] = [aListener(database), aListener(database)];
  await saveNoticeSettings(database, quiet.userId, { ...usualNoticeSettings, mailsPlan: false });
  await listener.hear(event);
  await quiet.hear(event);

  expect(await told(listener)).toEqual([sentence]);
  expect(listener.mails).toMatchObject([{ body: expect.stringMatching(/Your numbers: https:.*\/numbers$/) }]);
  expect(listener.mails).toMatchObject([{ body: expect.stringContaining(sentence) }]);
  expect(await told(quiet)).toEqual([sentence]);
  expect(quiet.mails).toEqual([]);
});

test.each([
  [['+447700900123'], 'to +447700900123.'],
  [['+447700900123', '+447700900456'], 'to +447700900123 and +447700900456.'],
])('that calls go to %j is told in the list, and by mail to everybody', async (telephones, ending) => {
  const quiet = aListener(database);
  const off = { mailsNewDevice: false, mailsPlan: false, mailsCalls: false, mailsUnusual: false };
  await saveNoticeSettings(database, quiet.userId, { ...usualNoticeSettings, ...off });
  const payload = { number: '+14155550123', telephones, address: '192.0.2.1' };
  const event = await quiet.hear({ type: 'number.forward_added', payload });
  await quiet.hear(event);

  const sentence = `Somebody at 192.0.2.1 set your number +14155550123 to forward calls ${ending}`;
  expect(await told(quiet)).toEqual([sentence]);
  const next = 'If that wasn’t you, change it back and choose a new password at once';
  expect(quiet.mails).toEqual([
    {
      subject: 'Your Farline number forwards calls to a new telephone',
      body: `${sentence}\n\n${next}: https://farline.test/numbers/%2B14155550123/rule`,
      namesSomebody: true,
      isWarning: true,
    },
  ]);
});

test('a telephone that calls are forwarded to is not kept of a closed account', async () => {
  const listener = aListener(database);
  const payload = { number: '+14155550123', telephones: ['+447700900123'], address: '192.0.2.1' };
  await listener.hear({ type: 'number.forward_added', payload });
  await listener.hear({ type: 'account.closed' });

  expect(await told(listener)).toEqual([]);
  expect(listener.mails).toEqual([]);
});

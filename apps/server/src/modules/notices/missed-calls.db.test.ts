import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { newId } from '../../platform/ids.ts';
import { saveNoticeSettings } from './notices-store.ts';
import { aListener, told } from './testing/post-office.ts';

const { database } = await testDatabase();

test.each([
  ['+447700900555', 'You missed a call from +447700900555.'],
  [null, 'You missed a call from somebody who doesn’t show their number.'],
])('a missed call from %s is told in the app, and not by mail unless that is wanted', async (from, sentence) => {
  const listener = aListener(database);
  await listener.callMissed(from);

  expect(await told(database, listener)).toEqual([sentence]);
  expect(listener.mails).toEqual([]);
});

test('whoever wants it has a mail of each missed call, with the way to call back; of three an hour of one caller, and ten of all', async () => {
  const listener = aListener(database);
  await saveNoticeSettings(database, listener.userId, { mailsMissedCalls: true });
  await listener.callMissed('+447700900555');

  const [mail] = listener.mails;
  expect(mail?.subject).toBe('You missed a call on Farline');
  expect(mail?.body).toMatch(
    /^You missed a call from \+447700900555\.\n\n.*https:\/\/farline\.test\/calls\/[0-9a-f-]{36}$/s,
  );
  for (let call = 0; call < 14; call += 1) await listener.callMissed('+447700900555');
  expect(await told(database, listener)).toHaveLength(15);
  expect(listener.mails).toHaveLength(3);
  for (let caller = 0; caller < 9; caller += 1) await listener.callMissed(`+44770090056${caller}`);
  expect(listener.mails).toHaveLength(10);
});

test('the push of a missed call calls back whoever showed their number, unless that may be forged', async () => {
  const listener = aListener(database);
  await listener.callMissed('+447700900555');
  await listener.callMissed(null);
  await listener.callMissed('+447700900555', 'failed_check');

  expect(listener.pushes.map(({ callBack }) => callBack)).toEqual([
    { number: '+447700900555', title: 'Call back' },
    undefined,
    undefined,
  ]);
});

test('the push and the mail of a voicemail lead to the voicemail itself', async () => {
  const listener = aListener(database);
  const voicemailId = newId();
  const payload = { number: '+14155550199', from: '+447700900555', seconds: 9, at: new Date().toISOString() };
  await listener.hear({ type: 'voicemail.received', subjectId: voicemailId, payload });

  expect(listener.pushes.map(({ path }) => path)).toEqual([`/messages/voicemail/${voicemailId}`]);
  expect(listener.mails.map(({ body }) => body)).toEqual([
    expect.stringContaining(`https://farline.test/messages/voicemail/${voicemailId}`),
  ]);
});

test('a call to a menu is told as missed when the last of its calls has ended, once', async () => {
  const listener = aListener(database);
  const menuCallId = newId();
  const ended = (subjectId: string) =>
    ({ type: 'call.ended', subjectId, payload: { ended: null, reason: 'no_answer', menuCallId } }) as const;
  await listener.hear(ended(menuCallId));
  expect(await told(database, listener)).toEqual([]);
  listener.missedInMenus.add(menuCallId);
  await listener.hearAll([ended(newId()), ended(menuCallId)]);

  expect(await told(database, listener)).toHaveLength(1);
});

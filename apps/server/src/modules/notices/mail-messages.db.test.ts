import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { expect, test } from 'vitest';
import { mailNewMessages } from './mail-messages.ts';
import type { NoticeMail } from './notice-mail.ts';
import { saveNoticeSettings } from './notices-store.ts';
import { noticesOfEvents } from './notices-of-events.ts';

const { database } = await testDatabase();

/** Somebody who is written to; the mails that all get lie beside each other, so each test looks at its own. */
async function anInbox({ wants = true, language = 'en', isClosed = false } = {}) {
  const [accountId, userId] = [newId(), newId()];
  let now = new Date('2034-05-01T12:00:00Z');
  let position = 0;
  const mails: NoticeMail[] = [];
  const deps = {
    database,
    clock: { now: () => now },
    publicUrl: 'https://farline.test',
    usersOf: async () => new Map([[accountId, [userId]]]),
    walletsOf: async () => new Map(),
    callOf: async () => null,
    isMissedInMenu: async () => false,
    pushTo: async () => undefined,
    addresseeOf: async () => ({ language, timeZone: 'UTC', isClosed }),
    mailTo: async (_tx: unknown, { userId: to, subject, body, namesSomebody }: NoticeMail & { userId: string }) => {
      if (to === userId) mails.push({ subject, body, namesSomebody });
    },
    deleteNamingMails: async () => undefined,
    takeMailsBack: async () => undefined,
  };
  await saveNoticeSettings(database, userId, { mailsMessages: wants });
  const hear = async (event: { type: 'message.received' | 'thread.read'; payload: { peer: string; number: string } }) =>
    await inTransaction(database, async (tx) => {
      const common = { position: ++position, accountId, subjectId: newId(), occurredAt: now };
      await noticesOfEvents(deps, tx, [{ ...common, ...event }]);
    });
  return {
    userId,
    mails,
    write: async (peer: string) => await hear({ type: 'message.received', payload: { peer, number: '+999000000001' } }),
    read: async (peer: string) => await hear({ type: 'thread.read', payload: { peer, number: '+999000000001' } }),
    passMinutes: async (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
      await mailNewMessages(deps);
    },
  };
}

test('who wants it is mailed of who has written, once, when it is unread after some minutes; without a word of it', async () => {
  const inbox = await anInbox();
  await inbox.write('+447700900123');
  await inbox.passMinutes(2);
  expect(inbox.mails).toEqual([]);
  await inbox.passMinutes(2);
  await inbox.passMinutes(60);
  expect(inbox.mails).toEqual([
    {
      subject: 'You have new messages on Farline',
      body: 'You have a new message from +447700900123.\n\nRead and answer: https://farline.test/messages',
      namesSomebody: true,
    },
  ]);
});

test('whoever goes on writing is mailed of again only once what they wrote was read', async () => {
  const inbox = await anInbox();
  for (let text = 0; text < 3; text++) {
    await inbox.write('+447700900123');
    await inbox.passMinutes(20);
  }
  expect(inbox.mails).toHaveLength(1);
  await inbox.read('+447700900123');
  await inbox.write('+447700900123');
  await inbox.passMinutes(4);
  expect(inbox.mails).toHaveLength(2);
});

test('a burst puts the mail of its first message off for nobody', async () => {
  const inbox = await anInbox();
  for (let minute = 0; minute < 4; minute++) {
    await inbox.write('+447700900123');
    await inbox.passMinutes(1);
  }
  expect(inbox.mails).toHaveLength(1);
});

test('what is read before is not mailed', async () => {
  const inbox = await anInbox();
  await inbox.write('+447700900123');
  await inbox.read('+447700900123');
  await inbox.passMinutes(5);
  expect(inbox.mails).toEqual([]);
});

test('who has not asked for it is mailed nothing, nor who has closed the account', async () => {
  for (const inbox of [await anInbox({ wants: false }), await anInbox({ isClosed: true })]) {
    await inbox.write('+447700900123');
    await inbox.passMinutes(5);
    expect(inbox.mails).toEqual([]);
  }
});

test('a burst of many people is one mail, which names ten; the next comes ten minutes later', async () => {
  const inbox = await anInbox();
  for (let last = 10; last < 25; last++) await inbox.write(`+4477009001${last}`);
  await inbox.passMinutes(4);
  expect(inbox.mails).toHaveLength(1);
  expect(inbox.mails[0]?.body.match(/new message from/g)).toHaveLength(10);
  expect(inbox.mails[0]?.body).toContain('\n…\n');

  await inbox.write('+447700900999');
  await inbox.passMinutes(4);
  expect(inbox.mails).toHaveLength(1);
  await inbox.passMinutes(10);
  expect(inbox.mails.map(({ body }) => body.includes('+447700900999'))).toEqual([false, true]);
});

test('a sender who is a link is not in the mail', async () => {
  const inbox = await anInbox();
  await inbox.write('https://bank.example');
  await inbox.passMinutes(4);
  expect(inbox.mails[0]?.body).not.toContain('bank.example');
});

test('it is told in the language of the user', async () => {
  const inbox = await anInbox({ language: 'es' });
  await inbox.write('+447700900123');
  await inbox.passMinutes(4);
  expect(inbox.mails[0]?.subject).toBe('Tienes mensajes nuevos en Farline');
});

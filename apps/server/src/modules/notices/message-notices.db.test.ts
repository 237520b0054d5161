import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { noticesOf } from './notices-store.ts';
import { aListener } from './testing/post-office.ts';

const { database } = await testDatabase();
const [ADA, BOB] = ['+447700900123', '+447700900124'];
const NOON = new Date('2034-05-01T12:00:00Z').getTime();

/** Somebody who is written to, at seconds after noon. */
function anInbox() {
  const listener = aListener(database);
  const event = (peer: string, second: number) => {
    const payload = { peer, number: '+999000000001' };
    return { payload, subjectId: newId(), occurredAt: new Date(NOON + second * 1_000) };
  };
  return {
    ...listener,
    write: async (peer: string, second: number) =>
      await listener.hear({ type: 'message.received', ...event(peer, second) }),
    read: async (peer: string, second: number) => await listener.hear({ type: 'thread.read', ...event(peer, second) }),
    /** The seconds at which screens are told of messages. */
    rings: () => listener.pushes.map(({ notBefore = new Date(0) }) => (notBefore.getTime() - NOON) / 1_000),
    /** What the list says of messages, the latest first: whose, at which second, and whether it is unread. */
    list: async () => {
      const notices = await noticesOf(database, {
        userId: listener.userId,
        before: null,
        most: 9,
        isUnreadOnly: false,
      });
      return notices.map(({ facts, at, readAt }) => [
        (facts as { peer: string }).peer,
        (at.getTime() - NOON) / 1_000,
        readAt === null,
      ]);
    },
  };
}

test('every message of a person rings, though the one before is unread', async () => {
  const inbox = anInbox();
  for (const second of [0, 3_600, 86_400]) await inbox.write(ADA, second);
  expect(inbox.pushes.map(({ tag }) => tag)).toEqual(Array(3).fill(`message ${ADA}`));
  expect(inbox.rings()).toEqual([0, 3_600, 86_400]);
});

test('the list has one line for a person, which says when they wrote last and stands above what is older', async () => {
  const inbox = anInbox();
  await inbox.write(ADA, 0);
  await inbox.write(BOB, 60);
  const { subjectId } = await inbox.write(ADA, 120);
  expect(await inbox.list()).toEqual([
    [ADA, 120, true],
    [BOB, 60, true],
  ]);
  const [latest] = await noticesOf(database, { userId: inbox.userId, before: null, most: 1, isUnreadOnly: true });
  expect(latest?.facts).toEqual({ messageId: subjectId, peer: ADA });
});

test('a line that was read is unread again with the next message', async () => {
  const inbox = anInbox();
  await inbox.write(ADA, 0);
  await inbox.read(ADA, 60);
  expect(await inbox.list()).toEqual([[ADA, 0, false]]);
  await inbox.write(ADA, 120);
  expect(await inbox.list()).toEqual([[ADA, 120, true]]);
});

test('a burst of a person rings at its first message and every ten seconds, until its last one', async () => {
  const inbox = anInbox();
  for (const second of [0, 1, 2, 9, 11, 12, 40, 41]) await inbox.write(ADA, second);
  await inbox.write(BOB, 41);
  // Of those that wait for the same second one goes out: they have one place on a screen.
  expect(inbox.rings()).toEqual([0, 10, 10, 10, 20, 20, 40, 50, 41]);
});

test('a message that is told again rings no more, and undoes nothing', async () => {
  const inbox = anInbox();
  const first = await inbox.write(ADA, 0);
  const second = await inbox.write(ADA, 60);
  await inbox.read(ADA, 70);
  const rung = inbox.pushes.length;
  await inbox.hearAll([first, second]);
  expect(inbox.pushes).toHaveLength(rung);
  expect(await inbox.list()).toEqual([[ADA, 60, false]]);
});

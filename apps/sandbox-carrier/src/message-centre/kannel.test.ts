import { systemTiming } from '@farline/smpp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageCentre } from './message-centre.ts';
import { LOGIN } from './testing/centre-world.ts';
import { type Kannel, startKannel } from './testing/kannel.ts';

/** With Kannel bound to the message centre: neither side is tested by what its own author believes of SMPP. */

let centre: MessageCentre;
let kannel: Kannel;

beforeAll(async () => {
  centre = new MessageCentre({
    where: { host: '127.0.0.1', port: 0 },
    login: LOGIN,
    timing: systemTiming,
    now: () => new Date(),
    accepts: () => true,
    log: () => {},
  });
  kannel = await startKannel(await centre.listen());
});
afterAll(async () => {
  await kannel.close();
  centre.close();
});

const from = '+14155550100';
const takenTo = (to: string) => centre.messages.find({ to, limit: 10 });

test.each([
  ['+447700900100', 'gsm-7', 'Price: 5 € {each} @home, ÄÖÜ ñ Ω'],
  ['+447700900101', 'ucs-2', 'Привет, 日本 👋'],
] as const)('what it sends to %s is taken as it was written, and its receipt understood', async (to, coding, text) => {
  await kannel.send({ from, to, text, coding });

  await expect.poll(() => takenTo(to)).toMatchObject([{ from, text, concatenation: null }]);
  await expect.poll(() => kannel.receipts).toContain(`${to} 1`);
  await expect.poll(() => takenTo(to)).toMatchObject([{ receiptTakenAt: expect.any(String) }]);
});

test('a long text comes in parts that say which they are', async () => {
  const to = '+447700900102';
  const text = Array.from({ length: 40 }, (_, index) => `sentence ${index}`).join(', ');
  await kannel.send({ from, to, text, coding: 'gsm-7' });

  await expect.poll(() => takenTo(to)).toHaveLength(4);
  const parts = takenTo(to).toSorted((one, other) => numberOf(one) - numberOf(other));
  expect(parts.map(({ concatenation }) => concatenation?.total)).toEqual([4, 4, 4, 4]);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});

test('a message that is not delivered is told as such', async () => {
  await kannel.send({ from, to: '+447700900001', text: 'Hello', coding: 'gsm-7' });

  await expect.poll(() => kannel.receipts).toContain('+447700900001 2');
});

test('a message that is throttled comes again, and is taken once', async () => {
  await kannel.send({ from, to: '+447700900003', text: 'Hello', coding: 'gsm-7' });

  await expect.poll(() => kannel.receipts).toContain('+447700900003 1');
  expect(takenTo('+447700900003')).toHaveLength(1);
});

test.each([
  ['in the GSM alphabet', 'Grüße @ 5 € [x]'],
  ['in UCS-2', 'Привет 日本'],
  [
    'in three parts',
    Array.from({ length: 40 }, (_, index) => `word${index}`)
      .join(' ')
      .padEnd(400, '.'),
  ],
])('a text of a telephone %s is understood', async (_, text) => {
  centre.write({ from: '+447700900555', to: from, text, kind: 'text' });

  await expect.poll(() => kannel.received).toContainEqual({ from: '+447700900555', to: from, text });
});

const numberOf = ({ concatenation }: { concatenation: { number: number } | null }) => concatenation?.number ?? 0;

import { type EndReason, micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { newId } from '../../platform/ids.ts';
import { HEARD } from './notices-of-events.ts';
import { saveNoticeSettings } from './notices-store.ts';
import { aListener, type EventWords, told as toldTo } from './testing/post-office.ts';
import { usualNoticeSettings } from './notice-settings.ts';

const { database } = await testDatabase();

const told = async (listener: { userId: string }) => await toldTo(database, listener);

test('a balance that falls below the mark is told once, however often it changes there', async () => {
  const listener = aListener(database);
  await listener.balance(1_000_000n);
  await listener.balance(990_000n);
  await listener.balance(500_000n);

  expect(await told(listener)).toEqual(['Your balance is $0.99, below your warning level of $1.00.']);
  expect(listener.mails).toMatchObject([{ subject: 'Your Farline balance is low' }]);
});

test('a balance that was above the mark between is told again', async () => {
  const listener = aListener(database);
  for (const balance of [500_000n, 10_000_000n, 400_000n]) await listener.balance(balance);

  expect(await told(listener)).toHaveLength(2);
});

test('the mark is the one that the user has set, and zero means never', async () => {
  const [careful, careless] = [aListener(database), aListener(database)];
  await saveNoticeSettings(database, careful.userId, { ...usualNoticeSettings, lowBalanceMicros: micros(5_000_000n) });
  await saveNoticeSettings(database, careless.userId, { ...usualNoticeSettings, lowBalanceMicros: micros(0n) });
  await careful.balance(4_990_000n);
  await careless.balance(0n);

  expect(await told(careful)).toEqual(['Your balance is $4.99, below your warning level of $5.00.']);
  expect(await told(careless)).toEqual([]);
});

test.each([
  [{ reason: 'out_of_credit' as const }, ['Your call to +447700900123 wasn’t placed: your balance doesn’t cover it.']],
  [
    { reason: 'credit_exhausted' as const, duration: 125 },
    ['Your call to +447700900123 ended after 2:05 because your balance was used up.'],
  ],
  [{ reason: 'limit_day' as const }, ['A call to +447700900123 was stopped. You’ve reached today’s spending limit.']],
  [
    { reason: 'destination_closed' as const },
    ['A call to +447700900123 was stopped. Numbers of this type are blocked until you open them.'],
  ],
  [{ reason: 'hangup_caller' as const, duration: 60 }, []],
  [{ reason: 'busy' as const }, []],
])('a call that ended as %j', async (ended, expected) => {
  const listener = aListener(database);
  await listener.callEnded(ended);

  expect(await told(listener)).toEqual(expected);
});

test('what is heard at once is told once each, and balances as they stand now', async () => {
  const listener = aListener(database);
  await listener.balance(400_000n);
  const change = { type: 'wallet.changed', subjectId: listener.walletId } as const;
  const address = '192.0.2.1';
  await listener.hearAll([change, { type: 'user.password_changed', payload: { address } }, change, change]);

  expect(await told(listener)).toEqual([
    'Your balance is $0.40, below your warning level of $1.00.',
    'Your password was changed from 192.0.2.1.',
  ]);
});

test('of ends that come at once only those for want of credit are looked at', async () => {
  const listener = aListener(database);
  await listener.callEnded({ reason: 'credit_exhausted', duration: 9 });
  const ended = (reason: EndReason) =>
    ({ type: 'call.ended', subjectId: newId(), payload: { ended: null, reason } }) as const;
  const [hungUp, cutOff, busy] = [ended('hangup_callee'), ended('credit_exhausted'), ended('busy')];
  await listener.hearAll([hungUp, cutOff, busy]);

  expect(listener.looked.slice(1)).toEqual([cutOff.subjectId]);
  expect(await told(listener)).toHaveLength(2);
});

test('a call that runs is told of to nobody', () => {
  expect(HEARD).not.toContain('call.changed');
});

test('security changes are told, and a new device by mail too', async () => {
  const listener = aListener(database);
  const address = '192.0.2.1';
  await listener.hear({ type: 'user.password_changed', payload: { address } });
  await listener.hear({ type: 'user.email_changed', payload: { email: 'ada@example.net', address } });
  await listener.hear({
    type: 'user.new_device',
    payload: { sessionId: newId(), device: 'Firefox on Linux', address },
  });

  expect(await told(listener)).toEqual([
    'Your password was changed from 192.0.2.1.',
    'Your email address was changed to ada@example.net from 192.0.2.1.',
    'Somebody signed in to your account with Firefox on Linux from 192.0.2.1.',
  ]);
  // The account has written mails of its own about the first two.
  expect(listener.mails.map((mail) => mail.subject)).toEqual(['A new sign-in to your Farline account']);
});

test('a new SIP phone is told in the app, and by mail to everybody', async () => {
  const quiet = aListener(database);
  await saveNoticeSettings(database, quiet.userId, { ...usualNoticeSettings, mailsNewDevice: false });
  const payload = { phoneId: newId(), name: 'Desk phone', address: '192.0.2.1' };
  const event = await quiet.hear({ type: 'user.sip_phone_added', payload });
  await quiet.hear(event);

  const sentence =
    'The SIP phone “Desk phone” was added to your account from 192.0.2.1. Its calls are paid from your balance.';
  expect(await told(quiet)).toEqual([sentence]);
  expect(quiet.mails).toEqual([
    {
      subject: 'A new SIP phone in your Farline account',
      body: `${sentence}\n\nIf that wasn’t you, remove it and choose a new password at once: https://farline.test/settings/phones`,
      namesSomebody: false,
      isWarning: true,
    },
  ]);
});

test.each(['Your account is locked: https://evil.example', 'evil.example', 'Desk\n\nphone'])(
  'a phone with the name %j is told without its name by mail',
  async (name) => {
    const listener = aListener(database);
    const payload = { phoneId: newId(), name, address: '192.0.2.1' };
    await listener.hear({ type: 'user.sip_phone_added', payload });

    expect(listener.mails).toMatchObject([
      { body: expect.stringMatching('^The SIP phone “…” was added to your account from 192.0.2.1.') },
    ]);
    expect(listener.mails[0]?.body).not.toContain(name);
  },
);

test('a program that calls itself by an address is not named by mail', async () => {
  const listener = aListener(database);
  const facts = { sessionId: newId(), device: 'evil.example', address: '192.0.2.1' };
  await listener.hear({ type: 'user.new_device', payload: facts });

  expect(listener.mails).toMatchObject([{ body: expect.stringContaining('to your account with … from 192.0.2.1.') }]);
});

test('mail goes to whoever wants it, and to nobody else', async () => {
  const [eager, quiet] = [aListener(database), aListener(database)];
  await saveNoticeSettings(database, eager.userId, { ...usualNoticeSettings, mailsCalls: true });
  await saveNoticeSettings(database, quiet.userId, {
    ...usualNoticeSettings,
    mailsLowBalance: false,
    mailsNewDevice: false,
  });
  await eager.callEnded({ reason: 'out_of_credit' });
  await quiet.callEnded({ reason: 'out_of_credit' });
  await quiet.balance(0n);

  expect(eager.mails).toHaveLength(1);
  expect(quiet.mails).toEqual([]);
  expect(await told(quiet)).toHaveLength(2);
});

const usd = (amount: string) => ({ amount, currency: 'USD' });
const ended = (state: string, purpose: string): EventWords => ({
  type: 'payment.ended',
  payload: { state, purpose, amount: usd('20.0000') },
});
const until = '2026-04-01T00:00:00.000Z';

test.each<[EventWords, string]>([
  [ended('failed', 'top_up'), 'Your payment of $20.00 failed. Nothing was charged.'],
  [ended('failed', 'auto_top_up'), 'Automatic top-up of $20.00 failed: the card was declined. Nothing was charged.'],
  [ended('succeeded', 'auto_top_up'), '$20.00 was added to your balance by automatic top-up.'],
  [
    { type: 'auto_top_up.stopped', payload: { reason: 'unusual_spending' } },
    'Automatic top-up stopped because of unusual spending. Look at your calls and switch it on again.',
  ],
  [
    { type: 'plan.renewed', payload: { plan: 'Talk', price: usd('9.0000'), until } },
    'Your plan Talk was renewed until April 1, 2026 for $9.00.',
  ],
  [
    { type: 'plan.renewal_failed', payload: { plan: 'Talk', price: usd('9.0000'), until } },
    'Your balance doesn’t cover $9.00 for your plan Talk. The plan goes on until April 1, 2026; add funds before then.',
  ],
  [
    {
      type: 'plan.renewal_failed',
      payload: { plan: 'Talk', price: usd('9.0000'), until, isCardDisputed: true },
    },
    'Your balance doesn’t cover $9.00 for your plan Talk, and your card wasn’t charged because your bank took back one of your payments. The plan goes on until April 1, 2026; add funds before then.',
  ],
  [
    { type: 'plan.ended', payload: { plan: 'Talk', reason: 'unpaid' } },
    'Your plan Talk ended because it wasn’t paid for. You pay as you go now.',
  ],
  [
    {
      type: 'spending.unusual',
      payload: { spent: usd('12.0000'), usual: usd('3.0000'), hourFrom: '2026-03-01T12:00:00.000Z' },
    },
    '$12.00 was spent within an hour: more than three times your most expensive hour of the last 30 days ($3.00).',
  ],
])('money is told in the list and by mail, and by mail only to who wants it: %j', async (event, sentence) => {
  const [listener, quiet] = [aListener(database), aListener(database)];
  await saveNoticeSettings(database, quiet.userId, {
    ...usualNoticeSettings,
    mailsPayments: false,
    mailsPlan: false,
    mailsUnusual: false,
  });
  await listener.hear(event);
  await quiet.hear(event);

  expect(await told(listener)).toEqual([sentence]);
  expect(listener.mails).toMatchObject([{ body: expect.stringContaining(sentence) }]);
  expect(await told(quiet)).toEqual([sentence]);
  expect(quiet.mails).toEqual([]);
});

test.each([
  ['Asia/Tokyo', 'April 1, 2026'],
  ['America/New_York', 'March 31, 2026'],
])('the day in a mail to an account in %s is a day there: %s', async (timeZone, day) => {
  const listener = aListener(database, { timeZone });
  const payload = { plan: 'Talk', price: usd('9.0000'), until: '2026-03-31T18:00:00.000Z' };
  await listener.hear({ type: 'plan.renewed', payload });

  expect(listener.mails).toMatchObject([{ body: expect.stringContaining(`until ${day} for $9.00`) }]);
});

test('to a closed account goes no mail but of what its bank took back and of refunds', async () => {
  const listener = aListener(database, { isClosed: true });
  await listener.balance(500_000n);
  await listener.hear({ type: 'plan.ended', payload: { plan: 'Talk', reason: 'unpaid' } });
  await listener.hear({ type: 'payment.disputed', payload: { amount: usd('9.0000'), owed: usd('0.0000') } });
  await listener.hear({ type: 'dispute.closed', payload: { amount: usd('9.0000'), outcome: 'won' } });
  await listener.hear({ type: 'refund.failed', payload: { amount: usd('9.0000') } });

  expect(listener.mails.map(({ subject }) => subject)).toEqual([
    'Your bank took back a payment to Farline',
    'Your bank decided about a payment to Farline',
    'A refund couldn’t be made',
  ]);
  // Its pages can't be opened any more: who gives the money back is told instead.
  const given = 'whoever runs https://farline.test has to give $9.00 back to you';
  expect(listener.mails.map(({ body }) => body.includes(given))).toEqual([false, true, true]);
  expect(listener.mails.filter(({ body }) => body.includes('/billing'))).toEqual([]);
});

test('a payment that somebody made has its receipt, and no notice', async () => {
  const listener = aListener(database);
  await listener.hear(ended('succeeded', 'top_up'));
  await listener.hear(ended('cancelled', 'top_up'));

  expect(await told(listener)).toEqual([]);
});

test('an event that comes twice is told once', async () => {
  const listener = aListener(database);
  const first = await listener.callEnded({ reason: 'out_of_credit' });
  await listener.hear(first);

  expect(await told(listener)).toHaveLength(1);
  expect(listener.mails).toHaveLength(0);
});

test('a wallet that is not known has no balance to tell of', async () => {
  const listener = aListener(database);
  await listener.hear({ type: 'wallet.changed', subjectId: newId() });

  expect(await told(listener)).toEqual([]);
});

test('whoever speaks another language is written to in it, while the list keeps its English sentence', async () => {
  const listener = aListener(database, { language: 'es-MX' });
  await listener.balance(900_000n);

  expect(listener.mails).toMatchObject([
    {
      subject: 'Queda poco saldo en tu cuenta de Farline',
      body: 'Tu saldo es de 0,90\u00a0US$, menos de los 1,00\u00a0US$ que fijaste como aviso.\n\nTu saldo: https://farline.test/billing',
    },
  ]);
  expect(await told(listener)).toEqual(['Your balance is $0.90, below your warning level of $1.00.']);
});

import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { findAccount } from '../modules/accounts/index.ts';
import { billingHistory, historyCsv } from '../modules/invoices/billing-history.ts';
import { postTransfer } from '../modules/ledger/index.ts';
import { numbersWorld } from '../modules/numbers/testing/numbers-world.ts';
import { readCsv } from '../platform/csv.ts';
import { chargeLookups } from '../wiring/charge-lookups.ts';
import { invoicesWorld } from './money/invoices-world.ts';
import { messagesWorld, PEER } from './money/messages-world.ts';
import { testDatabase } from './test-database.ts';

const { database } = await testDatabase();
type Deps = Parameters<typeof billingHistory>[0];

/** Who each entry of an account is of, newest first, as the page is told and as the file says. */
async function peersOf(accountId: string, deps: Deps = { database, ...chargeLookups }) {
  const account = await findAccount(database, accountId);
  if (account === null) throw new Error('the account is there');
  const days = { startDate: '2020-01-01', endDate: '2100-01-01', now: new Date() };
  const { history } = await billingHistory(deps, account, { ...days, limit: 50 });
  const pieces: string[] = [];
  for await (const piece of historyCsv(deps, account, days).lines) pieces.push(piece);
  const [head, ...lines] = readCsv(pieces.join('')).records.map(({ cells }) => cells);
  const place = head?.indexOf('peer') ?? -1;
  expect(lines.map((cells) => cells[place])).toEqual(history.map(({ peer }) => peer ?? ''));
  return history.map(({ kind, peer, call }) => ({ kind, peer, call }));
}

test('a line of a message names whom it went to, and so does what was given back for a part of it', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const message = await world.write(customer, 'hello');
  await world.send();
  const entries = [
    { walletId: customer.walletId, amountMicros: micros(20_000n) },
    { houseAccount: 'revenue' as const, amountMicros: micros(-20_000n) },
  ];
  const cause = { type: 'message_refund', id: `${message.id} 1` };
  await postTransfer(database, { cause, unit: 'USD', entries, at: new Date() });

  expect((await peersOf(customer.accountId)).slice(0, 2)).toEqual([
    { kind: 'message_refund', peer: PEER, call: null },
    { kind: 'message', peer: PEER, call: null },
  ]);
});

test('a line of a rent names the number', async () => {
  const world = numbersWorld(database);
  const account = await world.account(10);
  const number = await world.offer();
  await world.rent(account, number);

  expect((await peersOf(account.id))[0]).toEqual({ kind: 'number', peer: number, call: null });
});

test('a line of a call names its other side: whom it went to, or who called, where they showed it; and says of practice that it is', async () => {
  const world = invoicesWorld(database);
  const customer = await world.customer();
  await world.charge(customer, 10, { to: '+33612345678', isPractice: true });
  await world.charge(customer, 20, { to: '+12015550142', cameInFrom: '+447700900123' });
  await world.charge(customer, 30, { to: '+12015550142', cameInFrom: null });

  expect((await peersOf(customer.accountId, world.deps)).slice(0, 3)).toEqual([
    { kind: 'call', peer: null, call: { direction: 'inbound', to: '+12015550142', seconds: 60, isPractice: false } },
    {
      kind: 'call',
      peer: '+447700900123',
      call: { direction: 'inbound', to: '+12015550142', seconds: 60, isPractice: false },
    },
    {
      kind: 'call',
      peer: '+33612345678',
      call: { direction: 'outbound', to: '+33612345678', seconds: 60, isPractice: true },
    },
  ]);
});

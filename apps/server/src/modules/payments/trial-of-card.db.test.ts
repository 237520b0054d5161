import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { micros, usageReply } from '@farline/contracts';
import { operatorSecrets } from '../../operator/operator-secrets.ts';
import { readCommand } from '../../operator/read-command.ts';
import { readOperatorConfig } from '../../platform/settings/operator.ts';
import { runCommand } from '../../operator/run-command.ts';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { sandboxPayments } from '../../testing/sandbox-payments.ts';
import { testApp } from '../../testing/test-app.ts';
import { findUser } from '../accounts/index.ts';
import { findWalletOf, placeHold } from '../ledger/index.ts';
import { aPayer } from '../../testing/money/payer.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });
const { database } = app;

/** Each test has a card of its own. */
const CARDS = { one: '5555 5555 5555 4444', other: '4242 4242 4242 4242', atOnce: '4000 0000 0000 0341' };
const WHOLE = 2_000_000n;

type Payer = Awaited<ReturnType<typeof aStranger>>;

/** Somebody who has just signed up: two dollars to practise with, and no money. */
async function aStranger() {
  return await aPayer(app, { dollars: 0 });
}

async function pay(payer: Payer, card: string): Promise<void> {
  const payment = await payer.addFunds(5);
  await provider.lay(payment.payUrl ?? '', card);
  await expect.poll(async () => (await payer.payment(payment.id)).state).toBe('succeeded');
}

async function trialWalletOf({ accountId }: Payer) {
  const wallet = await findWalletOf(database, { accountId, unit: 'trial:USD' });
  if (wallet === null) throw new Error('every account has a wallet for trial credit');
  return wallet;
}
const trialOf = async (payer: Payer) => (await trialWalletOf(payer)).balanceMicros;
const withheldFor = async (payer: Payer) =>
  usageReply.parse((await payer.ask('GET', '/billing/usage')).body).trialWithheldFor;

async function saidToOperator({ userId }: Payer): Promise<string> {
  const user = await findUser(database, userId);
  return await runCommand(
    {
      database,
      clock: systemClock,
      operator: 'grace',
      secrets: operatorSecrets(readOperatorConfig({}), () => expect.unreachable()),
    },
    readCommand(['trial', user?.email ?? '']),
  );
}

async function lapsesOf({ accountId }: Payer): Promise<object[]> {
  const { rows } = await sql<object>`select actor, after from audit.event
    where account_id = ${accountId} and action = 'trial.lapsed'`.execute(database);
  return rows;
}

test('what is left of a trial lapses when a card pays that another account’s trial has had; the money stays', async () => {
  const [first, second] = [await aStranger(), await aStranger()];
  await pay(first, CARDS.one);
  await pay(first, CARDS.one);
  expect([await trialOf(first), await withheldFor(first)]).toEqual([WHOLE, null]);
  expect(await saidToOperator(first)).toContain('the trial credit was given');

  await pay(second, CARDS.one);
  await pay(second, CARDS.one);

  expect([await trialOf(second), await withheldFor(second), await second.balance()]).toEqual([0n, 'card', 1000]);
  expect(await lapsesOf(second)).toEqual([
    { actor: 'system', after: { state: 'taken', because: 'card', amount: WHOLE.toString() } },
  ]);
  expect(await saidToOperator(second)).toContain('lapsed: another account has had one with the same card');
  const { rows } = await sql<{ amount: bigint; house_account: string | null }>`
    select entry.amount, entry.house_account from ledger.entry join ledger.transfer on transfer.id = entry.transfer_id
    where transfer.cause_type = 'trial_lapsed' and transfer.cause_id = ${second.accountId}
    order by entry.amount`.execute(database);
  expect(rows).toEqual([
    { amount: -WHOLE, house_account: null },
    { amount: WHOLE, house_account: 'trial_credit' },
  ]);
  expect([await trialOf(first), await lapsesOf(first)]).toEqual([WHOLE, []]);
});

test('a card that is declined claims no trial, and takes none', async () => {
  const [first, second] = [await aStranger(), await aStranger()];
  for (const payer of [first, second]) {
    const payment = await payer.addFunds(5);
    await provider.lay(payment.payUrl ?? '', '4000 0000 0000 0002');
    await expect.poll(async () => (await payer.payment(payment.id)).decline).toBe('card_declined');
    expect([await trialOf(payer), await withheldFor(payer)]).toEqual([WHOLE, null]);
  }
});

test('two accounts that pay by one card at the same time have one trial between them', async () => {
  const payers = [await aStranger(), await aStranger()];

  await Promise.all(payers.map(async (payer) => await pay(payer, CARDS.atOnce)));

  const left = await Promise.all(payers.map(trialOf));
  expect(left.toSorted()).toEqual([0n, WHOLE]);
});

test('what a running call holds of the trial stays with that call', async () => {
  const [first, second] = [await aStranger(), await aStranger()];
  await pay(first, CARDS.other);
  const wallet = await trialWalletOf(second);
  const held = micros(500_000n);
  const cause = { type: 'call', id: newId() };
  await placeHold(database, { walletId: wallet.id, wantedMicros: held, leastMicros: held, cause, at: new Date() });

  await pay(second, CARDS.other);

  expect(await trialWalletOf(second)).toMatchObject({ balanceMicros: held, heldMicros: held });
});

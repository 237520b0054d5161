import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import type { EventOf } from '../../../platform/events.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { callsWorld, CENT_A_SECOND, failed } from '../testing/calls-world.ts';
import { goOn, ruledNumber } from '../testing/ruled-number.ts';
import { peopleOfClosedAccounts } from './people-of-closed-accounts.ts';

const { database } = await testDatabase();

/** Somebody whose number sends calls on when nobody answers: one went on, and the caller of another gave up before. */
async function aForwarder() {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const then = { do: 'forward', to: '+447700900815', most: null } as const;
  const open = { do: 'ring', browsers: true, phones: 'all', goesOn: { afterSeconds: 20, then } } as const;
  const { receive, customer } = await ruledNumber(world, { balance: '5.00', rule: { open } });
  const givenUp = await receive();
  await world.report(failed(givenUp, world.clock.now(), 487, 'cancelled'));
  const gone = await receive();
  await goOn(world, gone);
  return { accountId: customer.accountId, givenUp, gone };
}

async function forwardsOf({ accountId }: { accountId: string }): Promise<unknown[]> {
  const { rows } = await sql<{ id: string }>`
    select forward.incoming_call_id as id from calls.forward join calls.call on call.id = forward.incoming_call_id
    where call.account_id = ${accountId}`.execute(database);
  return rows.map(({ id }) => id).toSorted();
}

test('a closed account leaves no telephone behind that a call was to go on to, but those that were called', async () => {
  const [closing, other] = [await aForwarder(), await aForwarder()];
  expect(await forwardsOf(closing)).toEqual([closing.givenUp.id, closing.gone.id].toSorted());

  const closed = { type: 'account.closed', accountId: closing.accountId, subjectId: closing.accountId, payload: {} };
  await inTransaction(database, async (tx) => {
    const event = { ...closed, position: 1, occurredAt: new Date() } as EventOf<'account.closed'>;
    await peopleOfClosedAccounts().receiveAll(tx, [event]);
  });

  expect(await forwardsOf(closing)).toEqual([closing.gone.id]);
  expect(await forwardsOf(other)).toEqual([other.givenUp.id, other.gone.id].toSorted());
});

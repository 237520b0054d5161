import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { type CalledPerson, searchPeople } from './call-search-store.ts';

const { database } = await testDatabase();

type Begun = { id: string; accountId: string; direction: 'inbound' | 'outbound'; from: string | null; to: string };

/** Begins calls as the product does: in one statement, whatever belongs to whom. */
async function begin(calls: readonly Begun[]): Promise<void> {
  await sql`
    insert into calls.call (id, account_id, user_id, payer_wallet_id, placed_by, direction, from_number, to_number,
      destination_prefix, destination_kind, rate_table, rate_table_version, currency, per_minute_micros, connection_micros, minimum_seconds, first_seconds, next_seconds,
      state, initiated_at)
    select id, account_id, account_id, account_id, 'user', direction, from_number, to_number,
      '', 'mobile', 'sample', 1, 'USD', 20000, 0, 0, 60, 60, 'initiated', now()
    from jsonb_to_recordset(${JSON.stringify(
      calls.map(({ accountId, from, to, ...call }) => ({
        ...call,
        account_id: accountId,
        from_number: from,
        to_number: to,
      })),
    )}::jsonb) as call (id uuid, account_id uuid, direction text, from_number text, to_number text)`.execute(database);
}

const numberOf = (place: number) => `+4477009001${String(place).padStart(2, '0')}`;
const OWN = '+14155550100';

/** The people of these calls, counted one by one. */
function counted(calls: readonly Begun[], accountId: string): (readonly [string, number, string])[] {
  const people = new Map<string, Begun[]>();
  for (const call of calls) {
    const peer = call.direction === 'inbound' ? call.from : call.to;
    if (call.accountId !== accountId || peer === null || !peer.startsWith('+')) continue;
    people.set(peer, [...(people.get(peer) ?? []), call]);
  }
  const latest = (some: Begun[]) =>
    some
      .map(({ id }) => id)
      .toSorted()
      .at(-1) ?? '';
  return [...people]
    .map(([peer, some]) => [peer, some.length, latest(some)] as const)
    .toSorted(([, , one], [, , other]) => (one < other ? 1 : -1));
}

async function listed(accountId: string): Promise<(readonly [string, number, string])[]> {
  const all: CalledPerson[] = [];
  for (let beforeId: string | undefined; ; ) {
    const page = await searchPeople(database, { accountId, to: null }, { most: 3, beforeId });
    all.push(...page);
    beforeId = page.at(-1)?.last.id;
    if (page.length < 3) return all.map(({ peer, calls, last }) => [peer, calls, last.id]);
  }
}

test('however many calls begin side by side and in whatever order, each person has all of theirs and the latest', async () => {
  const accounts = [newId(), newId()] as const;
  const calls = Array.from({ length: 300 }, (_, place): Begun => {
    const isIncoming = place % 3 === 0;
    const peer = place % 23 === 0 && !isIncoming ? '*43' : numberOf((place * 7) % 11);
    return {
      id: newId(),
      accountId: accounts[place % 2] ?? '',
      direction: isIncoming ? 'inbound' : 'outbound',
      // Now and then somebody shows no number.
      from: isIncoming ? (place % 5 === 0 ? null : peer) : OWN,
      to: isIncoming ? OWN : peer,
    };
  });
  // Each statement has people of both accounts in an order of its own, and older calls come after newer ones.
  const statements = Array.from({ length: 12 }, (_, place) => calls.filter((__, index) => index % 12 === place));

  await Promise.all(
    statements.toReversed().map(async (some, place) => await begin(place % 2 === 0 ? some : some.toReversed())),
  );

  for (const accountId of accounts) {
    expect(await listed(accountId)).toEqual(counted(calls, accountId));
    expect(counted(calls, accountId).length).toBeGreaterThan(6);
  }
});

test('calls that are not written down after all count for nobody', async () => {
  const accountId = newId();
  const call: Begun = { id: newId(), accountId, direction: 'outbound', from: OWN, to: numberOf(1) };
  await begin([call]);

  await expect(begin([{ ...call, id: newId(), to: numberOf(2) }, call])).rejects.toThrow('call_pkey');

  expect(await listed(accountId)).toEqual([[numberOf(1), 1, call.id]]);
});

import { type IncomingAsk, writeCodeDial } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { answered, callsWorld, CENT_A_SECOND, failed } from '../testing/calls-world.ts';
import { goOn, ruledNumber } from '../testing/ruled-number.ts';
import { codeCallWord } from './code-call-word.ts';

const { database } = await testDatabase();
const MOBILE = '+447700900123';

/** Somebody who has asked for a code. Calls out cost a cent a second. */
async function aVerification(over: { ageMs?: number; state?: 'active' | 'trial' } = {}) {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const { customer, number, receive } = await ruledNumber(world, { balance: '5.00', rule: {} });
  const { accountId, userId } = customer;
  await sql`update accounts.account set state = ${over.state ?? 'active'} where id = ${accountId}`.execute(database);
  const [id, at] = [newId(), new Date(world.clock.now().getTime() - (over.ageMs ?? 0))];
  await sql`insert into numbers.verification (id, account_id, user_id, e164, code_hash, tries_left, most, made_at, expires_at)
    values (${id}, ${accountId}, ${userId}, ${MOBILE}, ${Buffer.alloc(32)}, 5, 600000, ${at},
      ${new Date(at.getTime() + 600_000)})`.execute(database);
  const place = async (changes: Partial<IncomingAsk> = {}) =>
    await receive({
      dialled: writeCodeDial(id),
      source: '127.0.0.1:4014',
      caller: codeCallWord(world.deps.sip.secret, id),
      ...changes,
    });
  return { world, customer, number, id, place };
}

test('the attendant’s call goes on to the telephone, shows a number of the account, and costs nothing by itself', async () => {
  const { world, place, number, customer } = await aVerification();
  const placed = await place();

  expect(placed.decision).toMatchObject({ decision: 'ring', phones: '', users: '', task: '', forwardTo: MOBILE });
  expect(await world.call(placed.id)).toMatchObject({
    direction: 'inbound',
    from: null,
    fromText: 'Farline',
    to: number,
    holdId: null,
    placer: { kind: 'verification', userId: customer.userId },
  });
  const { rows } = await sql<{ most: bigint }>`
    select most_micros as most from calls.forward where incoming_call_id = ${placed.id}`.execute(database);
  expect(rows).toEqual([{ most: 600_000n }]);
});

test('a number that calls show already is called by another of the account, to be verified again', async () => {
  const { place, number, world, customer } = await aVerification();
  const at = world.clock.now();
  await sql`insert into numbers.verified (e164, account_id, is_default, verified_at, expires_at)
    values (${MOBILE}, ${customer.accountId}, true, ${at}, ${new Date(at.getTime() + 86_400_000)})`.execute(database);
  const placed = await place();
  await sql`delete from numbers.verified where e164 = ${MOBILE}`.execute(database);

  expect(placed.decision).toMatchObject({ decision: 'ring', forwardTo: MOBILE });
  expect(await world.call(placed.id)).toMatchObject({ to: number });
});

test('nobody has missed a call that was placed to say a code', async () => {
  const { world, place } = await aVerification();
  const placed = await place();
  await world.calls.listener.record(failed(placed, world.clock.now(), 480));
  const { rows } = await sql<{ isMissed: boolean | null }>`
    select (payload ->> 'isMissed')::boolean as "isMissed" from platform.event
    where type = 'call.ended' and subject_id = ${placed.id}`.execute(database);
  expect(rows).toEqual([{ isMissed: null }]);
});

test('whoever is told a code is not told that the call’s money ends within a minute', async () => {
  const { world, place } = await aVerification();
  const placed = await goOn(world, await place());
  await world.report(answered(placed, world.clock.now()));
  for (let second = 0; second < 3; second += 1) {
    world.clock.passSeconds(1);
    await world.tick('due calls');
  }
  expect(placed.decision).toMatchObject({ decision: 'allow', grantedSeconds: 60 });
  expect(world.engine.said).toEqual([]);
});

describe('no call is placed', () => {
  const refused = { decision: 'refuse', status: 403 };

  test.each([
    ['from another address than ours', { source: '203.0.113.10:5060' }],
    ['without the word', { caller: '' }],
    ['with the word of another', { caller: codeCallWord('another secret', newId()) }],
    ['for a verification that there is none of', { dialled: writeCodeDial(newId()) }],
  ])('%s', async (_, changes) => {
    const { place } = await aVerification();
    expect((await place(changes)).decision).toMatchObject(refused);
  });

  test('twice for one code, even at the same moment', async () => {
    const { place } = await aVerification();
    const placed = await Promise.all([place(), place(), place()]);
    expect(placed.map(({ decision }) => decision.decision).toSorted()).toEqual(['refuse', 'refuse', 'ring']);
    expect((await place()).decision).toMatchObject(refused);
  });

  test('later than half a minute after it was asked for', async () => {
    const { place } = await aVerification({ ageMs: 31_000 });
    expect((await place()).decision).toMatchObject(refused);
  });

  test('for an account that is on trial by now', async () => {
    const { place } = await aVerification({ state: 'trial' });
    expect((await place()).decision).toMatchObject(refused);
  });
});

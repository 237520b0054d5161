import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { authServer } from '../testing/accounts/auth-server.ts';
import { aCustomerWithApp } from '../testing/accounts/second-factors.ts';
import { newId } from '../platform/ids.ts';
import { runOperator } from '../testing/operator-program.ts';
import { testDatabase } from '../testing/test-database.ts';

/** What operators do about carriers and second factors, by the words that they type. */

const { database, url } = await testDatabase();
const operator = async (...words: string[]) => await runOperator(words, { DATABASE_URL: url });
const audited = async (action: string) => {
  const { rows } = await sql<{ actor: string; subject: string }>`
    select actor, subject from audit.event where action = ${action} order by id`.execute(database);
  return rows;
};

test('a call that a carrier holds is listed, and off the list once an operator says that it was ended there', async () => {
  const [call, other] = [newId(), newId()];
  await sql`insert into calls.stuck_leg (call_id, trunk, byes, last_status, stuck_at) values
    (${call}, 'carrier-1', 4, 500, '2026-03-01T12:00:00Z'), (${other}, 'carrier-2', 5, null, '2026-03-01T13:00:00Z')`.execute(
    database,
  );
  const held = `${call} on carrier-1: not let go since 2026-03-01T12:00:00.000Z, answer 500 to 4 BYEs.`;
  const otherHeld = `${other} on carrier-2: not let go since 2026-03-01T13:00:00.000Z, no answer to 5 BYEs.`;

  const listed = await operator('stuck');
  expect(listed).toMatchObject({ code: 0, complained: '' });
  expect(listed.said.split('\n')).toEqual([expect.stringContaining(held), expect.stringContaining(otherHeld), '']);

  const cleared = await operator('stuck', 'clear', call.toUpperCase());
  expect(cleared).toMatchObject({ code: 0, complained: '' });
  expect(cleared.said).toContain(`Call ${call} is off the list`);
  expect(cleared.said).toContain('Nothing is charged or given back');
  expect((await operator('stuck')).said).toBe(`${otherHeld} Ask the carrier to end it.\n`);
  expect(await audited('stuck_leg.cleared')).toEqual([{ actor: 'operator:grace', subject: call }]);

  const again = await operator('stuck', 'clear', call);
  expect(again).toMatchObject({ code: 1, said: '' });
  expect(again.complained).toContain(`No carrier holds call ${call}`);
  expect(await audited('stuck_leg.cleared')).toHaveLength(1);
});

test.each([
  [['stuck', 'clear'], 'Which call? Give its id'],
  [['stuck', 'clear', '7'], '"7" is not the id of a call.'],
  [['stuck', 'free'], 'stuck takes nothing more, or: clear <call id>.'],
])('%j clears nothing, and says what is missing', async (words, sentence) => {
  const done = await operator(...words);
  expect(done).toMatchObject({ code: 1, said: '' });
  expect(done.complained).toContain(sentence);
});

test('who has lost every second factor signs in by the password alone once an operator says so', async () => {
  const server = await authServer(database);
  const { email, userId } = await aCustomerWithApp(server);
  expect((await server.signIn(email)).json()).toMatchObject({ ticket: expect.any(String) });

  const done = await operator('forget-factors', email);
  expect(done).toEqual({ code: 0, said: `${email} signs in by the password alone now.\n`, complained: '' });
  expect((await server.signIn(email)).json()).toMatchObject({ token: expect.any(String) });
  expect(await audited('factor.all_removed')).toEqual([{ actor: 'operator:grace', subject: userId }]);

  const again = await operator('forget-factors', email);
  expect(again.said).toBe(`${email} has no second factor.\n`);
  const nobody = await operator('forget-factors', 'nobody@example.org');
  expect(nobody).toMatchObject({ code: 1, complained: 'Nobody has signed up with nobody@example.org.\n' });
});

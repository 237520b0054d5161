import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { authServer } from '../testing/accounts/auth-server.ts';
import { aCustomerWithApp } from '../testing/accounts/second-factors.ts';
import { withLostAnswer } from '../testing/lost-answer.ts';
import { testDatabase } from '../testing/test-database.ts';
import { readCommand } from './read-command.ts';
import { runCommand } from './run-command.ts';

/** What an operator gives, however often the command is typed. */

const { database } = await testDatabase();
const lossy = withLostAnswer(database);
const server = await authServer(database);
const never = { sealing: () => expect.fail('no login is set'), password: () => expect.fail('no login is set') };
const DAY_MS = 24 * 60 * 60 * 1000;

async function operator(words: string[], afterMs = 0): Promise<string> {
  const clock = { now: () => new Date(systemClock.now().getTime() + afterMs) };
  return await runCommand({ database: lossy.database, clock, operator: 'grace', secrets: never }, readCommand(words));
}

/** What an address has been given, in all. */
async function givenTo(email: string): Promise<string | undefined> {
  const { rows } = await sql<{ given: string }>`select coalesce(sum((after->>'amount')::numeric), 0)::text as given
    from audit.event where action = 'wallet.credited'
      and account_id = (select account_id from accounts.user where email = ${email})`.execute(database);
  return rows[0]?.given;
}

test('the same credit counts once a day, typed one after the other or at once; another reason is another credit', async () => {
  const { email } = await aCustomerWithApp(server);
  const words = ['credit', email, '5', 'paid', 'in', 'cash'];

  const both = await Promise.allSettled([operator(words), operator(words)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(operator(words)).rejects.toThrow('The same amount was given for this reason at 2');
  expect(await givenTo(email)).toBe('5.0000');

  await operator(['credit', email, '5', 'paid in cash again']);
  await operator(['credit', email, '6', 'paid in cash']);
  await operator(words, DAY_MS);
  expect(await givenTo(email)).toBe('21.0000');
});

test('where the answer to a credit is lost the operator hears that it may be given, and may type it again', async () => {
  const { email } = await aCustomerWithApp(server);
  const words = ['credit', email, '5', 'paid in cash'];

  lossy.loseNext();
  await expect(operator(words)).rejects.toThrow('this may have been done, or not');
  await expect(operator(words)).rejects.toThrow('nothing was put on the balance now');
  expect(await givenTo(email)).toBe('5.0000');
});

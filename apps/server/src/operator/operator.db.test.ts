import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Account, findAccount, openAccount } from '../modules/accounts/index.ts';
import { findWallet } from '../modules/ledger/index.ts';
import { allocateSandboxNumber } from '../modules/numbers/index.ts';
import { createTrunkLogins, sealedPassword, type TrunkLogin } from '../modules/routing/index.ts';
import { systemClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/database.ts';
import { runOperator, runOperatorProgram } from '../testing/operator-program.ts';
import { testDatabase } from '../testing/test-database.ts';
import { OperatorError } from './operator-error.ts';
import { readCommand } from './read-command.ts';
import { runCommand } from './run-command.ts';

const { database, url } = await testDatabase();

const secrets = {
  sealing: () => Promise.resolve('a secret of the tests, longer than 32 characters'),
  password: () => Promise.resolve('b"c\\d é'),
};
const settings = {
  tokenSecret: '',
  publicUrl: 'http://localhost:4001',
  trialCreditMicros: micros(2_000_000n),
  currency: 'USD',
  rateTable: 'sample',
  rateLimitsPerAddress: true,
};

async function aCustomer(email: string, emailConfirmedAt: Date | null = new Date()): Promise<Account> {
  const customer = {
    firstName: 'Ada',
    lastName: 'Byron',
    email,
    phone: null,
    address: '127.0.0.1',
    device: null,
    emailConfirmedAt,
  };
  const { account } = await inTransaction(database, (tx) =>
    openAccount({ allocateNumber: allocateSandboxNumber, settings }, tx, {
      ...customer,
      passwordHash: '$argon2id$none',
      at: new Date(),
    }),
  );
  return account;
}

const operator = async (words: string[], env: Record<string, string> = { DATABASE_URL: url }) =>
  await runOperator(words, env);

const balanceOf = async (account: Account) => (await findWallet(database, account.walletId))?.balanceMicros;

test('a credit raises the balance by the ledger’s own top-up, with the operator in the audit', async () => {
  const account = await aCustomer('ada@example.com');
  const done = await operator(['credit', 'ADA@example.com', '5.25', 'sorry', 'for', 'the', 'noise']);

  expect(done).toMatchObject({ code: 0, complained: '' });
  expect(done.said).toContain('5.2500 USD put on the balance of ada@example.com, which is now 5.2500 USD.');
  expect(await balanceOf(account)).toBe(5_250_000n);
  const { rows } = await sql<object>`select actor, account_id, subject, before->>'balance' as before,
    after->>'balance' as after, after->>'amount' as amount, after->>'reason' as reason
    from audit.event where action = 'wallet.credited'`.execute(database);
  expect(rows).toEqual([
    {
      actor: 'operator:grace',
      account_id: account.id,
      subject: account.walletId,
      before: '0.0000',
      after: '5.2500',
      amount: '5.2500',
      reason: 'sorry for the noise',
    },
  ]);
  const told =
    await sql`select from platform.event where type = 'wallet.changed' and account_id = ${account.id}`.execute(
      database,
    );
  expect(told.rows.length).toBeGreaterThan(0);
});

test('the address of the database is found in the data folder', async () => {
  const account = await aCustomer('folder@example.com');
  const folder = await mkdtemp(join(tmpdir(), 'farline-operator-'));
  await writeFile(join(folder, 'database-url'), `${url}\n`);
  const done = await operator(['credit', 'folder@example.com', '1', 'gift'], { FARLINE_DATA_DIR: folder });
  await rm(folder, { recursive: true });

  expect(done).toMatchObject({ code: 0, complained: '' });
  expect(await balanceOf(account)).toBe(1_000_000n);
});

test('activate lets a trial account reach real trunks, promote gives the role of an operator; each once, and can be taken back', async () => {
  const { id } = await aCustomer('grow@example.com');

  expect((await operator(['activate', 'grow@example.com'])).said).toContain('may call over real trunks now');
  expect((await operator(['activate', 'grow@example.com'])).said).toContain('was active already');
  expect((await operator(['deactivate', 'grow@example.com'])).said).toContain('real trunks need a payment that stands');
  expect((await findAccount(database, id))?.state).toBe('trial');
  expect((await operator(['activate', 'grow@example.com'])).said).toContain('may call over real trunks now');
  expect((await findAccount(database, id))?.state).toBe('active');
  expect((await operator(['promote', 'grow@example.com'])).said).toContain('has the role of an operator now');
  expect((await operator(['promote', 'grow@example.com'])).said).toContain('had the role of an operator already');
  expect((await operator(['demote', 'grow@example.com'])).said).toContain('is a customer again');
  expect((await operator(['demote', 'grow@example.com'])).said).toContain('was no operator');
  const { rows } = await sql<{ action: string }>`select action from audit.event
    where account_id = ${id} and actor = 'operator:grace' order by id`.execute(database);
  expect(rows.map((row) => row.action)).toEqual([
    'account.activated',
    'account.deactivated',
    'account.activated',
    'user.promoted',
    'user.demoted',
  ]);
});

test('an account whose address nobody confirmed is given nothing, until the operator vouches for it', async () => {
  const account = await aCustomer('late@example.com', null);
  const run = async (words: string[]) =>
    await runCommand({ database, clock: systemClock, operator: 'grace', secrets }, readCommand(words));

  await expect(run(['credit', 'late@example.com', '5', 'gift'])).rejects.toThrow('has not confirmed this address yet');
  await expect(run(['activate', 'late@example.com'])).rejects.toThrow('has not confirmed this address yet');
  expect(await run(['confirm', 'late@example.com'])).toContain('counts as confirmed now');
  expect(await run(['confirm', 'late@example.com'])).toContain('was confirmed already');
  await run(['credit', 'late@example.com', '5', 'gift']);
  expect(await balanceOf(account)).toBe(5_000_000n);
});

test.each([
  [[], 'Usage:'],
  [['fly'], 'There is no command "fly".'],
  [['credit'], 'Whose account? Give the email address.'],
  [['credit', 'ada'], '"ada" is not an email address.'],
  [['credit', 'nobody@example.com', '5', 'gift'], 'Nobody has signed up with nobody@example.com.'],
  [['credit', 'bad@example.com'], 'How much? Give an amount such as 5.00.'],
  [['credit', 'bad@example.com', 'five', 'gift'], '"five" is not an amount'],
  [['credit', 'bad@example.com', '$5', 'gift'], '"$5" is not an amount'],
  [['credit', 'bad@example.com', '1e3', 'gift'], '"1e3" is not an amount'],
  [['credit', 'bad@example.com', '0', 'gift'], 'The amount must be more than zero.'],
  [['credit', 'bad@example.com', '-5', 'gift'], 'The amount must be more than zero.'],
  [['credit', 'bad@example.com', '99999999', 'gift'], 'The amount is too large.'],
  [['credit', 'bad@example.com', '5'], 'Why? Give a reason'],
  [['credit', 'bad@example.com', '5', '  '], 'Why? Give a reason'],
  [['credit', 'bad@example.com', '5', 'x'.repeat(201)], 'The reason is too long'],
  [['promote', 'bad@example.com', 'now'], 'promote takes an email address and nothing more.'],
  [['trunks', 'all'], 'trunks takes nothing more.'],
  [['trunk'], 'Which trunk? Give its name.'],
  [['trunk', 'carrier-1'], 'What of the trunk?'],
  [['trunk', 'carrier-1', 'weight', '0'], '"0" is no weight: give a whole number from 1 to 1000.'],
  [['trunk', 'carrier-1', 'capacity', 'many'], '"many" is no capacity: give a whole number from 1 to 100000.'],
  [['trunk', 'carrier-1', 'country', 'Britain'], '"Britain" is no country'],
  [['trunk', 'carrier-1', 'addresses', '203.0.113.10,sip.example'], '"sip.example" is no address'],
  [['trunk', 'carrier-1', 'addresses', '0.0.0.0/0'], '"0.0.0.0/0" is too large a network'],
  [['trunk', 'carrier-1', 'addresses', '203.0.113.9,203.0.113.10/7'], '"203.0.113.10/7" is too large a network'],
  [['trunk', 'carrier-1', 'addresses', Array(51).fill('203.0.113.9').join()], 'A trunk has 50 addresses at most.'],
  [['trunk', 'carrier-1', 'priority', '1', '2'], 'One change at a time.'],
  [['trunk', 'carrier-1', 'login'], 'Who are we to the carrier?'],
  [['trunk', 'carrier-1', 'login', 'a"b'], '"a"b" cannot be sent in a login.'],
  [['trunk', 'carrier-1', 'login', 'ada', 'realm', 'secret'], 'the password is asked for'],
  [['trunk', 'carrier-1', 'register', '5'], '"5" is no time to register for: give 60 to 86400 seconds, or none.'],
  [['trunk', 'nobody', 'login', 'ada'], 'There is no trunk "nobody".'],
  [['trunk', 'nobody', 'capacity', '5'], 'There is no trunk "nobody".'],
])('operator %j is refused with "%s", and changes nothing', async (words, sentence) => {
  const account = (await findAccountByEmail('bad@example.com')) ?? (await aCustomer('bad@example.com'));
  const done = async () => {
    await runCommand({ database, clock: systemClock, operator: 'grace', secrets }, readCommand(words));
  };

  await expect(done()).rejects.toSatisfy((error) => error instanceof OperatorError && error.message.includes(sentence));
  expect(await balanceOf(account)).toBe(0n);
});

test('the trunks are listed, and what is changed about one stands there, with the operator in the audit', async () => {
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, priority, created_at)
    values (gen_random_uuid(), 'carrier-1', 'real', '203.0.113.10', 5060, 'udp', 10, now())`.execute(database);

  const say = async (...words: string[]) =>
    await runCommand({ database, clock: systemClock, operator: 'grace', secrets }, readCommand(words));
  await say('trunk', 'carrier-1', 'weight', '3');
  await say('trunk', 'carrier-1', 'capacity', '30');
  await say('trunk', 'carrier-1', 'priority', '20');
  await say('trunk', 'carrier-1', 'off');

  const listed = 'carrier-1 (real, 203.0.113.10:5060): off, priority 20, weight 3, capacity 30; 0 open now';
  expect((await operator(['trunks'])).said).toContain(listed);
  expect(await say('trunk', 'carrier-1', 'capacity', 'none')).toContain('no capacity set');
  const { rows } = await sql<{ actor: string; was: number | null; is: number | null }>`
    select actor, (before->>'capacity')::int as was, (after->>'capacity')::int as is from audit.event
    where action = 'trunk.changed' order by id`.execute(database);
  expect(rows.map(({ actor, was, is }) => [actor, was, is]).filter(([, was, is]) => was !== is)).toEqual([
    ['operator:grace', null, 30],
    ['operator:grace', 30, null],
  ]);
});

test('a carrier’s password is read from what is typed, and stands in the database as nobody can read it', async () => {
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, priority, created_at)
    values (gen_random_uuid(), 'carrier-2', 'real', '203.0.113.20', 5060, 'udp', 10, now())`.execute(database);
  const told: TrunkLogin[] = [];
  const logins = createTrunkLogins({
    database,
    secret: await secrets.sealing(),
    tell: (login) => void told.push(login),
    log: { error: (facts: object) => expect.fail(JSON.stringify(facts)) },
  });
  await logins.read();

  const env = { DATABASE_URL: url, FARLINE_TOKEN_SECRET: await secrets.sealing() };
  const words = ['trunk', 'carrier-2', 'login', 'farline-01', 'carrier.example'];
  const done = await runOperatorProgram(words, env, 'b"c\\d é\n');
  expect(done).toMatchObject({ code: 0, complained: '' });
  expect(done.said).toContain('logs in as farline-01 of carrier.example');
  const { rows } = await sql<{ row: string }>`
    select row_to_json(trunk)::text || encode(login_password, 'escape') as row from routing.trunk where name = 'carrier-2'
    union all select row_to_json(event)::text from audit.event`.execute(database);
  expect(rows.length).toBeGreaterThan(1);
  for (const { row } of rows) expect(row).not.toContain('c\\d');

  await logins.read();
  const login = { trunk: 'carrier-2', user: 'farline-01', password: 'b"c\\d é', realm: 'carrier.example' };
  expect(told).toEqual([login]);
  logins.tellAll();
  expect(told).toEqual([login, login]);
  const say = async (...words: string[]) =>
    await runCommand({ database, clock: systemClock, operator: 'grace', secrets }, readCommand(words));
  expect(await say('trunk', 'carrier-2', 'register', '600')).toContain('about to be registered');
  const none = await say('trunk', 'carrier-2', 'login', 'none');
  expect(none).not.toContain('logs in');
  expect(none).not.toContain('registered');
  await expect(say('trunk', 'carrier-2', 'register', '600')).rejects.toThrow('has no login to register with');
  await logins.read();
  expect(told.at(-1)).toEqual({ trunk: 'carrier-2', user: '', password: '', realm: '' });
});

test('a password that was sealed with another secret counts as none, and is said once', async () => {
  const [mine, theirs] = [await secrets.sealing(), 'another secret of the tests, as long as the first'];
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, priority, created_at, login_user, login_password)
    values (gen_random_uuid(), 'carrier-3', 'real', '203.0.113.30', 5060, 'udp', 10, now(), 'ada', ${sealedPassword('x', theirs, 'carrier-3')})`.execute(
    database,
  );
  const told: TrunkLogin[] = [];
  const complaints: unknown[] = [];
  const log = { error: (facts: object) => void complaints.push(facts) };
  const logins = createTrunkLogins({ database, secret: mine, tell: (login) => void told.push(login), log });
  await logins.read();
  await logins.read();
  expect(told.filter(({ trunk }) => trunk === 'carrier-3')).toEqual([
    { trunk: 'carrier-3', user: '', password: '', realm: '' },
  ]);
  expect(complaints).toEqual([{ trunk: 'carrier-3' }]);
});

test('a closed account gets no credit', async () => {
  const account = await aCustomer('closed@example.com');
  await sql`update accounts.account set state = 'closed' where id = ${account.id}`.execute(database);
  const command = readCommand(['credit', 'closed@example.com', '5', 'gift']);

  await expect(runCommand({ database, clock: systemClock, operator: 'grace', secrets }, command)).rejects.toThrow(
    'This account is closed: nothing was put on its balance.',
  );
  expect(await balanceOf(account)).toBe(0n);
});

test.each([
  [{ DATABASE_URL: 'postgres://farline@127.0.0.1:1/farline' }, 'The database isn’t answering. Is Farline running?'],
  [{ FARLINE_DATA_DIR: '/nowhere' }, 'Start Farline once with npm start'],
])('with %j a credit ends with exit code 1 and a sentence', async (env, sentence) => {
  const done = await operator(['credit', 'ada@example.com', '5', 'gift'], env);

  expect(done.code).toBe(1);
  expect(done.complained).toContain(sentence);
  expect(done.complained).not.toContain('    at ');
});

async function findAccountByEmail(email: string): Promise<Account | null> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from accounts.user where email = ${email}`.execute(database);
  return rows[0] === undefined ? null : await findAccount(database, rows[0].account_id);
}

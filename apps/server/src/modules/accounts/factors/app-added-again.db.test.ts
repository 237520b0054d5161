import { appSetup, factorAddedReply, factorsReply } from '@farline/contracts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { anAddress, authServer } from '../../../testing/accounts/auth-server.ts';
import { aCustomerWithApp, addApp, prove, secondStep, ticketOf } from '../../../testing/accounts/second-factors.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const STEP = 30_000;
const home = () => ({ address: anAddress(), userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' });

/** Somebody who has proved who they are, with the key of an app that isn't added yet. */
async function aCustomerWithSetup() {
  const customer = await server.aCustomer();
  const { token } = customer;
  await prove(server, token);
  const begun = appSetup.parse((await server.call('POST', '/settings/factors/app-setup', { token })).json());
  const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
  const code = () => totp.generate({ timestamp: server.clock.now().getTime() });
  const add = async (name = 'Telephone') => {
    const body = { name, setup: begun.setup, code: code() };
    return factorAddedReply.parse((await server.call('POST', '/settings/factors/apps', { token, body })).json());
  };
  const list = async () => factorsReply.parse((await server.call('GET', '/settings/factors', { token })).json());
  /** What the sign-in says to a proof. */
  const signIn = async (by: 'app' | 'recovery_code', shown: string) => {
    const place = home();
    const ticket = await ticketOf(server, customer.email, place);
    return (await secondStep(server, ticket, { by, code: shown }, place)).statusCode;
  };
  return { ...customer, code, add, list, signIn };
}

test('an app whose answer was lost is added once, and its recovery codes come again, new ones', async () => {
  const { add, list, signIn } = await aCustomerWithSetup();
  const lost = await add();
  const told = await add('My telephone');

  expect(told.factor).toMatchObject({ id: lost.factor.id, name: 'My telephone' });
  expect((await list()).factors).toHaveLength(1);
  expect(told.recoveryCodes).toHaveLength(10);
  expect(await signIn('recovery_code', lost.recoveryCodes?.[0] ?? '')).toBe(400);
  expect(await signIn('recovery_code', told.recoveryCodes?.[0] ?? '')).toBe(200);
});

test('of an app that was added twice at once there is one, and the codes that count are those of one answer', async () => {
  const { add, list, signIn } = await aCustomerWithSetup();
  const both = await Promise.all([add(), add()]);

  expect(await list()).toMatchObject({ factors: [{ id: both[0].factor.id }], recoveryCodesLeft: 10 });
  const codes = both.map(({ recoveryCodes }) => recoveryCodes?.[0] ?? '');
  expect((await Promise.all(codes.map((code) => signIn('recovery_code', code)))).toSorted()).toEqual([200, 400]);
});

test('no code that an app was added with signs in, also one that came with the repeat', async () => {
  const { add, code, signIn } = await aCustomerWithSetup();
  await add();
  server.clock.pass(STEP);
  const repeated = code();
  await add();

  expect(await signIn('app', repeated)).toBe(400);
  server.clock.pass(STEP);
  expect(await signIn('app', code())).toBe(200);
});

test('codes that somebody has used, or that came with another factor, stay when an app comes again', async () => {
  const used = await aCustomerWithSetup();
  const { recoveryCodes } = await used.add();
  expect(await used.signIn('recovery_code', recoveryCodes?.[0] ?? '')).toBe(200);
  expect((await used.add()).recoveryCodes).toBeNull();
  expect((await used.list()).recoveryCodesLeft).toBe(9);

  const second = await aCustomerWithSetup();
  const first = await addApp(server, second.token, 'Tablet');
  await second.add();
  expect((await second.add()).recoveryCodes).toBeNull();
  expect(await second.signIn('recovery_code', first.recoveryCodes[0] ?? '')).toBe(200);
});

test('of an app that is there twice, a code is taken once', async () => {
  const { email, userId, code } = await aCustomerWithApp(server);
  await sql`insert into accounts.factor (id, user_id, kind, name, created_at, secret, last_step)
    select gen_random_uuid(), user_id, kind, name, created_at, secret, last_step
    from accounts.factor where user_id = ${userId}`.execute(database);
  const place = home();
  const take = async () =>
    (await secondStep(server, await ticketOf(server, email, place), { by: 'app', code: code() }, place)).statusCode;

  expect([await take(), await take()]).toEqual([200, 400]);
});

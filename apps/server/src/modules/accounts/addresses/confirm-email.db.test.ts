import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { findWallet } from '../../ledger/index.ts';
import { findAccount } from '../index.ts';
import {
  anAddress,
  anEmail,
  authServer,
  type SignedUp,
  PASSWORD,
  resetPassword,
} from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OTHER_PASSWORD = 'Another-Horse-8';

const newcomer = async (email = anEmail()) => await server.aCustomer({ email, isConfirmed: false });
const confirm = (token: string, code: string) => server.call('POST', '/auth/confirm-email', { token, body: { code } });
const openLink = (token: string, sent: { as?: string; password?: string } = {}) =>
  server.call('POST', '/auth/confirm-email/link', {
    body: { token, ...(sent.password === undefined ? {} : { password: sent.password }) },
    ...(sent.as === undefined ? {} : { token: sent.as }),
  });
const resend = (token: string, address = anAddress()) =>
  server.call('POST', '/auth/confirm-email/resend', { token, address });
const profile = async (token: string) =>
  (await server.call('GET', '/auth/profile', { token })).json<{ user: Record<string, unknown> }>().user;
const changeEmail = (token: string, body: object) => server.call('PATCH', '/auth/profile', { token, body });
const another = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0');
async function practiceCreditOf({ accountId }: SignedUp): Promise<bigint> {
  const account = await findAccount(database, accountId);
  return (await findWallet(database, account?.trialWalletId ?? ''))?.balanceMicros ?? -1n;
}

test('the mailed code confirms the address, and the trial credit comes with it, once', async () => {
  const ada = await newcomer();
  expect(await profile(ada.token)).toMatchObject({ emailConfirmed: false, pendingEmail: null });
  expect(await practiceCreditOf(ada)).toBe(0n);
  const { code } = await server.proofsFor(ada.email);

  expect((await confirm(ada.token, code)).json()).toMatchObject({ user: { emailConfirmed: true } });
  expect(await practiceCreditOf(ada)).toBe(2_000_000n);
  expect((await confirm(ada.token, code)).json()).toMatchObject({ code: 'nothing_to_confirm' });
  expect(await practiceCreditOf(ada)).toBe(2_000_000n);
});

test.each([
  ['in two halves', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ['with the sentence around it', (code: string) => ` Your code is ${code}. `],
  ['in full width', (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
])('a code may be typed or pasted %s', async (_how, asTyped) => {
  const ada = await newcomer();
  const { code } = await server.proofsFor(ada.email);

  expect((await confirm(ada.token, asTyped(code))).statusCode).toBe(200);
});

test('after five wrong codes the right one is void too, and a new one confirms', async () => {
  const ada = await newcomer();
  const { code } = await server.proofsFor(ada.email);
  for (let tries = 1; tries < 5; tries += 1) {
    expect((await confirm(ada.token, another(code, tries))).json()).toMatchObject({ code: 'wrong_code' });
  }
  expect((await confirm(ada.token, another(code, 5))).json()).toMatchObject({ code: 'code_void' });
  expect((await confirm(ada.token, code)).json()).toMatchObject({ code: 'code_void' });

  server.clock.pass(MINUTE);
  await resend(ada.token);
  expect((await confirm(ada.token, (await server.proofsFor(ada.email)).code)).statusCode).toBe(200);
});

test('of twenty wrong codes at once five are looked at', async () => {
  const ada = await newcomer();
  const { code } = await server.proofsFor(ada.email);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, step) => confirm(ada.token, another(code, step + 1))),
  );

  expect(replies.filter((reply) => reply.json<{ code: string }>().code === 'wrong_code')).toHaveLength(4);
  expect((await confirm(ada.token, code)).json()).toMatchObject({ code: 'code_void' });
});

test('a code is good for half an hour, a link for a day', async () => {
  const [ada, bob, eve] = [await newcomer(), await newcomer(), await newcomer()];
  const [late, link, lateLink] = [
    await server.proofsFor(ada.email),
    await server.proofsFor(bob.email),
    await server.proofsFor(eve.email),
  ];
  server.clock.pass(31 * MINUTE);
  const { token } = (await server.signIn(ada.email)).json<{ token: string }>();
  expect((await confirm(token, late.code)).json()).toMatchObject({ code: 'code_void' });
  server.clock.pass(DAY - 40 * MINUTE);
  expect((await openLink(link.token, { password: PASSWORD })).statusCode).toBe(200);
  server.clock.pass(10 * MINUTE);
  expect((await openLink(lateLink.token, { password: PASSWORD })).json()).toMatchObject({
    code: 'confirm_link_invalid',
  });
});

test('a new code makes the link before it void', async () => {
  const ada = await newcomer();
  const first = await server.proofsFor(ada.email);
  server.clock.pass(MINUTE);
  expect((await resend(ada.token)).json()).toMatchObject({ email: ada.email, againInSeconds: 60 });
  const second = await server.proofsFor(ada.email);

  expect((await openLink(first.token, { as: ada.token })).json()).toMatchObject({ code: 'confirm_link_invalid' });
  expect((await confirm(ada.token, second.code)).statusCode).toBe(200);
});

test('a code confirms nobody but the user that it was sent to', async () => {
  const [ada, bob] = [await newcomer(), await newcomer()];
  const { code } = await server.proofsFor(ada.email);
  const bobs = await server.proofsFor(bob.email);
  const notBobs = code === bobs.code ? another(code) : code;

  expect((await confirm(bob.token, notBobs)).json()).toMatchObject({ code: 'wrong_code' });
});

test('the link confirms where its user is signed in; elsewhere it takes their password too', async () => {
  const [ada, bob] = [await newcomer(), await newcomer()];
  const [adas, bobs] = [await server.proofsFor(ada.email), await server.proofsFor(bob.email)];

  expect((await openLink(adas.token)).json()).toMatchObject({ code: 'link_password_needed' });
  expect((await openLink(adas.token, { as: bob.token })).json()).toMatchObject({ code: 'link_password_needed' });
  expect((await openLink(adas.token, { password: 'Wrong-Horse-7' })).json()).toMatchObject({ code: 'wrong_password' });
  expect(await profile(ada.token)).toMatchObject({ emailConfirmed: false });
  expect((await openLink(adas.token, { password: PASSWORD })).statusCode).toBe(200);
  expect((await openLink(bobs.token, { as: bob.token })).statusCode).toBe(200);
  expect((await openLink(bobs.token, { as: bob.token })).json()).toMatchObject({ code: 'confirm_link_invalid' });
  expect([await practiceCreditOf(ada), await practiceCreditOf(bob)]).toEqual([2_000_000n, 2_000_000n]);
});

test('no row holds a code or a link that works', async () => {
  const ada = await newcomer();
  const { code, token } = await server.proofsFor(ada.email);
  const { rows } = await sql<{ dump: string }>`select (select row_to_json(c)::text from accounts.email_confirmation c
      where user_id = ${ada.userId}) || (select string_agg(row_to_json(l)::text, '') from accounts.letter l
      where user_id = ${ada.userId}) as dump`.execute(database);

  expect(rows[0]?.dump).not.toContain(token);
  expect(rows[0]?.dump).not.toMatch(new RegExp(`\\b${code}\\b`));
});

test('another code may be asked for after a minute', async () => {
  const ada = await newcomer();
  await server.proofsFor(ada.email);
  expect((await resend(ada.token)).statusCode).toBe(200);
  const early = await resend(ada.token);

  expect(early.statusCode).toBe(429);
  expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60);
  server.clock.pass(MINUTE);
  expect((await resend(ada.token)).statusCode).toBe(200);
});

test('an address that nobody confirmed is corrected at once, without the password, and the code goes to the right one', async () => {
  const ada = await newcomer();
  const wrong = await server.proofsFor(ada.email);
  const right = anEmail();

  expect((await changeEmail(ada.token, { email: right })).json()).toMatchObject({
    user: { email: right, emailConfirmed: false, pendingEmail: null },
  });
  const { code } = await server.proofsFor(right);
  expect((await openLink(wrong.token, { as: ada.token })).statusCode).toBe(400);
  expect((await confirm(ada.token, code)).statusCode).toBe(200);
  expect((await server.signIn(right)).statusCode).toBe(200);
  expect((await server.signIn(ada.email)).statusCode).toBe(401);
  // The address with the slip is free, and whoever has it was told nothing.
  expect(server.mails.filter((mail) => mail.to === ada.email)).toHaveLength(1);
  expect((await server.call('POST', '/auth/register', { body: signUp(ada.email) })).statusCode).toBe(201);
});

test('a change of the address counts once the new one is confirmed; until then the old one signs in', async () => {
  const ada = await server.aCustomer();
  const newEmail = anEmail();
  expect((await changeEmail(ada.token, { email: newEmail, currentPassword: PASSWORD })).json()).toMatchObject({
    user: { email: ada.email, pendingEmail: newEmail, emailConfirmed: true },
  });
  const { token } = await server.proofsFor(newEmail);
  expect((await server.signIn(newEmail)).statusCode).toBe(401);
  expect((await server.signIn(ada.email)).statusCode).toBe(200);

  expect((await openLink(token, { as: ada.token })).statusCode).toBe(200);
  expect(await profile(ada.token)).toMatchObject({ email: newEmail, pendingEmail: null });
  expect((await server.signIn(newEmail)).statusCode).toBe(200);
  expect((await server.signIn(ada.email)).statusCode).toBe(401);
});

test('a change of the address that is called off makes its code and link void', async () => {
  const ada = await server.aCustomer();
  const newEmail = anEmail();
  await changeEmail(ada.token, { email: newEmail, currentPassword: PASSWORD });
  const { code, token } = await server.proofsFor(newEmail);
  const cancel = () => server.call('DELETE', '/auth/profile/pending-email', { token: ada.token });

  expect((await cancel()).json()).toMatchObject({ user: { email: ada.email, pendingEmail: null } });
  expect((await cancel()).json()).toMatchObject({ code: 'nothing_to_confirm' });
  expect((await confirm(ada.token, code)).statusCode).toBe(409);
  expect((await openLink(token, { as: ada.token })).statusCode).toBe(400);
});

test('a new password calls a change of the address off that somebody else asked for', async () => {
  const ada = await server.aCustomer();
  const thiefs = anEmail();
  await changeEmail(ada.token, { email: thiefs, currentPassword: PASSWORD });
  const { token } = await server.proofsFor(thiefs);
  await resetPassword(server, ada.email, OTHER_PASSWORD);

  expect((await openLink(token, { password: OTHER_PASSWORD })).json()).toMatchObject({ code: 'confirm_link_invalid' });
  expect((await server.signIn(ada.email, OTHER_PASSWORD)).statusCode).toBe(200);
});

test('two who ask for one address: whoever confirms it first has it', async () => {
  const [ada, bob] = [await server.aCustomer(), await server.aCustomer()];
  const wanted = anEmail();
  const codes: string[] = [];
  for (const { token } of [ada, bob]) {
    await changeEmail(token, { email: wanted, currentPassword: PASSWORD });
    codes.push((await server.proofsFor(wanted)).code);
  }

  expect((await confirm(bob.token, codes[1] ?? '')).statusCode).toBe(200);
  expect((await confirm(ada.token, codes[0] ?? '')).json()).toMatchObject({ code: 'email_taken' });
});

test('whoever signed up first with an address that is not theirs loses all access to who signs up next', async () => {
  const email = anEmail();
  const eve = await newcomer(email);
  const eves = await server.proofsFor(email);
  await server.call('POST', '/auth/register', { body: signUp(email), address: anAddress() });
  const adas = await server.proofsFor(email);

  expect((await server.call('GET', '/auth/profile', { token: eve.token })).statusCode).toBe(401);
  expect((await server.call('POST', '/auth/refresh', { cookie: eve.cookie })).statusCode).toBe(401);
  expect((await server.signIn(email, PASSWORD)).statusCode).toBe(401);
  expect((await openLink(eves.token, { password: PASSWORD })).statusCode).toBe(400);
  expect((await openLink(adas.token, { password: OTHER_PASSWORD })).statusCode).toBe(200);
});

test('whoever has the mailbox of a stranger’s sign-up takes it over by a reset, and the stranger is out', async () => {
  const eve = await newcomer();
  await resetPassword(server, eve.email, OTHER_PASSWORD);

  expect((await server.call('GET', '/auth/profile', { token: eve.token })).statusCode).toBe(401);
  expect((await server.signIn(eve.email, PASSWORD)).statusCode).toBe(401);
  const owner = (await server.signIn(eve.email, OTHER_PASSWORD)).json<{ user: object }>();
  expect(owner.user).toMatchObject({ emailConfirmed: true });
  expect(await practiceCreditOf(eve)).toBe(2_000_000n);
});

test('whoever proves an address by a change to it ends a stranger’s sign-up with it', async () => {
  const ada = await server.aCustomer();
  const eve = await newcomer();
  await server.proofsFor(eve.email);
  await changeEmail(ada.token, { email: eve.email, currentPassword: PASSWORD });
  expect((await server.call('GET', '/auth/profile', { token: eve.token })).statusCode).toBe(200);
  const { code } = await server.proofsFor(eve.email);

  expect((await confirm(ada.token, code)).statusCode).toBe(200);
  expect((await server.call('GET', '/auth/profile', { token: eve.token })).statusCode).toBe(401);
});

test('an account that nobody confirms within a week closes, and its address is free', async () => {
  const [eve, ada] = [await newcomer(), await server.aCustomer()];
  const sweep = async () => await server.runTick('close accounts that nobody confirmed');
  server.clock.pass(7 * DAY - MINUTE);
  await sweep();
  expect((await server.signIn(eve.email)).statusCode).toBe(200);
  server.clock.pass(2 * MINUTE);
  await sweep();

  expect((await server.signIn(eve.email)).statusCode).toBe(401);
  expect((await server.signIn(ada.email)).statusCode).toBe(200);
  const { rows } = await sql<{ kept: string }>`select row_to_json(u)::text as kept from accounts.user u
    where id = ${eve.userId}`.execute(database);
  expect(rows[0]?.kept).not.toContain(eve.email);
  expect((await findAccount(database, eve.accountId))?.state).toBe('closed');
  expect((await server.call('POST', '/auth/register', { body: signUp(eve.email) })).statusCode).toBe(201);
});

test('a stranger who closes the account of a sign-up keeps nobody from its address', async () => {
  const eve = await newcomer();
  await server.call('POST', '/settings/close-account', { token: eve.token, body: { password: PASSWORD } });

  expect((await server.call('POST', '/auth/register', { body: signUp(eve.email) })).statusCode).toBe(201);
});

test('the first mail is written in the language of the page that somebody signed up on', async () => {
  const email = anEmail();
  await server.call('POST', '/auth/register', { body: { ...signUp(email), language: 'fr-CA' } });
  await server.proofsFor(email);

  expect(server.mails.find((mail) => mail.to === email)?.subject).toBe('Confirmez votre adresse e-mail pour Farline');
});

test('a phone is not added before the address is confirmed', async () => {
  const ada = await newcomer();
  const add = () =>
    server.call('POST', '/settings/sip-phones', { token: ada.token, body: { name: 'Desk', password: PASSWORD } });

  expect((await add()).json()).toMatchObject({ code: 'email_unconfirmed' });
  await confirm(ada.token, (await server.proofsFor(ada.email)).code);
  expect((await add()).statusCode).toBe(201);
});

const signUp = (email: string) => ({ firstName: 'Ada', lastName: 'Byron', email, password: OTHER_PASSWORD });

import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { authServer } from '../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);
const customer = await server.aCustomer();

const login = { email: 'ada@example.com', password: 'Abcdefg1' };
const register = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '', password: 'Abcdefg1' };
const TOO_SIMPLE = 'Password must contain at least one uppercase letter, one lowercase letter, and one number';
/** New lines, separators, a turned direction, half a character. */
const UNWRITABLE = ['\n', '\r', '\t', '\u001b', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '\ud83d'];
const long = (length: number) => 'x'.repeat(length);

type Case = [path: string, body: object, field: string, sentence: string];
const wrongEmails = (path: string, body: object): Case[] => [
  [path, { ...body, email: undefined }, 'email', 'Email is required'],
  [path, { ...body, email: '' }, 'email', 'Email is required'],
  [path, { ...body, email: '   ' }, 'email', 'Email is required'],
  [path, { ...body, email: 7 }, 'email', 'Email is required'],
  [path, { ...body, email: null }, 'email', 'Email is required'],
  [path, { ...body, email: ['a@example.com'] }, 'email', 'Email is required'],
  [path, { ...body, email: 'ada' }, 'email', 'Invalid email address'],
  [path, { ...body, email: 'ada@example' }, 'email', 'Invalid email address'],
  [path, { ...body, email: 'a b@example.com' }, 'email', 'Invalid email address'],
  [path, { ...body, email: 'a@example.com\nBcc: b@example.com' }, 'email', 'Invalid email address'],
  [path, { ...body, email: `${long(300)}@example.com` }, 'email', 'Invalid email address'],
];
const wrongNewPasswords = (path: string, body: object, field: string): Case[] => [
  [path, { ...body, [field]: undefined }, field, 'Password is required'],
  [path, { ...body, [field]: '' }, field, 'Password is required'],
  [path, { ...body, [field]: 12345678 }, field, 'Password is required'],
  [path, { ...body, [field]: 'Abcdef1' }, field, 'Password must be at least 8 characters'],
  [path, { ...body, [field]: 'abcdefg1' }, field, TOO_SIMPLE],
  [path, { ...body, [field]: 'ABCDEFG1' }, field, TOO_SIMPLE],
  [path, { ...body, [field]: 'Abcdefgh' }, field, TOO_SIMPLE],
  [path, { ...body, [field]: `Aa1${long(200)}` }, field, 'Password must be at most 128 characters'],
];

test.each<Case>([
  ...wrongEmails('/auth/login', login),
  ['/auth/login', { ...login, password: undefined }, 'password', 'Password is required'],
  ['/auth/login', { ...login, password: '' }, 'password', 'Password is required'],
  ['/auth/login', { ...login, password: {} }, 'password', 'Password is required'],
  ['/auth/login', { ...login, password: 'Abc12' }, 'password', 'Password must be at least 6 characters'],
  ['/auth/login', { ...login, password: long(200) }, 'password', 'Password must be at most 128 characters'],
  ...wrongEmails('/auth/register', register),
  ...wrongNewPasswords('/auth/register', register, 'password'),
  ['/auth/register', { ...register, firstName: undefined }, 'firstName', 'First name is required'],
  ['/auth/register', { ...register, firstName: '  ' }, 'firstName', 'First name is required'],
  ['/auth/register', { ...register, firstName: 'A' }, 'firstName', 'First name must be at least 2 characters'],
  ['/auth/register', { ...register, firstName: 5 }, 'firstName', 'First name is required'],
  ['/auth/register', { ...register, firstName: long(101) }, 'firstName', 'First name must be at most 100 characters'],
  ...UNWRITABLE.map(
    (letter): Case => [
      '/auth/register',
      { ...register, firstName: `Ada${letter}Your account is locked` },
      'firstName',
      'First name must be plain text on one line',
    ],
  ),
  ['/auth/register', { ...register, lastName: undefined }, 'lastName', 'Last name is required'],
  ['/auth/register', { ...register, lastName: 'By\nron' }, 'lastName', 'Last name must be plain text on one line'],
  ['/auth/register', { ...register, lastName: 'B' }, 'lastName', 'Last name must be at least 2 characters'],
  ['/auth/register', { ...register, lastName: [] }, 'lastName', 'Last name is required'],
  ['/auth/register', { ...register, lastName: long(101) }, 'lastName', 'Last name must be at most 100 characters'],
  ['/auth/register', { ...register, phone: '0123' }, 'phone', 'Invalid phone number format'],
  ['/auth/register', { ...register, phone: '+44 7700 900123' }, 'phone', 'Invalid phone number format'],
  ['/auth/register', { ...register, phone: '12345678901234567' }, 'phone', 'Invalid phone number format'],
  ['/auth/register', { ...register, phone: 447700900123 }, 'phone', 'Invalid phone number format'],
  ...wrongEmails('/auth/forgot-password', {}),
  ...wrongNewPasswords('/auth/reset-password', { token: 'token' }, 'newPassword'),
])('%s with %j is refused: %s, %s', async (path, body, field, sentence) => {
  const reply = await server.call('POST', path, { body });

  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ code: 'invalid_request', message: sentence, errors: { [field]: sentence } });
});

test.each<Case>([
  ...wrongNewPasswords('/auth/change-password', { currentPassword: 'Abcdefg1' }, 'newPassword'),
  ['/auth/change-password', { newPassword: 'Abcdefg1' }, 'currentPassword', 'Password is required'],
])('%s of a signed-in user with %j is refused: %s, %s', async (path, body, field, sentence) => {
  const reply = await server.call('POST', path, { body, token: customer.token });

  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ message: sentence, errors: { [field]: sentence } });
});

test.each([
  [{ firstName: 'A' }, 'firstName', 'First name must be at least 2 characters'],
  [{ firstName: 'Ada,\n\nhttps://evil.example' }, 'firstName', 'First name must be plain text on one line'],
  [{ lastName: '' }, 'lastName', 'Last name is required'],
  [{ email: 'nobody' }, 'email', 'Invalid email address'],
  [{ phone: 'abc' }, 'phone', 'Invalid phone number format'],
  [{ phone: 12 }, 'phone', 'Invalid phone number format'],
  [{ timeZone: 'Europe/Atlantis' }, 'timeZone', 'Unknown time zone'],
  [{ timeZone: '+02:00' }, 'timeZone', 'Unknown time zone'],
  [{ language: 'not a language' }, 'language', 'Unknown language'],
])('a profile change of %j is refused: %s, %s', async (body, field, sentence) => {
  const reply = await server.call('PATCH', '/auth/profile', { body, token: customer.token });

  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ message: sentence, errors: { [field]: sentence } });
});

test.each(['José Ñúñez', "D'Arcy O’Neill", 'محمد', 'می\u200cخواهم', '王小明', 'Ada 😀', 'Jean-Luc Jr.'])(
  '%s is a name',
  async (firstName) => {
    const reply = await server.call('PATCH', '/auth/profile', { body: { firstName }, token: customer.token });

    expect(reply.json()).toMatchObject({ user: { firstName } });
  },
);

test('every wrong field is named at once', async () => {
  const reply = await server.call('POST', '/auth/register', { body: {} });

  expect(reply.statusCode).toBe(400);
  expect(Object.keys(reply.json<{ errors: object }>().errors).sort()).toEqual([
    'email',
    'firstName',
    'lastName',
    'password',
  ]);
});

test.each(['[]', '"text"', '7', 'null'])('a body of %s is refused', async (payload) => {
  const headers = { 'content-type': 'application/json' };
  const reply = await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', headers, payload });

  expect(reply.statusCode).toBe(400);
});

test('a body that is not JSON is refused without repeating it', async () => {
  const headers = { 'content-type': 'application/json' };
  const payload = '{"email": "ada@example.com", "password": "Geheim-123"';
  const reply = await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', headers, payload });

  expect(reply.statusCode).toBe(400);
  expect(reply.body).not.toContain('Geheim');
});

test('a character that the database cannot store is refused', async () => {
  const reply = await server.call('POST', '/auth/register', { body: { ...register, firstName: 'A\0da' } });

  expect(reply.statusCode).toBe(400);
});

test('a body over the limit is refused with 413', async () => {
  const reply = await server.call('POST', '/auth/login', { body: { ...login, more: long(100_000) } });

  expect(reply.statusCode).toBe(413);
  expect(reply.json()).toMatchObject({ code: 'body_too_large' });
});

test('keys that a route does not know are ignored', async () => {
  const body = {
    ...register,
    password: 'Correct-Horse-7',
    email: 'unknown-keys@example.com',
    role: 'operator',
    accountState: 'active',
    id: 'x',
  };
  const reply = await server.call('POST', '/auth/register', { body });

  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({ user: { role: 'customer', accountState: 'trial' } });
});

test.each([
  ['GET', '/auth/profile'],
  ['PATCH', '/auth/profile'],
  ['POST', '/auth/change-password'],
] as const)('%s %s without credentials is 401, whatever the body', async (method, path) => {
  const reply = await server.call(method, path, method === 'GET' ? {} : { body: { wrong: true } });

  expect(reply.statusCode).toBe(401);
  expect(reply.json()).toMatchObject({ code: 'unauthorized' });
});

test('the health of signing in is told without credentials', async () => {
  const reply = await server.call('GET', '/auth/health');

  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ status: 'ok', service: 'auth', checks: { database: 'ok' } });
});

import type { User } from '@farline/contracts/auth';
import { expect, test } from 'vitest';
import { firstSession, nextSession, type Session, type SessionEvent } from './session-state.ts';

const ada: User = {
  id: '00000000-0000-7000-8000-000000000001',
  accountId: '00000000-0000-7000-8000-000000000002',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  emailConfirmed: true,
  pendingEmail: null,
  phone: null,
  phoneE164: null,
  country: null,
  subscription: 'basic',
  role: 'customer',
  accountState: 'trial',
  currency: 'USD',
  timeZone: 'UTC',
  language: 'en',
  numbers: [],
  pictureUrl: null,
  hasSecondFactor: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const augusta: User = { ...ada, firstName: 'Augusta' };

const checking: Session = { status: 'checking' };
const unreachable: Session = { status: 'unreachable' };
const signedOut: Session = { status: 'signed-out' };
const signedIn: Session = { status: 'signed-in', user: ada };

test('a page starts with a check when a token is stored, and signed out otherwise', () => {
  expect(firstSession(true)).toEqual(checking);
  expect(firstSession(false)).toEqual(signedOut);
});

test.each<[Session, SessionEvent, Session]>([
  [checking, { type: 'begun', user: ada }, signedIn],
  [checking, { type: 'ended' }, signedOut],
  [checking, { type: 'check-failed' }, unreachable],
  [checking, { type: 'user-changed', user: augusta }, checking],
  [unreachable, { type: 'token-found' }, checking],
  [unreachable, { type: 'begun', user: ada }, signedIn],
  [unreachable, { type: 'ended' }, signedOut],
  [signedOut, { type: 'token-found' }, checking],
  [signedOut, { type: 'begun', user: ada }, signedIn],
  [signedOut, { type: 'check-failed' }, signedOut],
  [signedOut, { type: 'user-changed', user: augusta }, signedOut],
  [signedIn, { type: 'ended' }, signedOut],
  [signedIn, { type: 'check-failed' }, signedIn],
  [signedIn, { type: 'user-changed', user: augusta }, { status: 'signed-in', user: augusta }],
])('%j, then %j: %j', (session, event, next) => {
  expect(nextSession(session, event)).toEqual(next);
});

test('signed out twice is the same state, so nobody is told again', () => {
  expect(nextSession(signedOut, { type: 'ended' })).toBe(signedOut);
});

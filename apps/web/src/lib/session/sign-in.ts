import type { loginRequest, registerRequest } from '@farline/contracts/auth';
import type { z } from 'zod';
import { api } from '../api/api-client.ts';
import { pageLanguage } from '../language/language.ts';
import { beginSession } from './begin-session.ts';
import { replaceUser, startSession } from './session.ts';

/** Signs in; the caller shows what is thrown. Says whether the password is one that should be changed. */
export async function signIn(credentials: z.input<typeof loginRequest>): Promise<{ isPasswordCommon: boolean }> {
  const reply = await beginSession(async () => api('POST /auth/login', { body: credentials }));
  startSession(reply, credentials.remember === false ? 'browser' : 'always');
  return { isPasswordCommon: reply.isPasswordCommon === true };
}

/** Signs up and in; the caller shows what is thrown. The account's days begin where the browser's do, and its language is the page's. */
export async function signUp(person: z.input<typeof registerRequest>): Promise<void> {
  const { tag: language } = pageLanguage();
  const reply = await beginSession(async () => api('POST /auth/register', { body: { ...person, language } }));
  startSession(reply, 'always');
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    replaceUser((await api('PATCH /auth/profile', { body: { timeZone, language } })).user);
  } catch (error) {
    console.warn('The time zone and language were not taken over', error);
  }
}

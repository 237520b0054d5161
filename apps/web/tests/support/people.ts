import { mailedProofs } from '@farline/tools/mailed-proofs';
import type { Page } from 'playwright-core';
import { stack } from './stack.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Somebody nobody has signed up before. */
export function somebody(): Person {
  const mark = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
  return { firstName: 'Ada', lastName: 'Lovelace', email: `ada.${mark}@example.com`, password: 'Analytical1842' };
}

/** Get started → the form → the dashboard, as a stranger does it, and the code of the mail is typed there. */
export async function signUp(
  page: Page,
  url: string,
  person: Person = somebody(),
  databaseUrl = stack.databaseUrl,
): Promise<Person> {
  await signUpUnconfirmed(page, url, person);
  const { code } = await mailedProofs(databaseUrl, person.email);
  const form = page.getByTestId('confirm-email');
  // With its last digit it goes off by itself.
  await form.getByLabel('Code').fill(code);
  await form.waitFor({ state: 'detached' });
  return person;
}

/** Get started → the form → the dashboard. The mail with the code is on its way. */
export async function signUpUnconfirmed(page: Page, url: string, person: Person = somebody()): Promise<Person> {
  await page.goto(url);
  await page.getByRole('link', { name: 'Get started' }).first().click();
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard');
  return person;
}

/** Somebody with a new account comes to an address, signed in: what counts is the page there, not how they signed up. */
export async function enter(page: Page, address: string, person: Person = somebody()): Promise<Person> {
  const { firstName, lastName, email, password } = person;
  const { origin } = new URL(address);
  const reply = await page
    .context()
    .request.post(`${origin}/api/v1/auth/register`, { data: { firstName, lastName, email, password } });
  if (!reply.ok()) throw new Error(`No account was made: ${await reply.text()}`);
  const { token, expiresAt } = (await reply.json()) as { token: string; expiresAt: string };
  const { code } = await mailedProofs(stack.databaseUrl, email);
  const confirmed = await page.context().request.post(`${origin}/api/v1/auth/confirm-email`, {
    data: { code },
    headers: { authorization: `Bearer ${token}` },
  });
  if (!confirmed.ok()) throw new Error(`${email} was not confirmed: ${await confirmed.text()}`);
  const beforeFirstLoad = await page.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    {
      'farline.session': 'always',
      'farline.token.expires': String(Date.parse(expiresAt)),
      'farline.token': token,
    },
  );
  await page.goto(address);
  await beforeFirstLoad.dispose();
  return person;
}

/** The way in for somebody who has an account. */
export async function signIn(page: Page, url: string, person: Person): Promise<void> {
  await page.goto(`${url}/login`);
  await fillSignIn(page, person);
  await page.waitForURL('**/dashboard');
}

/** Signs in on the page that a session's end led to. */
export async function fillSignIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs out by the button of the top bar; the session is over when this is done. */
export async function signOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign out', exact: true });
  const ended = page.waitForResponse('**/auth/logout');
  await button.click();
  await button.waitFor({ state: 'detached' });
  await ended;
  await page.waitForURL((url) => url.pathname === '/');
}

/** The balance in the top bar, exact. */
export async function balanceOf(page: Page): Promise<string> {
  return (await page.getByTestId('balance').getAttribute('data-amount')) ?? '';
}

/** What is left to practise with, as the top bar has it: an exact number of dollars. */
export async function practiceOf(page: Page): Promise<string> {
  return (await page.getByTestId('balance').getAttribute('data-practice')) ?? '';
}

/** Makes an account whose mail address is confirmed, and gives the token of its first session. */
export async function confirmedAccount(url: string, person: Person): Promise<{ token: string; expiresAt: string }> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${url}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} was refused: ${await reply.text()}`);
    return reply;
  };
  const session = (await (await post('register', person)).json()) as { token: string; expiresAt: string };
  const { code } = await mailedProofs(stack.databaseUrl, person.email);
  await post('confirm-email', { code }, { authorization: `Bearer ${session.token}` });
  return session;
}

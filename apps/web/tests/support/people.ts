import type { Page } from 'playwright-core';

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

/** Get started → the form → the dashboard, as a stranger does it. */
export async function signUp(page: Page, url: string, person: Person = somebody()): Promise<Person> {
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
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}

/** Signs out by the button of the top bar; the session is over when this is done. */
export async function signOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign out', exact: true });
  await button.click();
  await button.waitFor({ state: 'detached' });
  await page.waitForURL((url) => url.pathname === '/');
}

/** The balance in the top bar, exact. */
export async function balanceOf(page: Page): Promise<string> {
  return (await page.getByTestId('balance').getAttribute('data-amount')) ?? '';
}

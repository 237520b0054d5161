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

/** The way in for somebody who has an account. */
export async function signIn(page: Page, url: string, person: Person): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}

/** The balance in the top bar, exact. */
export async function balanceOf(page: Page): Promise<string> {
  return (await page.getByTestId('balance').getAttribute('data-amount')) ?? '';
}

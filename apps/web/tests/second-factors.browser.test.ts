import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { addAuthenticator, authenticatorApp } from './support/authenticator.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { type Person, enter, fillSignIn, signIn, signOut } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
// Passkeys belong to a name: a bare address has none.
const url = stack.url.replace('127.0.0.1', 'localhost');

async function somebodyAtSecurity(): Promise<{ page: Page; person: Person }> {
  const page = await stage.openPage();
  const person = await enter(page, `${url}/settings/security`);
  await page.getByTestId('second-factors').getByRole('button', { name: 'Add a passkey' }).waitFor();
  return { page, person };
}

/** Answers the question who this is, by the password. */
async function proveByPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByTestId('proof-dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Adds an authenticator app, and gives it with the recovery codes. A password answers the question who this is. */
async function addApp(page: Page, password: string | null) {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  if (password !== null) await proveByPassword(page, password);
  const dialog = page.getByTestId('add-app');
  const picture = dialog.getByRole('img', { name: 'QR code with the key for your app' });
  const app = authenticatorApp((await picture.getAttribute('data-uri')) ?? '');
  await dialog.getByLabel('First code').fill(app.nextCode());
  await dialog.getByLabel('Name').fill('My telephone');
  await dialog.getByRole('button', { name: 'Add an authenticator app' }).click();
  const shown = page.getByTestId('recovery-codes');
  await shown.getByText('These codes are shown only now').waitFor();
  const codes = await shown.getByRole('listitem').allTextContents();
  return { app, codes };
}

const closeCodes = async (page: Page): Promise<void> =>
  await page.getByTestId('recovery-codes').getByRole('button', { name: 'I’ve saved them' }).click();

/** Gives the password, and stands before the second step. */
async function signInToSecondStep(page: Page, person: Person): Promise<void> {
  await page.goto(`${url}/login`);
  await fillSignIn(page, person);
  await page.getByTestId('second-step').waitFor();
}

test('who adds an app is asked for a code at the next sign-in, and a wrong one does not do', async () => {
  const { page, person } = await somebodyAtSecurity();
  const { app, codes } = await addApp(page, person.password);
  expect(codes).toHaveLength(10);
  expect(await findWrongs(page, '[role="dialog"]')).toEqual([]);
  await keepPicture(page, 'recovery-codes');
  await closeCodes(page);
  await page.locator('[data-factor="app"]').getByText('My telephone').waitFor();
  await page.getByText('10 recovery codes left').waitFor();
  await signOut(page);

  await signInToSecondStep(page, person);
  const code = page.getByLabel('Code of your authenticator app');
  await code.and(page.locator(':focus')).waitFor();
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByTestId('form-error').getByText('This code isn’t right').waitFor();
  await code.fill(app.nextCode());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard');
  expect(stage.complaints).toEqual([]);
});

test('a recovery code signs in once', async () => {
  const { page, person } = await somebodyAtSecurity();
  const { codes } = await addApp(page, person.password);
  await closeCodes(page);
  await signOut(page);
  const take = async (code: string): Promise<void> => {
    await signInToSecondStep(page, person);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  await take(codes[0] ?? '');
  await page.waitForURL('**/dashboard');
  await signOut(page);
  await take(codes[0] ?? '');
  await page.getByTestId('form-error').getByText('This recovery code isn’t right, or was used before.').waitFor();
});

test('a passkey signs in alone, where the address is typed and by its button, and after the password; removed it does no more', async () => {
  const { page, person } = await somebodyAtSecurity();
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByTestId('add-passkey');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Make the passkey' }).click();
  await proveByPassword(page, person.password);
  await closeCodes(page);
  await page.locator('[data-factor="passkey"]').getByText('Laptop').waitFor();
  await signOut(page);

  // The browser offers it where the address is typed, and this one's owner takes what is offered.
  await page.goto(`${url}/login`);
  await page.waitForURL('**/dashboard');
  await signOut(page);

  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.waitForURL('**/dashboard');
  await signOut(page);

  await signInToSecondStep(page, person);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/dashboard');

  await page.goto(`${url}/settings/security`);
  // Signing in with it was proof enough for ten minutes.
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.locator('[data-factor="passkey"]').waitFor({ state: 'detached' });
  await signOut(page);
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.getByTestId('form-error').waitFor();
});

/** The server does what the next such request asks, and the page hears nothing of it. */
async function loseNextAnswer(page: Page, path: string): Promise<void> {
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort();
  };
  await page.route(`**/api/v1${path}`, lose, { times: 1 });
}

/** Ten codes are shown, the list has one factor, and one of the codes signs in. */
async function expectTheirCodes(page: Page, person: Person): Promise<void> {
  const codes = page.getByTestId('recovery-codes').getByRole('listitem');
  await codes.first().waitFor();
  const [code = ''] = await codes.allTextContents();
  expect(await codes.count()).toBe(10);
  await closeCodes(page);
  await page.getByText('10 recovery codes left').waitFor();
  expect(await page.locator('[data-factor]').count()).toBe(1);
  await signOut(page);
  await signInToSecondStep(page, person);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard');
}

test('an app whose answer was lost is added by the next press, once, and its recovery codes are shown', async () => {
  const { page, person } = await somebodyAtSecurity();
  await loseNextAnswer(page, '/settings/factors/apps');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await proveByPassword(page, person.password);
  const dialog = page.getByTestId('add-app');
  const picture = dialog.getByRole('img', { name: 'QR code with the key for your app' });
  const app = authenticatorApp((await picture.getAttribute('data-uri')) ?? '');
  await dialog.getByLabel('First code').fill(app.nextCode());
  await dialog.getByRole('button', { name: 'Add an authenticator app' }).click();
  await dialog.getByTestId('form-error').waitFor();
  await dialog.getByRole('button', { name: 'Add an authenticator app' }).click();

  await expectTheirCodes(page, person);
});

test('a first passkey whose answer was lost is known at the next press, and recovery codes are shown', async () => {
  const { page, person } = await somebodyAtSecurity();
  await addAuthenticator(page);
  await loseNextAnswer(page, '/settings/factors/passkeys');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByTestId('add-passkey');
  await dialog.getByRole('button', { name: 'Make the passkey' }).click();
  await proveByPassword(page, person.password);
  await dialog.getByTestId('form-error').waitFor();
  await dialog.getByRole('button', { name: 'Make the passkey' }).click();

  // Its owner is not asked at the next sign-in, which is by the password.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await expectTheirCodes(page, person);
});

test('a second factor is asked for where a limit rises, and in the place of the password', async () => {
  const { page: first, person } = await somebodyAtSecurity();
  // Signed in before there was a second factor: this browser has proved nothing.
  const page = await stage.openPage();
  await signIn(page, url, person);
  const { app } = await addApp(first, person.password);

  await page.goto(`${url}/settings/limits`);
  const account = page.getByTestId('limits-account');
  await account.getByLabel('Spending in a day').fill('900');
  expect(await account.getByLabel('Your password').count()).toBe(0);
  await account.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByTestId('proof-dialog');
  await dialog.getByLabel('Code of your authenticator app').waitFor();
  expect(await findWrongs(page, '[role="dialog"]')).toEqual([]);
  await keepPicture(page, 'proof-dialog');
  await page.keyboard.press('Escape');
  await page.getByText('Confirm first that it’s you.').first().waitFor();

  await account.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel('Code of your authenticator app').fill(app.nextCode());
  await page.keyboard.press('Enter');
  await page.getByText('starting now').waitFor();
});

test('the second step and the second factors are whole at every width, in both colours', async () => {
  const { page, person } = await somebodyAtSecurity();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await proveByPassword(page, person.password);
  const dialog = page.getByTestId('add-app');
  await dialog.getByLabel('First code').waitFor();
  await expectWhole(page, 'second-factor-app');
  await page.keyboard.press('Escape');
  const { app } = await addApp(page, null);
  await expectWhole(page, 'second-factor-codes');
  await closeCodes(page);
  await untilFilled(page);
  await expectWhole(page, 'second-factors');
  await signOut(page);
  await signInToSecondStep(page, person);
  await expectWhole(page, 'second-step');
  await page.getByLabel('Code of your authenticator app').fill(app.nextCode());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard');
});

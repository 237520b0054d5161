import { expect, test } from 'vitest';
import { enter, signIn, signOut } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test('signing out leads to the landing page, however slow the browser and however quick the server is', async () => {
  const page = await stage.openPage();
  await page.route('**/auth/logout', async (route) => await route.fulfill({ json: {} }));
  const developer = await page.context().newCDPSession(page);
  await developer.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await enter(page, `${stack.url}/dashboard`);
  await signOut(page);
  await page.getByRole('link', { name: 'Get started' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.close();
});

test('signing out ends the session at the press, before the landing page has come or the server has answered', async () => {
  const page = await stage.openPage();
  const person = await enter(page, `${stack.url}/dashboard`);
  let go: () => void = () => undefined;
  const held = new Promise<void>((come) => (go = come));
  for (const slow of ['**/assets/landing-*.js', '**/auth/logout']) {
    await page.route(slow, async (route) => {
      await held;
      await route.continue();
    });
  }
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText(person.firstName).first().waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('farline.token'))).toBeNull();
  expect(await page.getByTestId('figure-balance').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/');
  go();
  await page.getByRole('link', { name: 'Get started' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.close();
});

test('a draft that could not be saved before somebody signs out is saved then, and stands in the field after the next sign-in', async () => {
  const page = await stage.openPage();
  const thread = `${stack.url}/messages/+447700900123`;
  const person = await enter(page, thread);
  const field = page.getByRole('textbox', { name: 'Write a message' });
  const saves = '**/api/v1/messages/threads/*';
  await page.route(saves, async (route) => {
    if (route.request().method() === 'PATCH') await route.abort();
    else await route.continue();
  });
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
  await field.fill('See you at eight');
  await failed;
  await page.unroute(saves);

  // Which of two requests comes first is the network's to say: here the last one waits.
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.route('**/auth/logout', async (route) => {
    await saved;
    await route.continue();
  });
  await signOut(page);
  expect((await saved).status()).toBe(200);
  await signIn(page, stack.url, person);
  await page.goto(thread);
  await expect.poll(async () => await field.inputValue()).toBe('See you at eight');
  await page.close();
});

test('a sign-out of which the server has not heard is told to who pressed, and ends the session with the next page', async () => {
  const page = await stage.openPage();
  await enter(page, `${stack.url}/dashboard`);
  const token = await page.evaluate(() => localStorage.getItem('farline.token'));
  const asItWas = async () =>
    await page.request.get(`${stack.url}/api/v1/auth/profile`, { headers: { authorization: `Bearer ${token}` } });
  await page.route('**/auth/logout', async (route) => await route.abort());
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('You’re signed out here, but we couldn’t reach the server.').waitFor();
  expect((await asItWas()).status()).toBe(200);
  await page.unroute('**/auth/logout');

  const told = page.waitForResponse('**/auth/logout');
  await page.goto(`${stack.url}/login`);
  expect((await told).status()).toBe(200);
  expect((await asItWas()).status()).toBe(401);
  await page.close();
});

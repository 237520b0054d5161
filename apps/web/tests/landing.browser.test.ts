import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { layoutBreaches } from './support/layout.ts';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test('a stranger sees every plan with its price further down, and nothing moves when they come', async () => {
  const page = await stage.openTab();
  await page.goto(stack.url);
  // What stands above them waits for prices.
  await page.getByText('countries and territories priced', { exact: false }).waitFor();
  await page.getByRole('heading', { name: 'One call, and everything it says' }).waitFor();
  const questions = page.getByTestId('questions');
  const topOf = async (): Promise<number> =>
    await questions.evaluate((part) => Math.round(part.getBoundingClientRect().top + scrollY));
  const before = await topOf();
  expect(await page.getByTestId('plans').count()).toBe(0);

  await questions.scrollIntoViewIfNeeded();
  const plans = page.getByTestId('plans');
  await plans.getByTestId('plan-basic').getByText('No monthly fee').waitFor();
  await plans.getByTestId('plan-plus').getByText('$5.00 each month').waitFor();
  await plans.getByTestId('plan-pro').getByText('$15.00 each month').waitFor();
  expect(await topOf()).toBe(before);
  expect(await findWrongs(page)).toEqual([]);
  await plans.getByRole('link', { name: 'Start with Plus' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor();
});

test.each([360, 768, 1600])(
  'at %i px a picture shows a call and its receipt at the real rate, and nothing moves when it comes',
  async (width) => {
    const page = await stage.openPage({ viewport: { width, height: 900 } });
    let comeNow = () => {};
    const held = new Promise<void>((come) => (comeNow = come));
    await page.route('**/api/v1/rates**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(stack.url);
    const part = page.locator('section', {
      has: page.getByRole('heading', { name: 'One call, and everything it says' }),
    });
    await part.scrollIntoViewIfNeeded();
    // What stands in the typeface that comes first may take a line less.
    await page.evaluate(async () => await document.fonts.ready);
    const heightOf = async (): Promise<number> => await part.evaluate((one) => one.getBoundingClientRect().height);
    const before = await heightOf();
    comeNow();

    const price = await sampleIn('GB');
    const picture = page.getByTestId('call-picture');
    await picture
      .getByRole('img', { name: `${price} so far, and the signed receipt of that call, ${price}` })
      .waitFor();
    await picture.getByText('+44 7700 900123').first().waitFor();
    expect(await page.getByTestId('sample-total').innerText()).toMatch(new RegExp(`\\${price}$`));
    await part.getByText(`${price} charged`).waitFor();
    expect(await heightOf()).toBe(before);
    expect(await findWrongs(page, '[data-testid="call-picture"]')).toEqual([]);
    expect(await layoutBreaches(page)).toEqual([]);
    // It is a picture: nothing in it is for fingers or keys.
    expect(await picture.getByRole('button').count()).toBe(0);

    await page.getByLabel('Country to call').selectOption('NG');
    const abroad = await sampleIn('NG');
    await picture
      .getByRole('img', { name: `Elsie Whitfield (Nigeria), 3:24 on the line and ${abroad} so far` })
      .waitFor();
    await page.context().close();
  },
);

/** What 204 seconds to a mobile there cost by the list: in its steps, and rounded up at the end. */
async function sampleIn(countryCode: string): Promise<string> {
  const { rates } = (await (await fetch(`${stack.url}/api/v1/rates?countryCode=${countryCode}`)).json()) as {
    rates: { kind: string; perMinute: { amount: string }; firstSeconds: number; nextSeconds: number }[];
  };
  const mobile = rates.find(({ kind }) => kind === 'mobile');
  if (mobile === undefined) throw new Error(`No mobile is priced in ${countryCode}.`);
  const { firstSeconds, nextSeconds, perMinute } = mobile;
  const billed = firstSeconds + Math.ceil(Math.max(0, 204 - firstSeconds) / nextSeconds) * nextSeconds;
  const micros = Math.ceil((Math.round(Number(perMinute.amount) * 1e6) * billed) / 60);
  const decimals = [2, 4, 5].find((digits) => micros % 10 ** (6 - digits) === 0) ?? 6;
  return `$${(micros / 1e6).toFixed(decimals)}`;
}

test('where the rate can’t be had there is no example, and the rest of the page stands', async () => {
  const page = await stage.openPage();
  await page.route('**/api/v1/rates?**', async (route) => await route.abort());
  await page.goto(stack.url);
  await page.getByText('countries and territories priced', { exact: false }).waitFor();
  const told = page.getByRole('heading', { name: 'One call, and everything it says' });
  await told.waitFor({ state: 'detached' });
  await page.getByTestId('comparisons').waitFor();
  await page.context().close();
});

test('who scrolls down on a slow telephone before the page is alive sees the plans, too', async () => {
  const page = await stage.openTab();
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 5 });
  await page.goto(stack.url);
  await page.getByTestId('questions').scrollIntoViewIfNeeded();
  await page.getByTestId('plan-pro').getByText('$15.00 each month').waitFor();
});

test('what strangers ask is answered by keyboard, and stands in the page before any script', async () => {
  const page = await stage.openPage({ javaScriptEnabled: false });
  await page.goto(stack.url);
  const questions = page.getByTestId('questions');
  expect(await questions.getByRole('group').count()).toBe(8);
  const emergency = page.getByText('Can I call emergency numbers?');
  const answer = questions.getByText('No. Emergency services such as 112, 911 or 999 can’t be reached from here', {
    exact: false,
  });
  expect(await answer.isVisible()).toBe(false);
  await questions.locator('summary', { has: emergency }).focus();
  await page.keyboard.press('Enter');
  await answer.waitFor();
  await page.keyboard.press('Space');
  await answer.waitFor({ state: 'hidden' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await questions.getByText('Settings, SIP phones creates a user name and a password', { exact: false }).waitFor();
  await page.context().close();
});

test('what prepaid callers met elsewhere stands beside what they find here, each with its source and month, before any script', async () => {
  const page = await stage.openPage({ javaScriptEnabled: false });
  await page.goto(stack.url);
  const compared = page.getByTestId('comparisons').getByRole('listitem');
  expect(await compared.count()).toBe(3);
  for (const one of await compared.all()) {
    const source = one.getByRole('link');
    expect(await source.getAttribute('href')).toMatch(/^https:\/\/\S+$/);
    expect(await source.innerText()).toMatch(/^\w[\w ]+ · September 20\d\d$/);
    await one.getByText('Here', { exact: true }).waitFor();
  }
  await page.context().close();
});

test('who wants to hear it hears it on the landing page, by a real call, and without a script comes to the test’s page', async () => {
  const page = await stage.openPage({ viewport: { width: 360, height: 740 } });
  await page.goto(stack.url);
  const hear = page.getByRole('link', { name: 'Hear it now' });
  expect(await hear.getAttribute('href')).toBe('/webrtc-test#live-test');
  // Prices come with the scripts: before them the link is a link.
  await page.getByText('countries and territories priced', { exact: false }).waitFor();
  await hear.click();
  const test = page.getByTestId('live-test');
  await expect.poll(async () => await test.getAttribute('data-state'), { timeout: 30_000 }).toBe('measuring');
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await test.evaluate((card) => card.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await test.getByText('You don’t need an account.', { exact: false }).waitFor();
  await page.getByTestId('live-verdict').getByText('Calls will sound clear', { exact: false }).waitFor();
  await expectWhole(page, 'landing-heard');
  await page.getByRole('button', { name: 'Back to the prices' }).click();
  await hear.waitFor();
  await test.waitFor({ state: 'detached' });
  await page.context().close();
});

// With the page's own script alone missing React has the page already, and stops clicks on what it has not taken over.
test.each([
  ['the scripts have', '**/assets/*.js'],
  ['the script of the page has', '**/assets/landing-*.js'],
])('who presses for it before %s come hears it on the landing page all the same', async (_what, scripts) => {
  const page = await stage.openPage();
  let comeNow = () => {};
  const held = new Promise<void>((come) => (comeNow = come));
  await page.route(scripts, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(stack.url, { waitUntil: 'commit' });
  const hear = page.getByRole('link', { name: 'Hear it now' });
  await hear.click();
  expect(await hear.getAttribute('aria-disabled')).toBe('true');
  comeNow();
  const test = page.getByTestId('live-test');
  await expect.poll(async () => await test.getAttribute('data-state'), { timeout: 30_000 }).toBe('measuring');
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await hear.count()).toBe(0);
  // A visitor has one call at a time.
  await test.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(async () => await test.getAttribute('data-state')).not.toBe('measuring');
  await page.context().close();
});

test('whoever is still asked about is invited to no account, and after a refused token they are', async () => {
  const page = await stage.openPage();
  await enter(page, `${stack.url}/dashboard`);
  let answer: (as: 'it is' | 'refused') => void = () => undefined;
  await page.route('**/api/v1/auth/profile', async (route) => {
    const as = await new Promise((come: typeof answer) => (answer = come));
    if (as === 'refused') await route.fulfill({ status: 401, body: '' });
    else await route.continue();
  });
  const main = page.locator('main');
  const invitation = main.getByRole('link', { name: /^(Get started|Create your account)$/ });
  for (const as of ['it is', 'refused'] as const) {
    const asked = page.waitForRequest('**/api/v1/auth/profile');
    await page.goto(stack.url);
    await asked;
    await main.getByRole('link', { name: 'Go to Dashboard' }).waitFor();
    expect(await invitation.count()).toBe(0);
    answer(as);
  }
  await invitation.first().waitFor();
  await page.context().close();
});

test('who has a session of which the server doesn’t say whose it is is invited to no account', async () => {
  const page = await stage.openPage();
  await enter(page, `${stack.url}/dashboard`);
  await page.route('**/api/v1/auth/profile', async (route) => await route.fulfill({ status: 500, body: '' }));
  await page.goto(stack.url);
  // The bar waits for the answer.
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await page.getByRole('link', { name: /^(Get started|Create your account)$/ }).count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.context().close();
});

test('the page of the test shows its live test at once to whoever comes for it', async () => {
  const page = await stage.openPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${stack.url}/webrtc-test#live-test`);
  const start = page.getByTestId('live-test').getByRole('button', { name: 'Start live test' });
  await start.waitFor();
  await expect
    .poll(async () => await start.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight))
    .toBe(true);
  await page.context().close();
});

test('who runs this Farline is named where they have said so', async () => {
  const page = await stage.openTab();
  await page.route('**/api/v1/operator', async (route) => {
    const operator = {
      name: 'Far & Co',
      lines: ['12 Harbour Street', 'Cork'],
      country: null,
      taxId: null,
      email: 'help@example.com',
    };
    await route.fulfill({ json: { operator, transcription: null, reachesRealPhones: true } });
  });
  await page.goto(stack.url);
  await page.getByTestId('questions').scrollIntoViewIfNeeded();
  const named = page.getByTestId('operator');
  await named.getByText('Far & Co').waitFor();
  await named.getByText('12 Harbour Street').waitFor();
  expect(await named.getByRole('link').getAttribute('href')).toBe('mailto:help@example.com');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByText('Ask Far & Co (help@example.com).').waitFor();
});

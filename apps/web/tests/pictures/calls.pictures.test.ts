import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { aCall } from '../../src/features/phone/testing/a-call.ts';
import { resize, untilFilled } from '../support/looks.ts';
import { phoneOn } from '../support/phone.ts';
import { stack } from '../support/stack.ts';
import { testStage } from '../support/stage.ts';
import { standInForEngine } from '../support/stand-in-registrar.ts';
import type { Answers } from '../support/stand-in-answers.ts';
import { expectPictures } from './expect-pictures.ts';
import { FRIEND, NEWCOMER, NOW, OWN } from './life/people.ts';
import { signIn } from './sign-in.ts';

const stage = await testStage();
const DAY_MS = 86_400_000;
/** A call that has begun is not in the list: when that was differs each time. */
const NOTHING_YET: Answers = { 'GET /calls/history': { calls: [], page: 1, limit: 5, total: 0 } };

/** The first page of somebody who has just come: what it says is the server's. */
async function openNew(now: string = NOW): Promise<Page> {
  const page = await stage.openPage();
  await signIn(page, { answers: NOTHING_YET, who: NEWCOMER, now });
  await page.goto(`${stack.url}/dashboard`);
  await page.getByText('No calls yet', { exact: true }).waitFor();
  await untilFilled(page);
  return page;
}

/** The phone at rest with a number in it: opened where it is opened by itself, and so at every width. */
async function openPriced(): Promise<Page> {
  const page = await openNew();
  const phone = phoneOn(page);
  await resize(page, { width: 360, height: 800 });
  await phone.open();
  await phone.type(FRIEND);
  await phone.readQuote();
  return page;
}

/** A call over the engine, whose first second does not end: the clock stands. What the engine grants it is good for hours, not years. */
async function openTalking(): Promise<Page> {
  const page = await openNew(lastMorning());
  const phone = phoneOn(page);
  await phone.open();
  await phone.type(FRIEND);
  await phone.readQuote();
  await phone.call();
  await phone.reaches('in-call');
  return page;
}

/** What is left of it: how long it was and what it cost are the engine's. */
async function openEnded(): Promise<Page> {
  const page = await openTalking();
  await phoneOn(page).hangUp();
  await phoneOn(page).readEnd();
  return page;
}

/** More money while somebody talks, in front of the page and beside the call. */
async function openFunds(): Promise<Page> {
  const page = await openTalking();
  await resize(page, { width: 1600, height: 900 });
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).first().click();
  // The page behind it has no heading for those who only hear it.
  await page.getByTestId('add-funds').getByRole('button', { name: 'Add $25.00' }).waitFor();
  return page;
}

/** The last time that it was as late as in the pictures. */
function lastMorning(): string {
  const today = new Date().toISOString().slice(0, 10) + NOW.slice(10);
  return Date.parse(today) <= Date.now() ? today : new Date(Date.parse(today) - DAY_MS).toISOString();
}

/** The first page of somebody else while they are called: the engine's part is the test's own. */
async function openRinging(): Promise<Page> {
  const called = await stage.openPage();
  await signIn(called);
  const engine = await standInForEngine(called, stack.websocketUrl);
  await called.goto(`${stack.url}/dashboard`);
  await engine.registered;
  await untilFilled(called);
  const id = randomUUID();
  const destination = { prefix: '4477', countryCode: 'GB', kind: 'mobile', operator: null } as const;
  const place = { direction: 'inbound', placedBy: 'telephone', status: 'ringing' } as const;
  const call = aCall({ id, to: OWN, from: FRIEND, destination, ...place });
  await called.route(`**/calls/${id}`, async (route) => await route.fulfill({ json: { call } }));
  engine.ring({ id, from: FRIEND });
  await called.getByTestId('incoming-call').waitFor();
  await called.getByTestId('called-number').waitFor();
  return called;
}

expectPictures([
  { name: 'dashboard-new', open: async () => await openNew() },
  {
    name: 'phone-priced',
    open: openPriced,
    // Each account has another number.
    changing: (shown) => [shown.getByText('Your caller ID')],
  },
  {
    name: 'in-call',
    open: openTalking,
    changing: (shown) => [shown.getByTestId('quality'), shown.getByTestId('balance')],
  },
  {
    name: 'call-ended',
    open: openEnded,
    changing: (shown) => [
      shown.getByTestId('ended-duration'),
      shown.getByTestId('ended-price'),
      shown.getByTestId('balance'),
    ],
  },
  {
    name: 'funds-in-call',
    open: openFunds,
    changing: (shown) => [shown.getByTestId('quality'), shown.getByTestId('balance')],
  },
  { name: 'incoming-call', open: openRinging },
]);

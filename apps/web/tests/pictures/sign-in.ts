import type { User } from '@farline/contracts/auth';
import type { Page } from 'playwright-core';
import { enter } from '../support/people.ts';
import { stack } from '../support/stack.ts';
import { type Answers, standInForAnswers } from '../support/stand-in-answers.ts';
import { CALLS } from './life/calls.ts';
import { MESSAGES } from './life/messages.ts';
import { MONEY } from './life/money.ts';
import { NUMBERS } from './life/numbers.ts';
import { ADA, CONTACTS, NOW } from './life/people.ts';

/** All that is read of somebody who has been here for a while. */
const LIFE: Answers = { ...CONTACTS, ...CALLS, ...MESSAGES, ...MONEY, ...NUMBERS };
const HOUR_MS = 3_600_000;

/**
 * Somebody signs in on a page of a window of its own and reads these answers wherever they go. Their clock stands: at the time of the
 * pictures, or at `now`.
 */
export async function signIn(
  page: Page,
  { answers = LIFE, who = ADA, now = NOW }: { answers?: Answers; who?: Partial<User>; now?: string } = {},
): Promise<void> {
  await enter(page, `${stack.url}/help`);
  await standInForAnswers(page, answers, who);
  await page.clock.setFixedTime(now);
  // A session is renewed a minute before its end, which is to come by this clock.
  const endsAt = String(Date.parse(now) + HOUR_MS);
  await page.addInitScript((end) => localStorage.setItem('farline.token.expires', end), endsAt);
}

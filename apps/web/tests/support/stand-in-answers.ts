import type { User } from '@farline/contracts/auth';
import { OVERVIEW_PARTS } from '@farline/contracts/overview';
import type { Page, Route } from 'playwright-core';
import type { Reply, RouteName } from '../../src/lib/api/api-routes.ts';

type Read = Extract<RouteName, `GET ${string}`>;
/** What is answered to a read: the same each time, or by the query. */
export type Answers = { [Name in Read]?: Reply<Name> | ((query: URLSearchParams) => Reply<Name>) };

/**
 * Has a page read these answers in place of the server's. What is not named still comes from the server, and the overview
 * comes without the parts that are named, so that each is asked for by itself. `who` is what else is told of who is signed in.
 */
export async function standInForAnswers(page: Page, answers: Answers, who: Partial<User> = {}): Promise<void> {
  await page.route('**/api/v1/overview', async (route) => await answerOverview(route, answers, who));
  await page.route('**/api/v1/auth/profile', async (route) => {
    if (route.request().method() !== 'GET') return await route.fallback();
    const response = await route.fetch();
    const { user } = (await response.json()) as Reply<'GET /auth/profile'>;
    await route.fulfill({ response, json: { user: { ...user, ...who } } });
  });
  for (const [name, answer] of Object.entries(answers)) {
    // An id begins with a digit, a number with a plus: `/calls/active` is no call.
    const pattern = name.slice('GET '.length).replaceAll(/\{\w+\}/g, '(?:%2B|[+0-9])[^/]+');
    const path = new RegExp(`/api/v1${pattern}$`);
    await page.route(
      ({ pathname }) => path.test(pathname),
      async (route) => {
        if (route.request().method() !== 'GET') return await route.fallback();
        const { searchParams } = new URL(route.request().url());
        await route.fulfill({ json: typeof answer === 'function' ? answer(searchParams) : answer });
      },
    );
  }
}

async function answerOverview(route: Route, answers: Answers, who: Partial<User>): Promise<void> {
  const response = await route.fetch();
  const { user, ...parts } = (await response.json()) as Reply<'GET /overview'>;
  const isStoodInFor = (part: string): boolean => {
    const path = Object.entries(OVERVIEW_PARTS).find(([name]) => name === part)?.[1];
    return path !== undefined && `GET ${path.replace(/\?.*$/, '')}` in answers;
  };
  const others = Object.fromEntries(Object.entries(parts).filter(([part]) => !isStoodInFor(part)));
  await route.fulfill({ response, json: { ...others, user: { ...user, ...who } } });
}

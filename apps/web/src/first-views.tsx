import { type ReactNode, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { FirstFrame } from './app/first-frame.tsx';
import { AppRoutes } from './app/routes.tsx';
import { authText } from './texts/auth.ts';
import { dashboardText } from './texts/dashboard.ts';
import { landing } from './texts/landing.ts';
import { pricingText } from './texts/pricing.ts';

/** Pages that strangers open first, with their titles. `name` is that of the page's module. */
const OPEN_PAGES = [
  { path: '/', name: 'landing', title: () => landing.say('pageTitle') },
  { path: '/pricing', name: 'pricing', title: () => pricingText.say('pageTitle') },
  { path: '/login', name: 'login', title: () => authText.say('signInTitle') },
] as const;

/** For the build (build/first-views.ts): what is seen of these pages before any script has run; of the dashboard, its frame. */
export async function renderFirstViews(): Promise<
  { name: string; title: string; html: string; of: 'page' | 'frame' }[]
> {
  const pages = OPEN_PAGES.map(async ({ path, name, title }) => ({
    name,
    title: title(),
    of: 'page' as const,
    html: await render(
      <StaticRouter location={path}>
        <AppRoutes />
      </StaticRouter>,
    ),
  }));
  const frame = {
    name: 'dashboard',
    title: dashboardText.say('pageTitle'),
    of: 'frame' as const,
    html: await render(<FirstFrame />),
  };
  return [...(await Promise.all(pages)), frame];
}

async function render(page: ReactNode): Promise<string> {
  const { prelude } = await prerender(<StrictMode>{page}</StrictMode>, {
    // In one piece: a part that follows later would need a script in the page, which the server forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: fail,
  });
  return await new Response(prelude).text();
}

function fail(error: unknown): never {
  throw error;
}

import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { AppRoutes } from './app/routes.tsx';
import { authText } from './texts/auth.ts';
import { landing } from './texts/landing.ts';
import { pricingText } from './texts/pricing.ts';

/** Pages that strangers open first, with their titles. `name` is that of the page's module. */
const OPEN_PAGES = [
  { path: '/', name: 'landing', title: () => landing.say('pageTitle') },
  { path: '/pricing', name: 'pricing', title: () => pricingText.say('pageTitle') },
  { path: '/login', name: 'login', title: () => authText.say('signInTitle') },
] as const;

/** For the build (build/first-views.ts): what a visitor sees of these pages before any script has run. */
export async function renderFirstViews(): Promise<{ name: string; title: string; html: string }[]> {
  return await Promise.all(
    OPEN_PAGES.map(async ({ path, name, title }) => {
      const { prelude } = await prerender(
        <StrictMode>
          <StaticRouter location={path}>
            <AppRoutes />
          </StaticRouter>
        </StrictMode>,
        // In one piece: a part that follows later would need a script in the page, which the server forbids.
        { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: fail },
      );
      return { name, title: title(), html: await new Response(prelude).text() };
    }),
  );
}

function fail(error: unknown): never {
  throw error;
}

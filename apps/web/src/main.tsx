import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { watchForNewVersion } from './app/new-version.ts';
import { startLanguage } from './lib/language/language.ts';
import { checkSession } from './lib/session/session.ts';
import './styles.css';

// The server forbids eval, and zod would try it once for each schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void checkSession();

// What a page needs without a network: public/sw.js. The development server has no worker.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void whenLoaded()
    .then(watchForNewVersion)
    .catch((error: unknown) => console.warn('No offline page', error));
}

await startLanguage();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
const app = (
  <StrictMode>
    <Providers />
  </StrictMode>
);
// A first view that came with the page is taken over as it stands, unless it was made for somebody else. It can be read
// already: taking it over in small pieces leaves a slow telephone able to scroll.
const { dataset } = document.documentElement;
if (root.hasChildNodes() && dataset['first'] === undefined) {
  startTransition(() => void hydrateRoot(root, app));
} else {
  root.replaceChildren();
  delete dataset['first'];
  createRoot(root).render(app);
}

/** What the page itself needs comes first. */
async function whenLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise<void>((loaded) => addEventListener('load', () => loaded(), { once: true }));
}

import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { FRAMED_PAGES } from './app/routes.tsx';
import { SignedInBar, SignedInFrame } from './app/signed-in-parts.tsx';
import { watchForNewVersion } from './app/new-version.ts';
import { startLanguage } from './lib/language/language.ts';
import { checkSession, useSession } from './lib/session/session.ts';
import './styles.css';

// The server forbids eval, and zod would try it once for each schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** The frame that came with the document is looked at for so long; then the page shows what it has. */
const FRAME_MS = 8_000;

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
if (root.hasChildNodes() && dataset['frame'] !== undefined && dataset['first'] === undefined) {
  // The frame of signed-in people gives way to the page in one step, with its figures.
  await Promise.race([wholePage(), new Promise((late) => setTimeout(late, FRAME_MS))]);
  createRoot(root).render(app);
} else if (root.hasChildNodes() && dataset['first'] === undefined) {
  startTransition(() => void hydrateRoot(root, app));
} else {
  root.replaceChildren();
  delete dataset['first'];
  createRoot(root).render(app);
}

/** Until who is here, and the scripts of all that they see first, have come. What fails is told by the page. */
async function wholePage(): Promise<void> {
  const parts = [SignedInFrame, SignedInBar, FRAMED_PAGES.get(location.pathname)];
  const loaded = Promise.allSettled(parts.map(async (part) => await part?.load()));
  await untilKnown();
  if (useSession.getState().status === 'signed-in') await loaded;
}

/** Until it is known who is here: by an answer about them, or because they have left meanwhile. */
async function untilKnown(): Promise<void> {
  await new Promise<void>((known) => {
    const look = (): void => {
      if (useSession.getState().status !== 'checking') known();
    };
    useSession.subscribe(look);
    look();
  });
}

/** What the page itself needs comes first. */
async function whenLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise<void>((loaded) => addEventListener('load', () => loaded(), { once: true }));
}

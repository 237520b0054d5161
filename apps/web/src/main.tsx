import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { startLanguage } from './lib/language.ts';
import { checkSession } from './lib/session.ts';
import './styles.css';

// The server forbids eval, and zod would try it once for each schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void checkSession();

// What a page needs without a network: public/sw.js. The development server has no worker.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('No offline page', error));
  });
}

await startLanguage();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { startLanguage } from './lib/language.ts';
import { checkSession } from './lib/session.ts';
import './styles.css';

// The server forbids eval, and zod would try it once for each schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void checkSession();
await startLanguage();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);

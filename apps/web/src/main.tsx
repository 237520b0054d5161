import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { checkSession } from './lib/session.ts';
import './styles.css';

void checkSession();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { flags } from './build/flags.ts';
import { landingBudget } from './build/landing-budget.ts';

const SERVER = process.env['FARLINE_DEV_SERVER'] ?? 'http://127.0.0.1:4001';

/** What every page needs, in one piece: many small ones compress worse. */
const FRAME =
  /node_modules\/(react|react-dom|scheduler|react-router|zustand|i18next)\/|apps\/web\/src\/(lib\/(api-client|call-in-progress|http|i18n|language|notify|refresh-session|session|session-token|theme|time-zone)|ui\/(button|cx|mark|notice)|texts\/shell)\.tsx?$/;

/** What the landing page shares with most pages. */
const COMMON =
  /apps\/web\/src\/(lib\/(format|home-country|price-call|use-page-title)|ui\/(card|flag)|app\/theme-choice|features\/language\/(language-choice|language-options|use-choose-language))\.tsx?$|contracts\/src\/micros|lucide-react\/dist\/esm\/icons\/(globe|monitor|chevron-down|audio-lines)\./;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), flags(), landingBudget(120)],
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME },
            { name: 'common', test: COMMON },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 6400,
    proxy: {
      '/api/': { target: SERVER },
      '^/(health|db-test|polly-test)$': { target: SERVER },
      // The page lives at the same address.
      '^/status$': {
        target: SERVER,
        bypass: (request) => (wantsPage(request.headers.accept) ? '/index.html' : undefined),
      },
      '/ws': { target: SERVER, ws: true },
    },
  },
});

function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true;
}

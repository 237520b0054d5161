import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { firstViews } from './build/first-views.ts';
import { flags } from './build/flags.ts';
import { landingBudget } from './build/landing-budget.ts';
import { version } from './build/version.ts';

const SERVER = process.env['FARLINE_DEV_SERVER'] ?? 'http://127.0.0.1:4001';

/** What every page needs, and what the landing page shares with most of them, in one piece: many small ones compress worse. */
const FRAME = new RegExp(
  [
    String.raw`node_modules/(react|react-dom|scheduler|react-router|zustand|i18next)/|apps/web/src/(lib/([a-z]+/)?(api-client|api-host|call-in-progress|http|i18n|language|notify|proof|refresh-session|session|session-state|session-token|specified-everywhere|theme|theme-state|time-zone|toaster-state)|ui/(button|cx|mark|notice)|texts/shell)\.tsx?$`,
    String.raw`apps/web/src/(lib/([a-z]+/)?(format|home-country|local-countries|price-so-far|use-answer|use-page-title)|ui/(card|flag)|app/(new-version|sidebar-state|theme-choice)|features/language/(language-choice|language-options|use-choose-language))\.tsx?$|contracts/src/micros|lucide-react/dist/esm/(?!icons/)|lucide-react/dist/esm/icons/(chevron-down|circle-(check|alert|exclamation-point)|globe|info|menu|monitor|moon|sun|triangle-(alert|exclamation-point))\.`,
  ].join('|'),
);

// All pages carry a list of all pieces, so what is small and always loaded together is one.
const QUERIES =
  /node_modules\/@tanstack\/|apps\/web\/src\/lib\/(session\/queries|live\/live-events|specification-constants)\./;
/** The signs around every page of signed-in people. */
const SIGNS =
  /lucide-react\/dist\/esm\/icons\/(audio-lines|chart-column|credit-card|delete|flask-conical|gauge|message-square|phone-incoming|phone-missed|star|wallet)\./;
/** The icons of everything else: one by one they were dozens of tiny files, each of which every page's list named. */
const ICONS = /lucide-react\/dist\/esm\/icons\//;
/** What many pages of signed-in people share and is a few lines each. */
const PIECES =
  /apps\/web\/src\/(lib\/[a-z]+\/(use-now|format-clock|format-percent|format-time|sum-of|save-blob|thread-path|is-day|written-amount|other-side|end-sentence|use-names)|ui\/(amount|code-block|empty|failed|file-button|more-button|part|save-file)|texts\/shared)\.tsx?$/;
/** What most forms have. */
const FORMS =
  /apps\/web\/src\/ui\/(checkbox|failure-box|field|new-password|notify-failure|password-field|segments|select|text-area)\.tsx?$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), flags(), landingBudget(120), version(), firstViews(), compressed()],
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: true,
    rolldownOptions: {
      output: {
        // Each page's start lists them all.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME },
            { name: 'queries', test: QUERIES },
            { name: 'signs', test: SIGNS },
            { name: 'icons', test: ICONS },
            { name: 'pieces', test: PIECES },
            { name: 'forms', test: FORMS },
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

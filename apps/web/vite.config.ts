import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { firstViews } from './build/first-views.ts';
import { flags } from './build/flags.ts';
import { landingBudget } from './build/landing-budget.ts';
import { version } from './build/version.ts';

const SERVER = process.env['FARLINE_DEV_SERVER'] ?? 'http://127.0.0.1:4001';

/**
 * What every page needs, and what the landing page shares with most of them, in one piece: many small ones compress worse. An icon that a form
 * and the dashboard share is here too: it'd be in the piece of the forms, and the dashboard would fetch them all for it.
 */
const FRAME = new RegExp(
  [
    String.raw`node_modules/(react|react-dom|scheduler|react-router|zustand)/|apps/web/src/(lib/([a-z]+/)?(api-client|api-host|call-in-progress|http|i18n|page-version|part|sentences|overview|language|notify|proof|refresh-session|session|session-state|session-token|specified-everywhere|theme|theme-state|time-zone|toaster-state|token-life)|ui/(later/[a-z-]+|button|cx|mark|notice)|texts/shell)\.tsx?$`,
    String.raw`apps/web/src/(lib/([a-z]+/)?(format|home-country|local-countries|price-so-far|use-answer|use-countries|use-page-title)|ui/(card|flag)|app/(new-version|sidebar-state|theme-choice)|features/language/(language-choice|language-options|use-choose-language))\.tsx?$|contracts/src/micros|lucide-react/dist/esm/(?!icons/)|lucide-react/dist/esm/icons/(chevron-down|circle-(check|alert|dashed|exclamation-point)|globe|info|menu|monitor|moon|phone|sun|triangle-(alert|exclamation-point))\.`,
  ].join('|'),
);

// All pages carry a list of all pieces, so what is small and always loaded together is one.
const QUERIES =
  /node_modules\/@tanstack\/|apps\/web\/src\/lib\/(session\/queries|live\/live-events|specification-constants)\./;
/** What pages of signed-in people share with what stands around them: the state of the phone, calls in a list, the signs of both. */
const ACCOUNT =
  /apps\/web\/src\/(features\/(phone\/(?!index|cost-so-far|microphone-change|take-shared|transfer-control|live-test\/|views\/|line\/(jssip|keep-line|telephone-codecs|three-way-sound))|calls\/(call-list|call-badge|list-states)|messages\/unread|payments\/(add-funds|no-practice)\.)|lib\/(live\/|calls\/(?!best-hour|call-kind|find-recipients|number-in-text|terms-in-words|use-latest-numbers)|format\/initials\.|page\/(open-dialogs|move-by|use-media)|session\/use-picture)|texts\/numbers\/caller-doubt\.|ui\/(avatar|unread-pill\/|place|echo-flag|caller-doubt|practice-badge))|lucide-react\/dist\/esm\/icons\/(bell|chart-column|cloud-off|delete|grip|hash|layout-dashboard|log-out|message-square|pin|pin-off|settings|settings-2|star|tags|users|wallet|x)\./;
/**
 * What stands around every page of signed-in people, and their dashboard: one piece, with all that it alone needs. What a button opens
 * there is left out by `later` (ui/later/later.tsx). No page but the dashboard is to need it: where it cannot be had they go on.
 */
const SIGNED_IN =
  /apps\/web\/src\/(app\/(signed-in-(frame|bar)|sidebar(-contents)?\.|bottom-bar|account-signs|ways-around|live-sign|offline-bar|keep-focus|load-the-rest|apply-live-event|use-(follow-notifications|live-push|sign-out))|pages\/dashboard|features\/(overview|phone\/(index|views\/(?!call-(bar|on-top|view|views)|elsewhere|ended|identity|incoming|practice-mark|problem|quality-sign|sound-settings|terms-note|transfer|parked|phone-(address|over|rail)|use-ring|warnings))|notices\/(bell(-button)?|index|notices-query|with-notice)\.|calls\/recent-calls)|texts\/dashboard\.)/;
/** The icons of everything else: one by one they were dozens of tiny files, each of which every page's list named. */
const ICONS = /lucide-react\/dist\/esm\/icons\//;
/** What many pages of signed-in people share and is a few lines each. */
const PIECES =
  /contracts\/src\/part-of-number|apps\/web\/src\/(lib\/[a-z]+\/(country-of-zone|plain|keypad-of-page|when-quiet|use-now|format-clock|format-percent|format-time|sum-of|thread-path|note-address|is-day|written-amount|other-side|end-sentence|use-names)|ui\/(amount|country\/country-search|empty|failed|failure-box|notify-failure|more-button|part)|texts\/(calls|shared))\.tsx?$/;
/** What a call needs of the browser: the sound check has it too, for visitors. */
const LINE =
  /apps\/web\/src\/(features\/phone\/(line\/(far-audio|microphone|phone-problem|sound-choice)|phone-lock)|lib\/calls\/(test-calls|limit-path)|texts\/phone)\.tsx?$/;
/** What most forms have. */
const FORMS = /apps\/web\/src\/ui\/(checkbox|field|new-password|password-field|segments|select|text-area)\.tsx?$/;

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
            { name: 'pieces', test: PIECES },
            { name: 'forms', test: FORMS },
            { name: 'line', test: LINE },
            { name: 'account', test: ACCOUNT },
            { name: 'signed-in', test: SIGNED_IN },
            { name: 'icons', test: ICONS },
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

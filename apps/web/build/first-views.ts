import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, type Plugin, type Rolldown } from 'vite';

/** A page as `src/first-views.tsx` gives it: what a visitor who is not signed in sees of it before any script runs. */
interface FirstView {
  /** Of the file under `first/`, and of the page's module. */
  name: string;
  title: string;
  html: string;
}

/**
 * Writes the first view of the open pages as HTML under `first/`: it is painted from the document and the style sheet
 * alone, and the scripts take it over afterwards.
 */
export function firstViews(): Plugin {
  let root = '';
  return {
    name: 'farline:first-views',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    writeBundle: {
      // After the version has been written into the page.
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const page = readFileSync(join(dir, 'index.html'), 'utf8');
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        mkdirSync(join(dir, 'first'), { recursive: true });
        for (const view of await renderFirstViews(root)) {
          const html = withScript(withStyles(withFirstView(page, view, chunks), dir), dir);
          writeFileSync(join(dir, 'first', `${view.name}.html`), html);
        }
      },
    },
  };
}

async function renderFirstViews(root: string): Promise<FirstView[]> {
  standInForBrowser();
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  });
  try {
    const module: unknown = await server.ssrLoadModule('/src/first-views.tsx');
    return await (module as { renderFirstViews: () => Promise<FirstView[]> }).renderFirstViews();
  } finally {
    await server.close();
  }
}

/** What modules ask of a browser as they are loaded: one that keeps nothing, so nobody is signed in. */
function standInForBrowser(): void {
  const nothingKept = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  Object.defineProperty(globalThis, 'localStorage', { value: nothingKept, configurable: true });
  Object.assign(globalThis, { addEventListener: () => undefined });
}

/** The page with its style sheet in it: one way to the server less before the first paint. */
function withStyles(page: string, dir: string): string {
  return page.replace(
    /<link rel="stylesheet" crossorigin href="\/([^"]+)">/,
    (_link, path: string) => `<style>${readFileSync(join(dir, path), 'utf8')}</style>`,
  );
}

/** And with the script that runs before the first paint; the server's content policy names it by its hash. */
function withScript(page: string, dir: string): string {
  const script = readFileSync(join(dir, 'before-paint.js'), 'utf8');
  if (/<\/script|<!--/i.test(script)) throw new Error('before-paint.js cannot stand in a page');
  return page.replace('<script src="/before-paint.js"></script>', () => `<script>${script}</script>`);
}

/** The page with the view in it; its scripts are named for public/before-paint.js, which fetches them after the first paint. */
function withFirstView(page: string, view: FirstView, chunks: readonly Rolldown.OutputChunk[]): string {
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/pages/${view.name}.tsx`)));
  const preloads = [own?.fileName ?? []].flat().map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
  return page
    .replace('<div id="root"></div>', () => `<div id="root">${view.html}</div>`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${view.title}</title>`)
    .replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, (_script, source: string) =>
      [`<link rel="modulepreload" crossorigin href="${source}" data-entry>`, ...preloads].join('\n    '),
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="after-paint"');
}

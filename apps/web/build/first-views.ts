import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, type Plugin, type Rolldown } from 'vite';
import { stylesOf, withoutTypefaces } from './first-styles.ts';

/**
 * A page as `src/first-views.tsx` gives it before any script runs: the whole of it, for a visitor who is not signed in, or the frame around
 * what a signed-in person will see.
 */
interface FirstView {
  /** Of the file under `first/`, and of the page's module. */
  name: string;
  title: string;
  html: string;
  of: 'page' | 'frame';
}

/**
 * Writes the first view of the open pages as HTML under `first/`: it is painted from the document
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
        const { page, sheet } = takeTypefacesOut(dir);
        writeFileSync(join(dir, 'index.html'), page);
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        writeFileSync(join(dir, 'page-files.json'), JSON.stringify(filesWithoutNetwork(Object.values(bundle))));
        mkdirSync(join(dir, 'first'), { recursive: true });
        for (const view of await renderFirstViews(root)) {
          const filled = view.of === 'page' ? withFirstView(page, view, chunks) : withFrame(page, view, chunks);
          const styled =
            view.of === 'page' ? withOwnStyles(filled, sheet) : filled.replace(LINK, () => `<style>${sheet}</style>`);
          const html = withScripts(styled, { dir, of: view.of });
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

const LINK = /<link rel="stylesheet" crossorigin href="(\/[^"]+)">/;

/** Moves the typefaces from the style sheet into the page, so that a sheet that comes later does not load them anew. */
function takeTypefacesOut(dir: string): { page: string; sheet: string } {
  const page = readFileSync(join(dir, 'index.html'), 'utf8');
  const path = join(dir, LINK.exec(page)?.[1] ?? 'missing.css');
  const { typefaces, rest } = withoutTypefaces(readFileSync(path, 'utf8'));
  writeFileSync(path, rest);
  return { page: page.replace(LINK, (link) => `<style>${typefaces}</style>\n    ${link}`), sheet: rest };
}

/** The page with the styles of what it shows in it: one way to the server less before the first paint. The whole sheet comes with the scripts. */
function withOwnStyles(page: string, sheet: string): string {
  return page.replace(
    LINK,
    (_link, path: string) =>
      `<style>${stylesOf(page, sheet)}</style>\n    <link rel="after-paint" href="${path}" data-sheet>`,
  );
}

/** And with the script that runs before the first paint, and with the early question; the server's content policy names each by its hash. */
function withScripts(page: string, { dir, of }: Pick<FirstView, 'of'> & { dir: string }): string {
  const names = of === 'page' ? ['before-paint.js'] : ['before-paint.js', 'ask-early.js'];
  const scripts = names.map((name) => {
    const script = readFileSync(join(dir, name), 'utf8');
    if (/<\/script|<!--/i.test(script)) throw new Error(`${name} cannot stand in a page`);
    return `<script>${script}</script>`;
  });
  return page.replace('<script src="/before-paint.js"></script>', () => scripts.join(''));
}

/**
 * The page with the frame in it. All scripts of the first view are named at once: nobody has to read one to learn of the next. They are not
 * waited with, since nothing can be read before they have come.
 */
function withFrame(page: string, view: FirstView, chunks: readonly Rolldown.OutputChunk[]): string {
  const named = new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name));
  const roots = [`/src/pages/${view.name}.tsx`, '/src/app/signed-in-frame.tsx', '/src/app/signed-in-bar.tsx'];
  const preloads = chunksOf(roots, chunks).filter((name) => !named.has(name));
  const sheets = stylesOfChunks(preloads, chunks);
  return withContents(page, view)
    .replace('<html lang="en">', '<html lang="en" data-frame="">')
    .replace('</head>', () => `${[...preloads.map(preloadOf), ...sheets.map(preloadSheet)].join('\n    ')}\n  </head>`);
}

/** What is read without a network, and the letters it is written in. */
const WITHOUT_NETWORK = [
  ...['/src/main.tsx', '/src/app/signed-in-frame.tsx', '/src/app/signed-in-bar.tsx', '/src/app/unreachable.tsx'],
  ...['/src/pages/dashboard.tsx', '/src/pages/calls.tsx', '/src/pages/contacts.tsx', '/src/pages/pricing.tsx'],
  ...['/src/app/sidebar-drawer.tsx', '/src/app/toaster.tsx', '/src/lib/page/show-toast.ts', '/src/app/at-leisure.ts'],
  ...['/src/features/phone/views/call-views.ts', '/src/features/calls/call-detail.tsx'],
];
const LETTERS = /(inter-latin-wght|bricolage-grotesque-latin-opsz)-normal/;

/** What app/keep-page.ts keeps of the build: files for everybody, and the texts of each language. */
function filesWithoutNetwork(parts: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  const chunks = parts.filter((part) => part.type === 'chunk');
  const styles = parts.filter(({ fileName }) => fileName.endsWith('.css') || LETTERS.test(fileName));
  const texts = chunks.flatMap(({ fileName, facadeModuleId }) => {
    const language = /\/src\/texts\/(\w\w)\/index\.ts$/.exec(facadeModuleId ?? '')?.[1];
    return language === undefined ? [] : [[language, `/${fileName}`] as const];
  });
  const files = [...chunksOf(WITHOUT_NETWORK, chunks), ...styles.map(({ fileName }) => fileName)];
  return { files: files.map((name) => `/${name}`), languages: Object.fromEntries(texts) };
}

/** The chunks of these modules, with all that they import at once; what a module is asked for by may be a chunk that only leads to it. */
function chunksOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const imported of byName.get(name)?.imports ?? []) add(imported);
  };
  for (const { fileName, facadeModuleId, moduleIds } of chunks) {
    const ids = [facadeModuleId ?? '', ...moduleIds];
    if (ids.some((id) => modules.some((module) => id.endsWith(module)))) add(fileName);
  }
  return [...needed];
}

/** The style sheets that come with these chunks. */
function stylesOfChunks(names: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const own = chunks.filter(({ fileName }) => names.includes(fileName));
  return [...new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))];
}

const preloadOf = (name: string): string => `<link rel="modulepreload" crossorigin href="/${name}">`;
const preloadSheet = (name: string): string => `<link rel="preload" as="style" crossorigin href="/${name}">`;

function withContents(page: string, view: FirstView): string {
  return page
    .replace('<div id="root"></div>', () => `<div id="root">${view.html}</div>`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${view.title}</title>`);
}

/** The page with the view in it; its scripts are named for public/before-paint.js, which fetches them after the first paint. */
function withFirstView(page: string, view: FirstView, chunks: readonly Rolldown.OutputChunk[]): string {
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/pages/${view.name}.tsx`)));
  const preloads = [own?.fileName ?? []].flat().map(preloadOf);
  return withContents(page, view)
    .replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, (_script, source: string) =>
      [`<link rel="modulepreload" crossorigin href="${source}" data-entry>`, ...preloads].join('\n    '),
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="after-paint"');
}

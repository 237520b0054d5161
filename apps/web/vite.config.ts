import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVER = process.env['FARLINE_DEV_SERVER'] ?? 'http://127.0.0.1:4001';

/** Serves the flags of country-flag-icons as plain files under /flags: emoji flags do not show on Windows. */
function flags(): Plugin {
  const folder = join(dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')), '3x2');
  const files = readdirSync(folder).filter((name) => /^[A-Z]{2}\.svg$/.test(name));
  return {
    name: 'farline:flags',
    configureServer(server) {
      server.middlewares.use('/flags', (request, response, next) => {
        const name = (request.url ?? '').slice(1);
        if (!files.includes(name)) return next();
        response.setHeader('content-type', 'image/svg+xml');
        createReadStream(join(folder, name)).pipe(response);
      });
    },
    generateBundle() {
      for (const name of files) {
        this.emitFile({ type: 'asset', fileName: `flags/${name}`, source: readFileSync(join(folder, name)) });
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), flags()],
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: true,
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

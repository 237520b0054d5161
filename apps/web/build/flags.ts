import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Serves the flags of country-flag-icons as plain files under /flags: emoji flags do not show on Windows. */
export function flags(): Plugin {
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

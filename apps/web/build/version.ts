import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { apiHost, type BuildSettings } from '../src/lib/api/api-host.ts';

/** What stands for the version in the sources. */
const UNBUILT = 'development';

/** Names each build by what is in it, in its pages and in the worker, so that an open page learns of a newer one. */
export function version(): Plugin {
  let host = '';
  return {
    name: 'farline:version',
    apply: 'build',
    configResolved: ({ env }) => void (host = apiHost(env as BuildSettings, 'http:')),
    writeBundle({ dir = '' }) {
      const page = readFileSync(join(dir, 'index.html'), 'utf8');
      const name = createHash('sha256').update(page).digest('hex').slice(0, 12);
      put(join(dir, 'index.html'), `content="${UNBUILT}"`, `content="${name}"`);
      put(join(dir, 'sw.js'), `'${UNBUILT}'`, `'${name}'`);
      put(join(dir, 'ask-early.js'), "'/api/v1/overview'", `'${host}/api/v1/overview'`);
      put(join(dir, 'sw.js'), "'/api/v1/push/decline'", `'${host}/api/v1/push/decline'`);
      // Pages wait for them, and nothing else makes them small.
      for (const script of ['before-paint.js', 'ask-early.js']) {
        const path = join(dir, script);
        writeFileSync(path, minifySync(script, readFileSync(path, 'utf8')).code);
      }
    },
  };
}

function put(path: string, old: string, wanted: string): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(old)) throw new Error(`${path} has no place for the version`);
  writeFileSync(path, text.replace(old, wanted));
}

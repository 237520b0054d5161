import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

/** What stands for the version in the sources. */
const UNBUILT = 'development';

/** Names each build by what is in it, in its pages and in the worker, so that an open page learns of a newer one. */
export function version(): Plugin {
  return {
    name: 'farline:version',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const page = readFileSync(join(dir, 'index.html'), 'utf8');
      const name = createHash('sha256').update(page).digest('hex').slice(0, 12);
      put(join(dir, 'index.html'), `content="${UNBUILT}"`, `content="${name}"`);
      put(join(dir, 'sw.js'), `'${UNBUILT}'`, `'${name}'`);
      const start = join(dir, 'before-paint.js');
      // Every page waits for it, and nothing else makes it small.
      writeFileSync(start, minifySync('before-paint.js', readFileSync(start, 'utf8')).code);
    },
  };
}

function put(path: string, old: string, wanted: string): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(old)) throw new Error(`${path} has no place for the version`);
  writeFileSync(path, text.replace(old, wanted));
}

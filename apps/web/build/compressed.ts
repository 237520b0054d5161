import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller ones fit one packet either way. */
const LEAST_BYTES = 1024;

/**
 * Writes each page, script and style sheet compressed beside itself, `x.js.br`, as small as Brotli makes it: the server has
 * no time for that while somebody waits, and a first view fits the ten packets that come without an answer (RFC 6928).
 */
export function compressed(): Plugin {
  return {
    name: 'farline:compressed',
    apply: 'build',
    writeBundle: {
      // After everything has been written.
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
          const path = join(dir, name);
          if (!/\.(html|js|css)$/.test(name) || statSync(path).size < LEAST_BYTES) continue;
          writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
        }
      },
    },
  };
}

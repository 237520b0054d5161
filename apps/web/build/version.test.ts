import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { version } from './version.ts';

/** What is served beside the pages, as a build with these settings leaves it. */
function built(env: Record<string, string>): (name: string) => string {
  const dir = mkdtempSync(join(tmpdir(), 'farline-build-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const web = join(import.meta.dirname, '..');
  cpSync(join(web, 'public'), dir, { recursive: true });
  cpSync(join(web, 'index.html'), join(dir, 'index.html'));
  const plugin = version() as unknown as {
    configResolved: (config: object) => void;
    writeBundle: (output: object) => void;
  };
  plugin.configResolved({ env });
  plugin.writeBundle({ dir });
  return (name) => readFileSync(join(dir, name), 'utf8');
}

/** The addresses of the API that a script names. */
const asked = (script: string): string[] =>
  [...script.matchAll(/["'`]([^"'`]*\/api\/v1\/[^"'`]*)["'`]/g)].map(([, address = '']) => address);

test.each([
  ['', {}],
  ['https://phone.example.org', { VITE_API_HOST: 'https://phone.example.org' }],
])('what no bundle goes through asks the API’s host too: %j', (host, env) => {
  const read = built(env);
  expect(asked(read('ask-early.js'))).toEqual([`${host}/api/v1/overview`]);
  expect(asked(read('sw.js'))).toEqual([`${host}/api/v1/push/decline`]);
});

test('the worker and the pages bear the name of their build', () => {
  const read = built({});
  const [, name] = /const VERSION = '([0-9a-f]{12})'/.exec(read('sw.js')) ?? [];
  expect(name).toBeDefined();
  expect(read('index.html')).toContain(`content="${name}"`);
});

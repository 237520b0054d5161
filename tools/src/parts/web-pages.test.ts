import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildWebPages } from './web-pages.ts';

/** Stands in for Vite: writes down for which API it built. */
const BUILDER = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const folder = process.argv[process.argv.indexOf('--outDir') + 1];
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/index.html', 'asks ' + (process.env.VITE_API_HOST ?? 'its own origin'));
`;

test('pages are built once, and anew for another API host or after a change of their sources', async () => {
  const project = aProject();
  const said: string[] = [];
  const built = async (env: NodeJS.ProcessEnv) => {
    said.length = 0;
    const folder = await buildWebPages(project, (line) => said.push(line), env);
    return `${readFileSync(join(folder, 'index.html'), 'utf8')}${said.length > 0 ? ', built' : ''}`;
  };
  const elsewhere = { VITE_API_HOST: 'https://phone.example.org' };

  expect(await built({})).toBe('asks its own origin, built');
  expect(await built({ HOME: '/anywhere' })).toBe('asks its own origin');
  expect(await built(elsewhere)).toBe('asks https://phone.example.org, built');
  expect(await built(elsewhere)).toBe('asks https://phone.example.org');
  expect(await built({})).toBe('asks its own origin, built');
  writeFileSync(join(project, 'apps/web/main.tsx'), 'changed');
  expect(await built({})).toBe('asks its own origin, built');
});

function aProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-web-pages-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const files = {
    'node_modules/vite/bin/vite.js': BUILDER,
    'apps/web/main.tsx': '',
    'packages/contracts/index.ts': '',
    'packages/sms/index.ts': '',
    'package-lock.json': '{}',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return project;
}

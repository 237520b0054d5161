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

type Settings = { env: NodeJS.ProcessEnv; keepsSettings?: boolean };

/** Builds the pages of a project; gives what they say, and whether they were built. */
async function build(project: string, settings: Settings): Promise<string> {
  const said: string[] = [];
  const folder = await buildWebPages(project, (line) => said.push(line), settings);
  return `${readFileSync(join(folder, 'index.html'), 'utf8')}${said.length > 0 ? ', built' : ''}`;
}

const elsewhere = { VITE_API_HOST: 'https://phone.example.org' };

test('pages are built once, and anew for another API host or after a change of their sources', async () => {
  const project = aProject();
  const built = async (env: NodeJS.ProcessEnv) => await build(project, { env });

  expect(await built({})).toBe('asks its own origin, built');
  expect(await built({ HOME: '/anywhere' })).toBe('asks its own origin');
  expect(await built(elsewhere)).toBe('asks https://phone.example.org, built');
  expect(await built(elsewhere)).toBe('asks https://phone.example.org');
  expect(await built({})).toBe('asks its own origin, built');
  writeFileSync(join(project, 'apps/web/main.tsx'), 'changed');
  expect(await built({})).toBe('asks its own origin, built');
});

test('a start that is told no setting takes the pages as they were built, and builds them anew by the same', async () => {
  const project = aProject();
  const started = async (env: NodeJS.ProcessEnv) => await build(project, { env, keepsSettings: true });

  await build(project, { env: elsewhere });
  expect(await started({})).toBe('asks https://phone.example.org');
  writeFileSync(join(project, 'apps/web/main.tsx'), 'changed');
  expect(await started({})).toBe('asks https://phone.example.org, built');
  expect(await started({ VITE_API_HOST: 'https://other.example.org' })).toBe('asks https://other.example.org, built');
  expect(await build(project, { env: {} })).toBe('asks its own origin, built');
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

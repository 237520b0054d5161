import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from './project.ts';

test.each([
  ['.gitignore', '*.env'],
  ['.dockerignore', '**/*.env'],
])('%s leaves out the files with settings, such as deploy/farline.env: they hold live secrets', (file, pattern) => {
  expect(readFileSync(join(PROJECT, file), 'utf8').split('\n')).toContain(pattern);
});

test('what compose.yaml cannot do without is in the .env that the guide makes, for every command to read', () => {
  const read = (file: string) => readFileSync(join(PROJECT, 'deploy', file), 'utf8');
  const needed = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const given = [...read('README.md').matchAll(/echo '(\w+)=[^']*' >>? deploy\/\.env/g)].map(([, name]) => name);

  expect(needed.length).toBeGreaterThan(0);
  expect(given.sort()).toEqual(needed.sort());
  expect(read('README.md').match(/\w+=\S+ docker compose/g)).toBeNull();
});

test('no setting in the documents has a comment behind its value, which systemd would take for a part of it', () => {
  const lines = ['README.md', 'docs/operating.md', 'deploy/README.md'].flatMap((file) =>
    readFileSync(join(PROJECT, file), 'utf8').split('\n'),
  );
  expect(lines.filter((line) => /^\s*[A-Z][A-Z0-9_]*=\S*\s+#/.test(line))).toEqual([]);
});

test('the guide gives the proxy what it needs without Docker too, and starts no editor that there may not be', () => {
  const read = (file: string) => readFileSync(join(PROJECT, 'deploy', file), 'utf8');
  const systemd = /\n## systemd\n.*?(?=\n## )/s.exec(read('README.md'))?.[0] ?? '';
  const needed = [...read('Caddyfile').matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);

  expect(needed).toEqual(['FARLINE_HOST']);
  for (const name of needed) expect(systemd).toContain(`Environment=${name}=`);
  expect(read('README.md')).not.toMatch(/\$EDITOR|\$\{EDITOR\}/);
});

import { build, createLogger, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { landingBudget, landingReport } from './landing-budget.ts';

const chunk = (fileName: string, more: { imports?: string[]; isEntry?: boolean; of?: string } = {}) => ({
  fileName,
  code: `console.log('${fileName}')`,
  imports: more.imports ?? [],
  isEntry: more.isEntry ?? false,
  moduleIds: more.of === undefined ? [] : [more.of],
});

test('the entry and the landing page count, with all that they import at once, and nothing else', () => {
  const { text } = landingReport(
    [
      chunk('index.js', { isEntry: true, imports: ['frame.js'] }),
      chunk('landing.js', { of: '/apps/web/src/pages/landing.tsx', imports: ['flag.js'] }),
      chunk('frame.js'),
      chunk('flag.js', { imports: ['frame.js'] }),
      chunk('billing.js', { imports: ['frame.js'] }),
    ],
    120,
  );
  const [, ...lines] = text.split('\n');
  expect(lines.map((line) => line.split('  ').at(-1)).toSorted()).toEqual([
    'flag.js',
    'frame.js',
    'index.js',
    'landing.js',
  ]);
});

/** A build of one module, which gives what was said about the landing page. */
async function buildWithin(mostKilobytes: number): Promise<string> {
  const said: string[] = [];
  const one: Plugin = {
    name: 'one-module',
    resolveId: (id) => (id === 'one' ? id : null),
    load: (id) => (id === 'one' ? "console.log('one')" : null),
  };
  await build({
    configFile: false,
    customLogger: { ...createLogger('silent'), info: (line) => said.push(line) },
    plugins: [one, landingBudget(mostKilobytes)],
    build: { write: false, rolldownOptions: { input: 'one' } },
  });
  return said.join('\n');
}

test('a build within the budget says what the landing page needs, and one over it fails', async () => {
  expect(await buildWithin(1)).toContain('of script; its budget is 1 kB.');
  await expect(buildWithin(0)).rejects.toThrow('of script; its budget is 0 kB.');
});

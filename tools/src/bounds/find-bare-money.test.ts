import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findBareMoney } from './find-bare-money.ts';

const planted: string[] = [];

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true });
});

const PAGE = 'apps/web/src/features/payments/payments.tsx';

test('all money that a page shows by itself is shown by its role', () => {
  expect(findBareMoney(join(import.meta.dirname, '../../..'))).toEqual([]);
});

test.each([
  ['money in an element', PAGE, '<dd>{formatPrice(cost)}</dd>'],
  ['money on a line of its own', PAGE, '<dd>\n  {formatSum(cost)}\n</dd>'],
  ['money or a word', PAGE, "<dd>{cost === null ? t('none') : formatRate(cost)}</dd>"],
  ['money where there is some', PAGE, '<dd>{isPaid && formatBalance(cost)}</dd>'],
  ['money after another child', PAGE, "<dd>{t('total')} {formatPrice(cost)}</dd>"],
  ['money for a line of a list', PAGE, "<Line name={t('total')} value={formatRateShort(cost)} />"],
])('%s is found', (_what, path, source) => {
  expect(findBareMoney(plant({ [path]: source }))).toEqual([expect.stringContaining(`bare-money: ${path}:`)]);
});

test.each([
  ['money in a sentence', PAGE, "<p>{t('paid', { amount: formatPrice(cost) })}</p>"],
  ['what is said when it is pointed at', PAGE, '<p title={formatPrice(cost)} />'],
  [
    'a function that gives words',
    PAGE,
    'const words = (cost: Money) => {\n  return isFree ? free : formatPrice(cost);\n};',
  ],
  ['the piece itself', 'apps/web/src/ui/amount.tsx', '<span>{formatSum(of)}</span>'],
])('%s is none', (_what, path, source) => {
  expect(findBareMoney(plant({ [path]: source }))).toEqual([]);
});

function plant(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-money-'));
  planted.push(project);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return project;
}

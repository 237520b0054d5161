import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProvider } from './provider.ts';
import { readSettings } from './settings.ts';
import { TEST_CARDS } from './test-cards.ts';

const KEY = 'the key of a test shop';
const folder = mkdtempSync(join(tmpdir(), 'sandbox-payments-'));
const settings = readSettings({
  FARLINE_SANDBOX_PAYMENTS_PORT: '0',
  FARLINE_SANDBOX_PAYMENTS_KEY: KEY,
  FARLINE_DATA_DIR: folder,
});
const provider = await startProvider(settings, () => {});
const shop = `http://127.0.0.1:${provider.port}`;
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true });
});

/** The page where a card is typed: that of a payment, or of a card that is kept. */
async function pageOf(what: 'payments' | 'setups'): Promise<string> {
  const asked = {
    reference: what,
    customer: 'ada',
    returnUrl: 'http://shop.test/',
    ...(what === 'payments' ? { amountCents: 100, currency: 'USD' } : {}),
  };
  const answer = await fetch(`${shop}/v1/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'idempotency-key': what },
    body: JSON.stringify(asked),
  });
  const { id } = (await answer.json()) as { id: string };
  return `${shop}/${what === 'payments' ? 'pay' : 'keep'}/${id}`;
}
const filled = (html: string) => /name="number" value="([^"]*)"/.exec(html)?.[1];

test.each(['payments', 'setups'] as const)('of %s, each card that works is filled in by its link', async (what) => {
  const page = await pageOf(what);
  const empty = await (await fetch(page)).text();
  expect(filled(empty)).toBe('');
  for (const { number } of TEST_CARDS) {
    expect(empty).toContain(`href="?card=${number}"`);
    expect(filled(await (await fetch(`${page}?card=${number}`)).text())?.replaceAll(' ', '')).toBe(number);
  }
});

test('no other card is filled in, nor anything that is no card', async () => {
  const page = await pageOf('payments');
  for (const other of ['4111111111111111', '"><script>', '']) {
    const answer = await fetch(`${page}?card=${encodeURIComponent(other)}`);
    expect(answer.status).toBe(200);
    expect(filled(await answer.text())).toBe('');
  }
});

test.each([
  ['payments', { number: '4242 4242 4242 4242', expires: '13/44', code: '123' }, 'expires', '4242 4242 4242 4242'],
  ['payments', { number: '4242 4242 4242 4242', expires: '12/44', code: 'x' }, 'code', '4242 4242 4242 4242'],
  ['payments', { number: '4242 4242 4242 4243', expires: '12/44', code: '123' }, 'card', ''],
] as const)(
  'of %s, what is refused is shown again with its tick, and no number but ours',
  async (what, typed, wrong, number) => {
    const page = await pageOf(what);
    const refused = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ do: 'pay', keep: 'yes', ...typed }),
      redirect: 'manual',
    });
    const location = refused.headers.get('location') ?? '';
    expect(refused.status).toBe(303);
    expect(location).toContain(`wrong=${wrong}`);
    expect(location).not.toContain('4243');
    const shown = await (await fetch(new URL(location, page))).text();
    expect(shown).toContain('role="alert"');
    expect(shown).toContain('name="keep" value="yes" checked');
    expect(shown).toContain('&amp;keep=yes">4242 4242 4242 4242</a>');
    expect(filled(shown)).toBe(number);
    expect(shown).not.toMatch(/4243/);
  },
);

test('no sentence of somebody else stands on the page', async () => {
  const shown = await (await fetch(`${await pageOf('payments')}?wrong=${encodeURIComponent('toString')}`)).text();
  expect(shown).not.toContain('role="alert"');
});

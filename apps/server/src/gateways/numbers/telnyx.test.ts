import { type Fault, standInTelnyx, TELNYX_KEY } from '@farline/tools/stand-in-telnyx';
import { expect, onTestFinished, test } from 'vitest';
import { createTelnyxNumbers } from './index.ts';

const clock = { now: () => new Date('2026-11-25T23:00:00Z') };
const patience = { connectMs: 2_000, answerMs: 700 };
const ANY = { country: 'US', kind: null, digits: null } as const;

async function aProvider(over: { apiKey?: string; messagingProfileId?: string | null } = {}) {
  const telnyx = await standInTelnyx();
  onTestFinished(telnyx.close);
  const { url, publicKey } = telnyx;
  const known = { url, publicKey, apiKey: TELNYX_KEY, connectionId: '1293384261075731499' };
  const provider = createTelnyxNumbers({ ...known, messagingProfileId: null, ...over }, { clock, patience });
  return { ...telnyx, provider };
}

test('a search asks for a country, a type and digits, and leaves out what has no price that can be read', async () => {
  const { provider, book, asked } = await aProvider({ messagingProfileId: 'a-profile' });
  const e164 = book.add({ e164: '+13125550777', monthly: '1.2500010000', upfront: '0.5' });
  book.add({ e164: '+13125550778', monthly: '-1' });
  book.add({ e164: '+13125550779', upfront: 'NaN' });
  book.add({ e164: '+13125550770', bestEffort: true });
  const wanted = { country: 'US', kind: 'fixed', digits: { text: '077', isAtEnd: false } } as const;

  expect(await provider.search(wanted)).toEqual({
    state: 'found',
    numbers: [
      { e164, hasVoice: true, hasSms: true, monthlyMicros: 1_250_001n, setupMicros: 500_000n, currency: 'USD' },
    ],
  });
  const query = Object.fromEntries(asked[0]?.query ?? []);
  expect(query).toMatchObject({ 'filter[phone_number_type]': 'local', 'filter[phone_number][contains]': '077' });
});

test('without a profile for texts no number takes them', async () => {
  const { provider, book } = await aProvider();
  book.add({ e164: '+13125550777' });
  expect(await provider.search(ANY)).toMatchObject({ numbers: [{ hasVoice: true, hasSms: false }] });
});

test('many who look for the same at once are one question', async () => {
  const { provider, count } = await aProvider();
  await Promise.all(Array.from({ length: 50 }, async () => await provider.search(ANY)));
  expect(count(/available/)).toBe(1);
  await provider.search(ANY);
  expect(count(/available/)).toBe(2);
});

test('however many search, an order does not wait for them', async () => {
  const { provider, book, fail, asked } = await aProvider();
  const e164 = book.add({ e164: '+13125550777' });
  await provider.search(ANY);
  fail(/available/, { when: 'before', fails: 'silent' }, 100);
  let answered = 0;
  const search = async (digits: string) => {
    await provider.search({ ...ANY, digits: { text: digits, isAtEnd: true } });
    answered += 1;
  };
  void Promise.all(Array.from({ length: 80 }, async (_, digit) => await search(String(digit))));
  await expect.poll(() => asked.length).toBeGreaterThan(6);
  expect(await provider.order({ reference: 'a-reference', e164 })).toMatchObject({ state: 'ordered' });
  expect(await provider.findNumber(e164)).toMatchObject({ state: 'ours' });
  // Those alone that found the line full.
  expect(answered).toBeLessThanOrEqual(80 - 66);
});

test('no question about an order takes longer than is said, however many are asked at once and nobody answers', async () => {
  const { provider, fail } = await aProvider();
  fail(/./, { when: 'before', fails: 'silent' }, 200);
  const began = performance.now();
  const took = await Promise.all(
    Array.from({ length: 30 }, async (_, one) => {
      const providerOrderId = String(one);
      const found = await (one % 2 === 0
        ? provider.findNumber('+13125550777')
        : provider.findOrder({ reference: 'a-reference', providerOrderId }));
      return { ms: performance.now() - began, ...found };
    }),
  );
  const tooMany = took.filter((one) => 'why' in one && one.why === 'too many questions are under way');
  expect(tooMany).toHaveLength(12);
  expect(Math.max(...took.map(({ ms }) => ms))).toBeLessThan(provider.longestMs / 2);
  // To cancel an order is to ask for its part and to cancel that.
  const { connectMs, answerMs } = patience;
  expect(provider.longestMs).toBe(2 * 3 * (connectMs + answerMs));
});

test('what is odd in a list does not hide the rest of it, and is not taken for nothing', async () => {
  const { provider, book } = await aProvider();
  const e164 = book.add({ e164: '+13125550777' });
  await provider.search(ANY);
  book.how.wantsDocuments = true;
  await provider.order({ reference: 'a-reference', e164 });
  const find = async (reference: string) => await provider.findOrder({ reference, providerOrderId: null });
  book.how.odd = [null, { id: 7, status: 'melted' }, 'text'];
  const found = await find('a-reference');
  expect(found).toMatchObject({ state: 'known', order: { state: 'pending' } });
  // It may be ours, or not.
  expect(await find('another')).toMatchObject({ state: 'unavailable' });
  expect(await provider.findNumber(e164)).toMatchObject({ state: 'unavailable' });

  book.how.odd = [{ customer_reference: 'of-somebody', status: 'melted', phone_number: '+13125550000' }];
  expect(await find('another')).toEqual({ state: 'not_known' });
  expect(await provider.findNumber(e164)).toEqual({ state: 'not_ours' });
  book.how.odd = [{ customer_reference: 'another', phone_number: e164 }];
  expect(await find('another')).toMatchObject({ state: 'unavailable' });
  expect(await provider.findNumber(e164)).toMatchObject({ state: 'unavailable' });

  const providerOrderId = found.state === 'known' ? found.order.providerOrderId : '';
  await provider.cancelOrder({ providerOrderId });
  expect(await find('a-reference')).toMatchObject({ order: { state: 'failed' } });
  book.how.wantsDocuments = false;
  const other = book.add({ e164: '+13125550778' });
  await provider.search(ANY);
  await provider.order({ reference: 'the-other', e164: other });
  expect(await provider.findNumber(other)).toMatchObject({ state: 'ours' });
});

test.each<[string, Fault, object]>([
  ['a fault of theirs', { when: 'before', fails: 'status', status: 503 }, { state: 'unknown' }],
  ['an answer that never comes', { when: 'before', fails: 'silent' }, { state: 'unknown', why: 'no answer in time' }],
  ['a connection that breaks', { when: 'before', fails: 'reset' }, { state: 'unknown' }],
  ['a page', { when: 'before', fails: 'garbage' }, { state: 'unknown' }],
  ['a time-out of theirs', { when: 'before', fails: 'status', status: 408 }, { state: 'unknown' }],
  ['a redirect', { when: 'before', fails: 'status', status: 307 }, { state: 'unknown' }],
  [
    'too many requests',
    { when: 'before', fails: 'status', status: 429, retryAfter: '7' },
    { state: 'not_now', afterMs: 7_000 },
  ],
  ['an empty account', { when: 'before', fails: 'status', status: 402 }, { state: 'not_now' }],
  ['a number that is gone', { when: 'before', fails: 'status', status: 422 }, { state: 'refused' }],
])('%s to an order means what it can mean, and nothing better', async (_what, fault, outcome) => {
  const { provider, fail } = await aProvider();
  fail(/^POST/, fault);
  expect(await provider.order({ reference: 'a-reference', e164: '+13125550777' })).toMatchObject(outcome);
});

test('a wrong key is named in the reason, and the key is not', async () => {
  const { provider } = await aProvider({ apiKey: 'KEY-of-somebody-else' });
  const order = await provider.order({ reference: 'a-reference', e164: '+13125550777' });
  expect(order).toEqual({ state: 'not_now', why: 'answered 401: 10009 Authentication failed', afterMs: null });
  expect(await provider.findNumber('+13125550777')).toMatchObject({ state: 'unavailable' });
});

test('an order is found by its reference, by its id, or not at all', async () => {
  const { provider, book } = await aProvider();
  const e164 = book.add({ e164: '+13125550777' });
  await provider.search(ANY);
  book.how.wantsDocuments = true;
  const placed = await provider.order({ reference: 'a-reference', e164 });
  expect(placed).toMatchObject({ state: 'ordered', order: { state: 'pending', wantsDocuments: true } });
  const byReference = await provider.findOrder({ reference: 'a-reference', providerOrderId: null });
  expect(byReference).toMatchObject({ state: 'known', order: { state: 'pending' } });
  const providerOrderId = byReference.state === 'known' ? byReference.order.providerOrderId : '';
  expect(await provider.findOrder({ reference: 'another', providerOrderId })).toEqual(byReference);
  expect(await provider.findOrder({ reference: 'another', providerOrderId: null })).toEqual({ state: 'not_known' });
  expect(await provider.findOrder({ reference: 'x', providerOrderId: '../phone_numbers' })).toEqual({
    state: 'not_known',
  });

  await provider.cancelOrder({ providerOrderId });
  expect(await provider.findOrder({ reference: 'x', providerOrderId })).toMatchObject({ order: { state: 'failed' } });
});

test('a number that is given back is given back once, and is gone when it is given back again', async () => {
  const { provider, book, count } = await aProvider();
  const e164 = book.add({ e164: '+13125550777' });
  await provider.search(ANY);
  await provider.order({ reference: 'a-reference', e164 });
  const found = await provider.findNumber(e164);
  const [id = ''] = found.state === 'ours' ? found.providerNumberIds : [];
  expect(await provider.release(id)).toEqual({ state: 'released' });
  expect(await provider.release(id)).toEqual({ state: 'released' });
  expect(await provider.findNumber(e164)).toEqual({ state: 'not_ours' });
  expect(book.heldNow()).toEqual([]);
  expect(count(/^DELETE/)).toBe(2);
});

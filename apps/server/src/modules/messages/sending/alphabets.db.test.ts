import { expect, test } from 'vitest';
import { messagesWorld, PEER, PER_SEGMENT, testCarrier } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import type { Carrier } from '../record/carrier.ts';
import { planMessage } from './plan-message.ts';

const { database } = await testDatabase();

const TURKISH = { nationalShift: ['turkish'] } as const;
const BOTH = { nationalShift: ['hindi', 'turkish'] } as const;
const LATIN_1 = { isLatin1: true };
const GSM_7 = {};
/** 155 of them fit into one segment by the Turkish table, and 70 in UCS-2. */
const IN_TURKISH = 'ş'.repeat(100);
const WITH_EURO = `${'a'.repeat(99)}€`;

const carrierWith = (name: string, writes: Partial<Carrier['writes']>) =>
  testCarrier(name, { isSandbox: true, writes });

test.each([
  ['the GSM alphabet alone', [GSM_7], IN_TURKISH, { encoding: 'ucs-2', segments: 2 }],
  ['the Turkish tables', [TURKISH], IN_TURKISH, { encoding: 'gsm-7', segments: 1 }],
  ['the Turkish tables, cut', [TURKISH], IN_TURKISH.repeat(4), { encoding: 'gsm-7', segments: 3 }],
  ['the Turkish tables, both of two', [BOTH, TURKISH], IN_TURKISH, { encoding: 'gsm-7', segments: 1 }],
  ['the Turkish tables, one of two', [TURKISH, GSM_7], IN_TURKISH, { encoding: 'ucs-2', segments: 2 }],
  ['the GSM alphabet, with a euro', [GSM_7], WITH_EURO, { encoding: 'gsm-7', segments: 1 }],
  ['Latin-1, with a euro', [LATIN_1], WITH_EURO, { encoding: 'ucs-2', segments: 2 }],
  ['Latin-1, the second of two', [GSM_7, LATIN_1], WITH_EURO, { encoding: 'ucs-2', segments: 2 }],
  ['Latin-1, with what it has', [LATIN_1], 'Grüße [ñ]'.repeat(12), { encoding: 'gsm-7', segments: 1 }],
] as const)(
  'by carriers that write %s, what is shown is what is sold and sent',
  async (_what, writes, text, counted) => {
    const carriers = writes.map((one, index) => carrierWith(`carrier-${index + 1}`, one));
    const world = await messagesWorld(database, { carriers });
    const customer = await world.customer('1.00');
    const { accountId } = customer;

    const shown = await planMessage(world.deps, { accountId, to: PEER, from: undefined, text, defaultCountry: 'GB' });
    expect({ encoding: shown.segments.encoding, segments: shown.segments.parts.length }).toEqual(counted);
    const sold = await world.write(customer, text);
    expect(sold).toMatchObject(counted);
    await world.send();

    const [carrier] = carriers;
    expect(carrier?.submitted).toHaveLength(counted.segments);
    expect(carrier?.submitted.map((part) => part.text).join('')).toBe(text);
    for (const part of carrier?.submitted ?? []) expect(part.encoding).toBe(counted.encoding);
    const chargedMicros = PER_SEGMENT * BigInt(counted.segments);
    expect(await world.message(sold.id)).toMatchObject({ state: 'sent', paid: { chargedMicros } });
  },
);

test('a carrier is told the tables that a text is written in', async () => {
  const carrier = carrierWith('sandbox', TURKISH);
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  await world.write(customer, IN_TURKISH);
  await world.write(customer, 'Hello');
  await world.send();
  const nationalShift = { language: 'turkish', locking: true, single: false };
  expect(carrier.submitted).toMatchObject([{ nationalShift }, { nationalShift: null }]);
});

test('a text that would take more segments than were sold, since carriers have changed, is refused and costs nothing', async () => {
  const carrier = carrierWith('sandbox', TURKISH);
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  const sold = await world.write(customer, IN_TURKISH);
  expect(sold.segments).toBe(1);
  carrier.writes = { nationalShift: [], isLatin1: false };
  await world.send();

  expect(carrier.submitted).toEqual([]);
  expect(await world.message(sold.id)).toMatchObject({
    state: 'failed',
    reason: 'refused',
    paid: { chargedMicros: 0n },
  });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n, held: 0n });
});

test('a text that was sold in UCS-2 goes so, whatever carriers write by now', async () => {
  const carrier = carrierWith('sandbox', LATIN_1);
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  const sold = await world.write(customer, WITH_EURO);
  carrier.writes = { nationalShift: [], isLatin1: false };
  await world.send();

  expect(carrier.submitted.map(({ encoding }) => encoding)).toEqual(['ucs-2', 'ucs-2']);
  expect(await world.message(sold.id)).toMatchObject({ state: 'sent', paid: { chargedMicros: PER_SEGMENT * 2n } });
});

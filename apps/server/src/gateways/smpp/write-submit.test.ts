import { encodeGsm7, encodeUcs2 } from '@farline/sms';
import { TLV } from '@farline/smpp';
import { expect, test } from 'vitest';
import type { BindSettings, MessagePart } from './bind.ts';
import { aPart, someSettings } from './testing/bind-world.ts';
import { writeSubmit } from './write-submit.ts';

const write = (part: MessagePart, change: Partial<BindSettings> = {}) => writeSubmit(part, someSettings(1, change));
const concatenation = { reference: 0x0102, total: 3, number: 2, referenceBits: 16 } as const;
const octets = (...values: number[]) => Buffer.from(values);

test('a plain text goes in the default alphabet, and asks for a receipt of any end', () => {
  expect(write(aPart('Hi @'))).toMatchObject({
    dataCoding: 0,
    esmClass: 0,
    registeredDelivery: 1,
    validFor: '000001000000000R',
    source: { ton: 1, npi: 1, text: '14155550100' },
    destination: { ton: 1, npi: 1, text: '447700900123' },
    octets: octets(0x48, 0x69, 0x20, 0x00),
    tlvs: new Map(),
  });
});

test.each([
  ['Farline', { ton: 5, npi: 0, text: 'Farline' }],
  ['12345', { ton: 3, npi: 0, text: '12345' }],
  ['+447700900123', { ton: 1, npi: 1, text: '447700900123' }],
])('a sender %s is marked as what it is', (from, source) => {
  expect(write(aPart('Hi', { from })).source).toEqual(source);
});

test('a carrier that marks addresses in its own way is written to in its own way', () => {
  const addressTypes = { short: { ton: 0, npi: 1 } };

  expect(write(aPart('Hi', { from: '12345' }), { addressTypes })).toMatchObject({
    source: { ton: 0, npi: 1, text: '12345' },
    destination: { ton: 1, npi: 1, text: '447700900123' },
  });
});

test('Latin-1 carriers get Latin-1, and UCS-2 for what that lacks', () => {
  expect(write(aPart('Hé'), { alphabet: 'latin-1' })).toMatchObject({ dataCoding: 0, octets: octets(0x48, 0xe9) });
  expect(write(aPart('€'), { alphabet: 'latin-1' })).toMatchObject({ dataCoding: 8, octets: octets(0x20, 0xac) });
});

test('UCS-2 goes as such', () => {
  expect(write(aPart('日', { encoding: 'ucs-2' }))).toMatchObject({ dataCoding: 8, octets: octets(0x65, 0xe5) });
});

test('a part is numbered in its header, with the reference that it was cut for', () => {
  expect(write(aPart('Hi', { concatenation }))).toMatchObject({
    esmClass: 0x40,
    octets: octets(6, 8, 4, 1, 2, 3, 2, 0x48, 0x69),
  });
  expect(write(aPart('Hi', { concatenation: { ...concatenation, referenceBits: 8 } }))).toMatchObject({
    octets: octets(5, 0, 3, 2, 3, 2, 0x48, 0x69),
  });
});

test('where the carrier wants it, a part is numbered by parameters', () => {
  const { esmClass, octets: text, tlvs } = write(aPart('Hi', { concatenation }), { longMessages: 'sar' });

  expect({ esmClass, text }).toEqual({ esmClass: 0, text: octets(0x48, 0x69) });
  expect([...tlvs]).toEqual([
    [TLV.sarReference, Uint8Array.of(1, 2)],
    [TLV.sarTotal, Uint8Array.of(3)],
    [TLV.sarNumber, Uint8Array.of(2)],
  ]);
});

test('a part in a national table names it in its header, and is numbered there as well', () => {
  const nationalShift = { language: 'turkish', locking: false, single: true } as const;
  const written = write(aPart('ş', { concatenation, nationalShift }), { longMessages: 'sar' });

  expect(written).toMatchObject({ esmClass: 0x40, tlvs: new Map() });
  expect(written.octets.subarray(0, 10)).toEqual(octets(9, 8, 4, 1, 2, 3, 2, 0x24, 1, 1));
});

test.each([
  ['one segment', 'x'.repeat(160), 'gsm-7', false],
  ['one segment with signs that count twice', '€'.repeat(80), 'gsm-7', false],
  ['more than a segment', 'x'.repeat(161), 'gsm-7', true],
  ['more than a segment, by signs that count twice', '€'.repeat(81), 'gsm-7', true],
  ['one segment of UCS-2', '日'.repeat(70), 'ucs-2', false],
  ['more than a segment of UCS-2', '日'.repeat(71), 'ucs-2', true],
  ['more than a field has room for', 'x'.repeat(255), 'gsm-7', true],
] as const)(
  'where the carrier cuts, %s goes whole, as a payload if it is more than one',
  (_, text, encoding, isPayload) => {
    const written = write(aPart(text, { encoding }), { longMessages: 'payload' });
    const payload = written.tlvs.get(TLV.messagePayload);

    expect([written.octets.length === 0, payload !== undefined]).toEqual([isPayload, isPayload]);
    expect(Buffer.from(payload ?? written.octets)).toEqual(
      Buffer.from(encoding === 'ucs-2' ? encodeUcs2(text) : encodeGsm7(text, null)),
    );
  },
);

test.each([
  ['é'.repeat(160), false],
  ['é'.repeat(161), true],
  ['[' + 'é'.repeat(159), true],
])('in Latin-1 %j is counted as telephones get it', (text, isPayload) => {
  const { tlvs } = write(aPart(text), { longMessages: 'payload', alphabet: 'latin-1' });
  expect(tlvs.has(TLV.messagePayload)).toBe(isPayload);
});

test('a part that we have cut is no payload, as long as it fits', () => {
  expect(write(aPart('x'.repeat(200), { concatenation }), { longMessages: 'payload' }).tlvs.size).toBe(0);
});

test.each([
  [1, '000000000001000R'],
  [90_061, '000001010101000R'],
  [1e9, '000030000000000R'],
  [0, '000000000001000R'],
])('%i s is a time of SMPP', (validForSeconds, validFor) => {
  expect(write(aPart('Hi', { validForSeconds })).validFor).toBe(validFor);
});

test.each(['', 'ЅТОР', 'TwelveLetter', '+', '+1234567890123456', 'a\0b'])('a sender "%s" cannot be written', (from) => {
  expect(() => write(aPart('Hi', { from }))).toThrow(RangeError);
});

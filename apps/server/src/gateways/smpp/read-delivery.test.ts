import { encodeUcs2 } from '@farline/sms';
import { PLAIN_MESSAGE, type ShortMessage, TLV } from '@farline/smpp';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BindSettings } from './bind.ts';
import { readDelivery } from './read-delivery.ts';
import { aDelivery } from './testing/bind-world.ts';

const RECEIPT_TEXT = 'id:ff sub:001 dlvrd:001 submit date:2611222300 done date:2611222301 stat:DELIVRD err:000 text:Hi';
const usual = { alphabet: 'gsm-7', messageIds: 'same' } as const;
const read = (message: ShortMessage, settings: Partial<Pick<BindSettings, 'alphabet' | 'messageIds'>> = {}) =>
  readDelivery(message, { ...usual, ...settings });
const octets = (...values: number[]) => Buffer.from(values);

test('a text comes with its numbers in E.164', () => {
  expect(read(aDelivery('Héllo'))).toEqual({
    kind: 'received',
    part: { from: '+447700900123', to: '+14155550100', text: 'Héllo', concatenation: null },
  });
});

test.each([
  [{ ton: 5, npi: 0, text: 'ACME' }, 'ACME'],
  [{ ton: 0, npi: 1, text: '447700900123' }, '+447700900123'],
  [{ ton: 0, npi: 1, text: '00447700900123' }, '+447700900123'],
  [{ ton: 1, npi: 1, text: '00447700900123' }, '+447700900123'],
  [{ ton: 1, npi: 1, text: '07700900123' }, '07700900123'],
  [{ ton: 1, npi: 1, text: '+447700900123' }, '+447700900123'],
  [{ ton: 0, npi: 0, text: '12345' }, '12345'],
  [{ ton: 2, npi: 1, text: '7700900123' }, '7700900123'],
])('who wrote as %j is %s', (source, from) => {
  expect(read(aDelivery('Hi', { source }))).toMatchObject({ part: { from } });
});

test.each([
  [0x00, octets(0x00, 0x41), '@A'],
  [0x01, octets(0x40, 0x41), '@A'],
  [0x03, octets(0xe9), 'é'],
  [0x06, octets(0xbf, 0xe0, 0xd8, 0xd2, 0xd5, 0xe2, 0x21), 'Привет!'],
  [0x07, octets(0xf9, 0xec, 0xe5, 0xed), 'שלום'],
  [0x08, Buffer.from(encodeUcs2('日本')), '日本'],
  [0x0a, octets(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42), '日本'],
  [0x0e, octets(0xbe, 0xc8, 0xb3, 0xe7), '안녕'],
  [0x18, Buffer.from(encodeUcs2('日本')), '日本'],
  [0x40, octets(0x00, 0x41), '@A'],
  [0x48, Buffer.from(encodeUcs2('日本')), '日本'],
  [0xc8, octets(0x00, 0x41), '@A'],
  [0xd0, octets(0x00, 0x41), '@A'],
  [0xe0, Buffer.from(encodeUcs2('日本')), '日本'],
  [0xf0, octets(0x00, 0x41), '@A'],
])('data_coding %i is read as what it says', (dataCoding, written, text) => {
  expect(read(aDelivery('', { dataCoding, octets: written }))).toMatchObject({ part: { text } });
});

test('data_coding 0 is what this carrier takes it for', () => {
  const message = aDelivery('', { dataCoding: 0, octets: octets(0x40) });

  expect(read(message, { alphabet: 'latin-1' })).toMatchObject({ part: { text: '@' } });
  expect(read(message)).toMatchObject({ part: { text: '¡' } });
});

test.each([
  ['octets', aDelivery('x', { dataCoding: 0x04 })],
  ['the notice of an MMS', aDelivery('', { esmClass: 0x40, octets: octets(6, 5, 4, 0x0b, 0x84, 0x23, 0xf0, 1, 6) })],
])('%s are no text, and who sent them is known', (_, message) => {
  const delivery = read(message);
  expect(delivery).toMatchObject({ kind: 'received', part: { from: '+447700900123', text: null } });
  expect(delivery).not.toHaveProperty('part.isUnknownAlphabet');
});

test.each([0x05, 0x09, 0x0d])(
  'data_coding %i is a text in an alphabet that cannot be read, and no picture',
  (dataCoding) => {
    const written = octets(0x46, 0x7c);
    expect(read(aDelivery('', { dataCoding, octets: written }))).toMatchObject({
      part: { text: null, isUnknownAlphabet: true },
    });
  },
);

test('what is for a program is no text, also in an alphabet that cannot be read', () => {
  const notice = aDelivery('', {
    dataCoding: 0x05,
    esmClass: 0x40,
    octets: octets(6, 5, 4, 0x0b, 0x84, 0x23, 0xf0, 1),
  });
  expect(read(notice)).not.toHaveProperty('part.isUnknownAlphabet');
});

test('a part says which it is, by its header or by its parameters', () => {
  const header = aDelivery('', { esmClass: 0x40, octets: octets(6, 8, 4, 1, 2, 3, 2, 0x48, 0x69) });
  const sar = new Map([
    [TLV.sarReference, octets(1, 2)],
    [TLV.sarTotal, octets(3)],
    [TLV.sarNumber, octets(2)],
  ]);

  for (const message of [header, aDelivery('Hi', { tlvs: sar })]) {
    expect(read(message)).toMatchObject({
      part: { text: 'Hi', concatenation: { reference: 0x0102, total: 3, number: 2 } },
    });
  }
});

test('a number past the total numbers nothing', () => {
  const tlvs = new Map([
    [TLV.sarReference, octets(1, 2)],
    [TLV.sarTotal, octets(3)],
    [TLV.sarNumber, octets(4)],
  ]);

  expect(read(aDelivery('Hi', { tlvs }))).toMatchObject({ part: { concatenation: null } });
});

test('a text in message_payload is read there', () => {
  const tlvs = new Map([[TLV.messagePayload, Buffer.from('Hello')]]);

  expect(read(aDelivery('', { tlvs }))).toMatchObject({ part: { text: 'Hello' } });
});

test('a receipt says what became of which message, and for whom it was', () => {
  expect(read(aDelivery(RECEIPT_TEXT, { esmClass: 0x04 }))).toMatchObject({
    kind: 'receipt',
    receipt: { carrierMessageId: 'ff', state: 'delivered', from: '+14155550100', to: '+447700900123' },
  });
});

test('the id of a receipt is written as that of its submit', () => {
  const message = aDelivery(RECEIPT_TEXT, { esmClass: 0x04 });

  expect(read(message, { messageIds: 'receipts-hexadecimal' })).toMatchObject({ receipt: { carrierMessageId: '255' } });
});

test.each([
  ['in ASCII that is marked as the GSM alphabet', 'message_id=a_1;status=DELIVERED;text:', '\u0005te'],
  ['in the GSM alphabet', 'message\u0011id=a\u00111;status=DELIVERED;text:', 'éte'],
  ['in what is the same in both', 'id:a\u00111 stat:DELIVRD text:', 'éte'],
])('a receipt written %s has its id as in the response', (_, written, beginning) => {
  const words = octets(0x05, 0x74, 0x65);
  const message = aDelivery('', {
    esmClass: 0x04,
    dataCoding: 0,
    octets: Buffer.concat([Buffer.from(written), words]),
  });

  expect(read(message)).toMatchObject({ receipt: { carrierMessageId: 'a_1', state: 'delivered', beginning } });
});

test('a receipt as parameters alone is one, with its type and without', () => {
  const tlvs = new Map([
    [TLV.receiptedMessageId, Buffer.from('abc\0')],
    [TLV.messageState, octets(5)],
  ]);

  for (const esmClass of [0x04, 0x00]) {
    expect(read(aDelivery('', { esmClass, tlvs }))).toMatchObject({
      receipt: { carrierMessageId: 'abc', state: 'undelivered' },
    });
  }
});

test('a receipt of a message whose id is longer than SMPP allows is read like any other', () => {
  const id = `${'7'.repeat(99)}a`;

  expect(read(aDelivery(`id:${id} stat:DELIVRD`, { esmClass: 0x04 }))).toMatchObject({
    kind: 'receipt',
    receipt: { carrierMessageId: id, state: 'delivered' },
  });
});

test('a text that looks like a receipt is a text: somebody wrote it', () => {
  expect(read(aDelivery(RECEIPT_TEXT))).toMatchObject({ kind: 'received', part: { text: RECEIPT_TEXT } });
});

test.each([
  ['a receipt of nothing', aDelivery('thank you', { esmClass: 0x04 })],
  ['an acknowledgement of a telephone', aDelivery('', { esmClass: 0x08 })],
])('%s cannot be read', (_, message) => {
  expect(read(message).kind).toBe('unreadable');
});

test('whatever is delivered, reading it ends and never throws', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const some = fc.uint8Array({ maxLength: 60 }).map((values) => Buffer.from(values));
  const tlvs = fc
    .array(fc.tuple(fc.constantFrom(...Object.values(TLV)), some), { maxLength: 6 })
    .map((entries) => new Map(entries));
  const address = fc.record({ ton: octet, npi: octet, text: fc.string({ maxLength: 20 }) });
  fc.assert(
    fc.property(octet, octet, some, tlvs, address, (esmClass, dataCoding, written, parameters, source) => {
      const message = { ...PLAIN_MESSAGE, source, destination: source };
      const delivery = read({ ...message, esmClass, dataCoding, octets: written, tlvs: parameters });
      expect(['receipt', 'received', 'unreadable']).toContain(delivery.kind);
    }),
    { numRuns: 2000 },
  );
});

import { checkArithmetic, micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import type { ChargedMessage } from '../rating/index.ts';
import { messageReceipt } from './message-receipt.ts';

const at = new Date('2034-05-01T08:00:00Z');
const HEAD = {
  id: '01a22490-1068-72f1-a9bb-92aafdcf0f43',
  issuer: 'https://farline.example',
  issuedAt: at,
  keyId: 'key',
};
const MESSAGE: ChargedMessage = {
  id: '01a22490-1068-72f1-a9bb-92aafdcf0f44',
  accountId: '01a22490-1068-72f1-a9bb-92aafdcf0f45',
  from: '+999000000001',
  to: '+447700900123',
  encoding: 'gsm-7',
  segments: 1,
  writtenAt: at,
  acceptedAt: at,
  isPractice: false,
  rateId: 'rate',
  currency: 'USD',
  perSegmentMicros: micros(20_000n),
  paidBy: 'money',
  includedSegments: 0,
  paidSegments: 1,
  chargedMicros: micros(20_000n),
  returnedMicros: micros(0n),
  returned: { includedSegments: 0, paidSegments: 0 },
};

test('an answer that went out at no price has a receipt of nothing, whose arithmetic holds', () => {
  const receipt = messageReceipt({ ...MESSAGE, perSegmentMicros: micros(0n), chargedMicros: micros(0n) }, HEAD);
  expect(receipt).toMatchObject({ quote: { perSegmentMicros: '0' }, total: { amountMicros: '0' } });
  expect(checkArithmetic(receipt).every(({ holds }) => holds)).toBe(true);
});

test('a receipt that would not give what was charged is never written', () => {
  expect(() => messageReceipt({ ...MESSAGE, chargedMicros: micros(30_000n) }, HEAD)).toThrow(
    'is not what its quote gives',
  );
  expect(messageReceipt(MESSAGE, HEAD)).toMatchObject({ total: { amountMicros: '20000' } });
});

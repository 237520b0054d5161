import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDeliveryReceipt } from './delivery-receipt.ts';

const none = {};

test.each([
  [
    'id:0123456789 sub:001 dlvrd:001 submit date:2611221030 done date:2611221031 stat:DELIVRD err:000 text:Hello stat:EXPIRED',
    {
      carrierMessageId: '0123456789',
      state: 'delivered',
      error: null,
      doneAt: new Date('2026-11-22T10:31:00Z'),
      beginning: 'Hello',
    },
  ],
  [
    'ID:70BA8A69 SUB:001 DLVRD:000 SUBMIT DATE:261122103015 DONE DATE:261122103159 STAT:UNDELIV ERR:027 TEXT:',
    {
      carrierMessageId: '70BA8A69',
      state: 'undelivered',
      error: '027',
      doneAt: new Date('2026-11-22T10:31:59Z'),
      beginning: null,
    },
  ],
  [
    'stat:EXPIRED err:001 done date:2611221031 id:f3e7-1a',
    {
      carrierMessageId: 'f3e7-1a',
      state: 'expired',
      error: '001',
      doneAt: new Date('2026-11-22T10:31:00Z'),
      beginning: null,
    },
  ],
  [
    'text:Hi id:forged stat:UNDELIV sub:001 id:42 done date:2611221031 stat:DELIVRD err:000',
    {
      carrierMessageId: '42',
      state: 'delivered',
      error: null,
      doneAt: new Date('2026-11-22T10:31:00Z'),
      beginning: 'Hi',
    },
  ],
  [
    'message_id=abc-1;status=DELIVERED;error_code=0;done_date=2026-11-22 10:31:59',
    {
      carrierMessageId: 'abc-1',
      state: 'delivered',
      error: null,
      doneAt: new Date('2026-11-22T10:31:59Z'),
      beginning: null,
    },
  ],
  [
    'MsgId: 77, Status: REJECTED, Err: spam, Final Date: 20261122103159',
    {
      carrierMessageId: '77',
      state: 'rejected',
      error: 'spam',
      doneAt: new Date('2026-11-22T10:31:59Z'),
      beginning: null,
    },
  ],
  [
    'id:9 stat:ACCEPTD done date:2613451031',
    { carrierMessageId: '9', state: 'accepted', error: null, doneAt: null, beginning: null },
  ],
  ['id:9 stat:SOMETHING', { carrierMessageId: '9', state: 'unknown', error: null, doneAt: null, beginning: null }],
  ['id:9 stat:BUFFRED', { carrierMessageId: '9', state: 'enroute', error: null, doneAt: null, beginning: null }],
])('the receipt %j is read', (text, receipt) => {
  expect(readDeliveryReceipt({ text, tlvs: none })).toEqual(receipt);
});

test.each([
  ['ENROUTE', 'enroute'],
  ['DELIVRD', 'delivered'],
  ['EXPIRED', 'expired'],
  ['DELETED', 'deleted'],
  ['UNDELIV', 'undelivered'],
  ['ACCEPTD', 'accepted'],
  ['UNKNOWN', 'unknown'],
  ['REJECTD', 'rejected'],
])('the word %s of SMPP 3.4 appendix B is %s', (word, state) => {
  expect(readDeliveryReceipt({ text: `id:1 stat:${word}`, tlvs: none })?.state).toBe(state);
});

test.each([
  [0, 'enroute'],
  [1, 'enroute'],
  [2, 'delivered'],
  [3, 'expired'],
  [4, 'deleted'],
  [5, 'undelivered'],
  [6, 'accepted'],
  [7, 'unknown'],
  [8, 'rejected'],
  [9, 'deleted'],
  [77, 'unknown'],
])('the state %i of a parameter is %s', (number, state) => {
  expect(readDeliveryReceipt({ text: '', tlvs: { receipted_message_id: '1', message_state: number } })?.state).toBe(
    state,
  );
});

test('what the parameters say counts before the text', () => {
  const tlvs = {
    receipted_message_id: '70BA8A69\0',
    message_state: 5,
    network_error_code: Uint8Array.of(3, 0, 27),
  };

  expect(readDeliveryReceipt({ text: 'id:1891273321 stat:DELIVRD err:000 done date:2611221031', tlvs })).toEqual({
    carrierMessageId: '70BA8A69',
    state: 'undelivered',
    error: '027',
    doneAt: new Date('2026-11-22T10:31:00Z'),
    beginning: null,
  });
});

test.each(['', 'Hello, see you at 5?', 'id:5', 'stat:DELIVRD', `id:${'9'.repeat(256)} stat:DELIVRD`])(
  'the text %j is no receipt',
  (text) => {
    expect(readDeliveryReceipt({ text, tlvs: none })).toBeNull();
  },
);

test('an id that is as long as the one in a response may be names its message', () => {
  const id = '9'.repeat(255);

  expect(readDeliveryReceipt({ text: `id:${id} stat:DELIVRD`, tlvs: none })?.carrierMessageId).toBe(id);
  expect(
    readDeliveryReceipt({ text: '', tlvs: { receipted_message_id: id, message_state: 2 } })?.carrierMessageId,
  ).toBe(id);
});

test('no text makes the reader fail, nor a long one slow', () => {
  const word = fc.constantFrom('id:', 'stat:', 'err=', 'text:', 'done date:', ' ', '0', 'x', '\n', 'message_id', ': ');
  const texts = fc.array(fc.oneof(word, fc.string()), { maxLength: 60 }).map((words) => words.join(''));
  fc.assert(
    fc.property(texts, fc.option(fc.string(), { nil: undefined }), fc.integer(), (text, id, state) => {
      const receipt = readDeliveryReceipt({ text, tlvs: { receipted_message_id: id, message_state: state } });

      expect(receipt === null || receipt.carrierMessageId.trim() !== '').toBe(true);
    }),
  );
  expect(readDeliveryReceipt({ text: 'id: stat: '.repeat(100_000), tlvs: none })).toBeNull();
});

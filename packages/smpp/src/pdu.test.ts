import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePdu, encodeRequest, encodeResponse, type SmppRequest, type SmppResponse } from './pdu.ts';
import { plainResponse } from './plain-response.ts';
import { PLAIN_MESSAGE, type ShortMessage } from './short-message.ts';
import { STATUS, statusName } from './statuses.ts';
import { TLV } from './tlvs.ts';

const hex = (octets: string) => Buffer.from(octets.replaceAll(/\s/g, ''), 'hex');
const frame = (commandId: string, body: Buffer, { status = '00000000', sequence = '00000007' } = {}) =>
  Buffer.concat([hex((16 + body.length).toString(16).padStart(8, '0') + commandId + status + sequence), body]);

const submitted: ShortMessage = {
  ...PLAIN_MESSAGE,
  source: { ton: 5, npi: 0, text: 'Farline' },
  destination: { ton: 1, npi: 1, text: '447700900123' },
  esmClass: 0x40,
  validFor: '000002000000000R',
  registeredDelivery: 1,
  dataCoding: 8,
  octets: hex('0048 0069'),
  tlvs: new Map([[TLV.sarReference, hex('0102')]]),
};
const SUBMITTED = hex(`
  00
  05 00 4661726c696e6500
  01 01 34343737303039303031323300
  40 00 00
  00
  30303030303230303030303030303052 00
  01 00 08 00
  04 00480069
  020c 0002 0102
`);

test('a bind is written as SMPP 3.4 §4.1.1 has it', () => {
  const bind = { systemId: 'farline', password: 'secret', systemType: 'VMA', interfaceVersion: 0x34 };

  expect(encodeRequest(7, { command: 'bind_transceiver', ...bind })).toEqual(
    frame('00000009', hex('6661726c696e6500 73656372657400 564d4100 34 00 00 00')),
  );
});

test('a message is written and read as SMPP 3.4 §4.4.1 has it', () => {
  expect(encodeRequest(7, { command: 'submit_sm', message: submitted })).toEqual(frame('00000004', SUBMITTED));
  expect(decodePdu(frame('00000004', SUBMITTED))).toEqual({
    kind: 'request',
    sequence: 7,
    request: { command: 'submit_sm', message: submitted },
  });
});

test('data_sm has the fields of SMPP 3.4 §4.7.1, and its text in message_payload', () => {
  const body = hex('00 01 01 333300 01 01 343400 04 01 03  0424 0002 4869  001e 0002 3700');
  const { source, destination, dataCoding, tlvs } = messageOf(frame('00000103', body));

  expect({ source, destination, dataCoding }).toEqual({
    source: { ton: 1, npi: 1, text: '33' },
    destination: { ton: 1, npi: 1, text: '44' },
    dataCoding: 3,
  });
  expect(tlvs.get(TLV.messagePayload)).toEqual(hex('4869'));
  expect(tlvs.get(TLV.receiptedMessageId)).toEqual(hex('3700'));
});

test('a response that refuses has no body, and is read without one', () => {
  const refused = encodeResponse(7, plainResponse('submit_sm', STATUS.ESME_RINVDSTADR));

  expect(refused).toEqual(frame('80000004', Buffer.alloc(0), { status: '0000000b' }));
  expect(decodePdu(refused)).toEqual({
    kind: 'response',
    sequence: 7,
    response: { command: 'submit_sm_resp', status: 0x0b, messageId: '' },
  });
});

test('an id at the end of a PDU is read with its NUL and without', () => {
  for (const body of ['616263', '61626300']) {
    expect(decodePdu(frame('80000004', hex(body)))).toMatchObject({ response: { messageId: 'abc' } });
  }
});

test.each([
  ['0428 0001 5a', 90],
  ['0428 0001 64', 100],
  ['001d 0002 6f00  0428 0001 00', 0],
  ['0428 0001 ff', undefined],
  ['0428 0002 005a', undefined],
  ['0428 0001', undefined],
  ['', undefined],
])('a response tells how loaded the other side is, as SMPP 5.0 §4.8.4.18 has it, or nothing: %s', (tlvs, state) => {
  expect(decodePdu(frame('80000004', hex(`616200 ${tlvs}`)))).toEqual({
    kind: 'response',
    sequence: 7,
    response: { command: 'submit_sm_resp', status: 0, messageId: 'ab', congestionState: state },
  });
});

test('how loaded we are is written after the id', () => {
  const told = { command: 'submit_sm_resp', status: 0, messageId: 'ab', congestionState: 90 } as const;

  expect(encodeResponse(7, told)).toEqual(frame('80000004', hex('616200 0428 0001 5a')));
});

test('parameters that are broken off are left out, and the message before them is whole', () => {
  const broken = Buffer.concat([SUBMITTED, hex('0427 00ff 02')]);

  expect(messageOf(frame('00000004', broken))).toEqual(submitted);
});

test.each([
  ['a text that is longer than what follows', hex('00 0000 3300 0000 3400 00 00 00 00 00 00 00 00 00 ff 4869')],
  ['a message that ends within its fields', hex('00 0000 3300')],
  ['an address without end', Buffer.concat([hex('00 0000'), Buffer.alloc(300, 0x33)])],
])('%s is unreadable, with a status to refuse it by', (_, body) => {
  expect(decodePdu(frame('00000005', body))).toMatchObject({
    kind: 'unreadable',
    sequence: 7,
    request: 'deliver_sm',
    status: STATUS.ESME_RINVMSGLEN,
  });
});

test('a command that we do not know is refused as such', () => {
  expect(decodePdu(frame('00000112', hex('00')))).toMatchObject({
    kind: 'unreadable',
    request: null,
    status: STATUS.ESME_RINVCMDID,
  });
});

test('what has no place in its field is never written', () => {
  const write = (change: Partial<ShortMessage>) => () =>
    encodeRequest(1, { command: 'submit_sm', message: { ...submitted, ...change } });

  expect(write({ source: { ton: 1, npi: 1, text: '33\x0044' } })).toThrow(RangeError);
  expect(write({ source: { ton: 1, npi: 1, text: '3'.repeat(65) } })).toThrow(RangeError);
  expect(write({ source: { ton: 1, npi: 1, text: 'Ω' } })).toThrow(RangeError);
  expect(write({ octets: Buffer.alloc(255) })).toThrow(RangeError);
  expect(write({ esmClass: 256 })).toThrow(RangeError);
});

test('a status is called by its name, and one of a carrier alone by its number', () => {
  expect(statusName(0x58)).toBe('ESME_RTHROTTLED');
  expect(statusName(0x401)).toBe('0x00000401');
});

const latin = (mostCharacters: number) =>
  fc.string({
    unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: mostCharacters,
  });
const octet = fc.integer({ min: 0, max: 255 });
const buffer = (maxLength: number) => fc.uint8Array({ maxLength }).map((octets) => Buffer.from(octets));
const address = fc.record({ ton: octet, npi: octet, text: latin(64) });
const aMessage = fc.record({
  serviceType: latin(5),
  source: address,
  destination: address,
  scheduledFor: latin(16),
  validFor: latin(16),
  esmClass: octet,
  protocolId: octet,
  priority: octet,
  registeredDelivery: octet,
  replaceIfPresent: octet,
  dataCoding: octet,
  octets: buffer(254),
  tlvs: fc
    .array(fc.tuple(fc.integer({ min: 0, max: 0xffff }), buffer(40)), { maxLength: 5 })
    .map((entries) => new Map(entries)),
});
const aRequest: fc.Arbitrary<SmppRequest> = fc.oneof(
  fc.record({ command: fc.constantFrom('submit_sm', 'deliver_sm'), message: aMessage }),
  fc.record({
    command: fc.constantFrom('bind_receiver', 'bind_transmitter', 'bind_transceiver'),
    systemId: latin(64),
    password: latin(64),
    systemType: latin(64),
    interfaceVersion: octet,
  }),
  fc.record({ command: fc.constantFrom('enquire_link', 'unbind') }),
);
const aResponse: fc.Arbitrary<SmppResponse> = fc.oneof(
  fc.record({
    command: fc.constantFrom('submit_sm_resp', 'deliver_sm_resp'),
    status: fc.constant(0),
    messageId: latin(255),
  }),
  fc.record({ command: fc.constantFrom('enquire_link_resp', 'unbind_resp', 'generic_nack'), status: octet }),
);

test('whatever is written is read as what it was', () => {
  fc.assert(
    fc.property(fc.nat(0x7fff_ffff), aRequest, aResponse, (sequence, request, response) => {
      expect(decodePdu(encodeRequest(sequence, request))).toEqual({ kind: 'request', sequence, request });
      expect(decodePdu(encodeResponse(sequence, response))).toEqual({ kind: 'response', sequence, response });
    }),
  );
});

test('whatever octets come in a frame, reading them ends and never throws', () => {
  const commandId = fc.oneof(
    fc.constantFrom('00000004', '00000005', '00000009', '00000103', '80000004', '80000009', '80000000'),
    fc.integer({ min: 0, max: 0xffff_ffff }).map((id) => id.toString(16).padStart(8, '0')),
  );
  const damaged = fc
    .tuple(fc.nat(SUBMITTED.length - 1), octet)
    .map(([at, value]) => Buffer.from(SUBMITTED.with(at, value)));
  fc.assert(
    fc.property(commandId, fc.oneof(buffer(600), damaged), (id, body) => {
      expect(['request', 'response', 'unreadable']).toContain(decodePdu(frame(id, body)).kind);
    }),
    { numRuns: 2000 },
  );
});

function messageOf(octets: Buffer): ShortMessage {
  const pdu = decodePdu(octets);
  if (pdu.kind !== 'request' || !('message' in pdu.request)) throw new Error(`no message: ${JSON.stringify(pdu)}`);
  return pdu.request.message;
}

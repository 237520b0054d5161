import { once } from 'node:events';
import { expect, test } from 'vitest';
import { encodeRequest, encodeResponse } from './pdu.ts';
import { plainResponse } from './plain-response.ts';
import { PLAIN_MESSAGE } from './short-message.ts';
import { STATUS } from './statuses.ts';
import { aLink, ENQUIRE_MS, RESPONSE_MS } from './testing/link-world.ts';
import { TLV } from './tlvs.ts';

const aBind = { systemId: 'a', password: 'b', systemType: '', interfaceVersion: 0x34 };
const bind = { command: 'bind_transceiver', ...aBind } as const;

test('answers go to whoever asked, in whatever order they come', async () => {
  const { link, other, heard } = await aLink();
  const [first, second] = [link.request(bind), link.request({ command: 'unbind' })];
  await expect.poll(() => heard).toHaveLength(2);

  other.write(encodeResponse(2, plainResponse('unbind', 5)));
  other.write(encodeResponse(1, { command: 'generic_nack', status: 3 }));

  expect(await first).toEqual({ command: 'generic_nack', status: 3 });
  expect(await second).toEqual({ command: 'unbind_resp', status: 5 });
  expect(link.outstanding).toBe(0);
});

test('an answer to something else ends the link, and nobody is left waiting', async () => {
  const { link, other, closed } = await aLink();
  const asked = link.request(bind);

  other.write(encodeResponse(1, plainResponse('submit_sm', 0)));

  expect(await asked).toBeNull();
  expect(closed).toEqual(['bind_transceiver was answered with submit_sm_resp']);
  expect(await link.request(bind)).toBeNull();
});

test('an answer that nobody asked for changes nothing', async () => {
  const { link, other, requests } = await aLink();

  other.write(encodeResponse(99, plainResponse('submit_sm', 0)));
  other.write(encodeRequest(5, { command: 'unbind' }));

  await expect.poll(() => requests).toEqual([{ sequence: 5, request: { command: 'unbind' } }]);
  expect(link.isOpen).toBe(true);
});

test('who does not answer in time is given up', async () => {
  const { link, timing, closed } = await aLink();
  const asked = link.request(bind);

  timing.pass(RESPONSE_MS - 1);
  expect(link.isOpen).toBe(true);
  timing.pass(1);

  expect(await asked).toBeNull();
  expect(closed).toEqual([`bind_transceiver was not answered in ${RESPONSE_MS} ms`]);
});

test('who says nothing when asked whether it is there is gone at the second look', async () => {
  const { timing, heard, closed } = await aLink();
  timing.pass(ENQUIRE_MS);
  await expect.poll(() => heard).toMatchObject([{ request: { command: 'enquire_link' } }]);
  expect(closed).toEqual([]);

  timing.pass(ENQUIRE_MS);

  expect(closed).toEqual([`nothing was heard in ${ENQUIRE_MS} ms`]);
  expect(timing.waiting).toBe(0);
});

test('who answers when asked whether it is there stays', async () => {
  const { link, timing, heard, other, requests } = await aLink();
  for (let looks = 1; looks <= 5; looks++) {
    timing.pass(ENQUIRE_MS);
    await expect.poll(() => heard).toHaveLength(looks);
    other.write(encodeResponse(heard.at(-1)?.sequence ?? 0, plainResponse('enquire_link', 0)));
    // What is read after the answer shows that the answer has been read.
    other.write(encodeRequest(looks, { command: 'unbind' }));
    await expect.poll(() => requests).toHaveLength(looks);
  }
  expect(link.isOpen).toBe(true);
});

test('we answer when asked whether we are there', async () => {
  const { other, heard } = await aLink();

  other.write(encodeRequest(17, { command: 'enquire_link' }));

  await expect
    .poll(() => heard)
    .toEqual([{ kind: 'response', sequence: 17, response: { command: 'enquire_link_resp', status: 0 } }]);
});

test('what is no SMPP ends the link', async () => {
  const { other, closed } = await aLink();

  other.write('HTTP/1.1 400 Bad Request\r\n\r\n');

  await expect.poll(() => closed).toEqual(['a PDU cannot have 1213486160 octets']);
});

test('a request that we do not know is refused, and one that is broken told of', async () => {
  const { other, heard, unreadable, link } = await aLink();
  const unknown = encodeRequest(8, { command: 'unbind' });
  unknown.writeUInt32BE(0x112, 4);
  const broken = encodeRequest(9, { command: 'unbind' });
  broken.writeUInt32BE(0x05, 4);

  other.write(Buffer.concat([unknown, broken]));

  await expect.poll(() => unreadable).toMatchObject([{ sequence: 9, command: 'deliver_sm' }]);
  await expect
    .poll(() => heard)
    .toEqual([{ kind: 'response', sequence: 8, response: { command: 'generic_nack', status: STATUS.ESME_RINVCMDID } }]);
  expect(link.isOpen).toBe(true);
});

test('an answer of ours that cannot be read ends the link', async () => {
  const { other, closed, link, heard } = await aLink();
  const asked = link.request({ command: 'unbind' });
  await expect.poll(() => heard).toHaveLength(1);
  const strange = encodeRequest(1, { command: 'unbind' });
  strange.writeUInt32BE(0x8000_0112, 4);

  other.write(strange);

  expect(await asked).toBeNull();
  expect(closed[0]).toContain('an answer cannot be read');
});

test('when the connection ends, whoever waits is told', async () => {
  const { other, link, closed } = await aLink();
  const asked = link.request(bind);
  other.destroy();

  expect(await asked).toBeNull();
  expect(closed).toHaveLength(1);
});

test('a close sends what was written before it', async () => {
  const { link, other, heard, closed } = await aLink();
  const ended = once(other, 'end');
  link.respond(3, plainResponse('unbind', 0));
  link.close('over');

  await ended;
  expect(heard).toMatchObject([{ sequence: 3, response: { command: 'unbind_resp' } }]);
  expect(closed).toEqual(['over']);
});

test('who reads nothing is not written to without end', async () => {
  const { link, other, closed } = await aLink();
  other.pause();
  const address = { ton: 1, npi: 1, text: '14155550100' };
  const tlvs = new Map([[TLV.messagePayload, new Uint8Array(60_000)]]);
  const message = { ...PLAIN_MESSAGE, source: address, destination: address, tlvs };
  const asked: Promise<unknown>[] = [];
  while (link.isOpen && asked.length < 2000) asked.push(link.request({ command: 'data_sm', message }));

  expect(closed).toEqual(['the other side does not read what it is sent']);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([null]));
});

test('what cannot be written is thrown, and the link goes on', async () => {
  const { link } = await aLink();

  await expect(link.request({ ...bind, password: 'a\0b' })).rejects.toThrow(RangeError);
  expect(link.outstanding).toBe(0);
  expect(link.isOpen).toBe(true);
});

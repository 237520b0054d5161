import { readUserData } from '@farline/sms';
import { STATUS, TLV } from '@farline/smpp';
import { expect, test } from 'vitest';
import { DELIVERED_AFTER_MS } from './message-centre.ts';
import { aBoundClient, aClient, aSubmit, bindAs, centreWorld, LOGIN, submit, textOf } from './testing/centre-world.ts';

test('any number is delivered to after a second, and a receipt says so', async () => {
  const { centre, timing, port } = await centreWorld();
  const client = await aBoundClient(port);
  const messageId = await submit(client, aSubmit('447700900123'));
  expect(centre.messages.find({ to: '+447700900123', limit: 1 })).toMatchObject([
    { messageId, from: '+14155550100', text: 'Hello', state: 'taken', receiptTakenAt: null },
  ]);

  timing.pass(DELIVERED_AFTER_MS);

  await expect.poll(() => client.delivered).toHaveLength(1);
  const [receipt] = client.delivered;
  expect(textOf(receipt)).toBe(
    `id:${messageId} sub:001 dlvrd:001 submit date:2611222300 done date:2611222300 stat:DELIVRD err:000 text:Hello`,
  );
  expect(receipt).toMatchObject({
    esmClass: 4,
    source: { text: '447700900123' },
    destination: { text: '14155550100' },
  });
  expect(textOf({ ...aSubmit(''), octets: receipt?.tlvs.get(TLV.receiptedMessageId) ?? new Uint8Array() })).toBe(
    `${messageId}\0`,
  );
  await expect
    .poll(() => centre.messages.find({ to: null, limit: 1 }))
    .toMatchObject([{ state: 'delivered', receiptTakenAt: '2026-11-22T23:00:01.000Z' }]);
  expect(centre.messages.taken).toBe(1);
});

test('…0001 is not delivered, and a receipt says so', async () => {
  const { timing, port } = await centreWorld();
  const client = await aBoundClient(port);
  await submit(client, aSubmit('447700900001'));
  timing.pass(DELIVERED_AFTER_MS);

  await expect.poll(() => textOf(client.delivered[0])).toContain('stat:UNDELIV err:001');
  expect(client.delivered[0]?.tlvs.get(TLV.messageState)).toEqual(Buffer.from([5]));
});

test('…0002 has no receipt, nor has a message that wants none', async () => {
  const { timing, port } = await centreWorld();
  const client = await aBoundClient(port);
  await submit(client, aSubmit('447700900002'));
  await submit(client, aSubmit('447700900123', 'Hello', { registeredDelivery: 0 }));
  timing.pass(10 * DELIVERED_AFTER_MS);
  await submit(client, aSubmit('447700900006'));

  // The receipt of a third one comes first.
  expect(textOf(client.delivered[0])).toContain('stat:DELIVRD');
  expect(client.delivered).toHaveLength(1);
});

test('…0003 throttles a message once', async () => {
  const { centre, port } = await centreWorld();
  const client = await aBoundClient(port);

  expect(await submit(client, aSubmit('447700900003', 'a'))).toBe(STATUS.ESME_RTHROTTLED);
  expect(await submit(client, aSubmit('447700900003', 'b'))).toBe(STATUS.ESME_RTHROTTLED);
  expect(await submit(client, aSubmit('447700900003', 'a'))).toEqual(expect.any(String));
  expect(await submit(client, aSubmit('447700900003', 'b'))).toEqual(expect.any(String));
  expect(await submit(client, aSubmit('447700900003', 'a'))).toBe(STATUS.ESME_RTHROTTLED);
  expect(centre.messages.taken).toBe(2);
});

test('…0004 is refused, and not taken', async () => {
  const { centre, port } = await centreWorld();
  const client = await aBoundClient(port);

  expect(await submit(client, aSubmit('447700900004'))).toBe(STATUS.ESME_RINVDSTADR);
  expect(centre.messages.taken).toBe(0);
});

test('…0005 is taken, the link is dropped, and its receipt waits for whoever binds next', async () => {
  const { centre, timing, port } = await centreWorld();
  const first = await aBoundClient(port);

  expect(await submit(first, aSubmit('447700900005'))).toBeNull();
  await first.closed;
  expect(centre.messages.taken).toBe(1);
  timing.pass(DELIVERED_AFTER_MS);

  const second = await aBoundClient(port);
  await expect.poll(() => textOf(second.delivered[0])).toContain('stat:DELIVRD');
});

test('…0006 has its receipt before its response', async () => {
  const { port } = await centreWorld();
  const client = await aBoundClient(port);
  const messageId = await submit(client, aSubmit('447700900006'));

  expect(textOf(client.delivered[0])).toContain(`id:${messageId} `);
});

test('…0007 and …0009 answer', async () => {
  const { timing, port } = await centreWorld();
  const client = await aBoundClient(port);
  await submit(client, aSubmit('447700900007'));
  await submit(client, aSubmit('447700900009'));
  timing.pass(DELIVERED_AFTER_MS);

  await expect.poll(() => client.delivered).toHaveLength(4);
  const answers = client.delivered.filter(({ esmClass }) => esmClass === 0);
  expect(answers.map((answer) => [answer.source.text, answer.destination.text, textOf(answer)])).toEqual([
    ['447700900007', '14155550100', 'Thank you, I got your message.'],
    ['447700900009', '14155550100', 'STOP'],
  ]);
});

test('…0008 answers in four parts in wrong order, that are one text', async () => {
  const { timing, port } = await centreWorld();
  const client = await aBoundClient(port);
  await submit(client, aSubmit('447700900008'));
  timing.pass(DELIVERED_AFTER_MS);

  await expect.poll(() => client.delivered).toHaveLength(5);
  const parts = client.delivered
    .filter(({ esmClass }) => esmClass === 0x40)
    .map(({ octets }) => readUserData(octets, { hasHeader: true, encoding: 'gsm-7' }));
  expect(parts.map(({ concatenation }) => concatenation?.number)).toEqual([3, 1, 4, 2]);
  const inOrder = [1, 3, 0, 2].map((index) => parts[index]?.text ?? '').join('');
  expect(inOrder).toMatch(/^This is sentence 1 of a long answer\. .* This is sentence 14 of a long answer\.$/);
});

test('a long message is answered once, after its last part', async () => {
  const { timing, port } = await centreWorld();
  const client = await aBoundClient(port);
  for (const number of [1, 2]) {
    const octets = Buffer.concat([Buffer.from([5, 0, 3, 9, 2, number]), Buffer.from('Hello')]);
    await submit(client, aSubmit('447700900007', '', { esmClass: 0x40, octets }));
  }
  timing.pass(DELIVERED_AFTER_MS);

  await expect.poll(() => client.delivered).toHaveLength(3);
  expect(client.delivered.filter(({ esmClass }) => esmClass === 0)).toHaveLength(1);
});

test('a sender that is letters is not answered', async () => {
  const { timing, port } = await centreWorld();
  const client = await aBoundClient(port);
  await submit(client, aSubmit('447700900007', 'Hi', { source: { ton: 5, npi: 0, text: 'Farline' } }));
  timing.pass(DELIVERED_AFTER_MS);
  await submit(client, aSubmit('447700900006'));

  expect(client.delivered.map(({ esmClass }) => esmClass)).toEqual([4, 4]);
});

test('what is not taken comes again, and is recorded when it is taken', async () => {
  const { centre, timing, port } = await centreWorld();
  const client = await aBoundClient(port);
  client.status = STATUS.ESME_RX_T_APPN;
  await submit(client, aSubmit('447700900123'));
  timing.pass(DELIVERED_AFTER_MS);
  await expect.poll(() => client.delivered).toHaveLength(1);
  await submit(client, aSubmit('447700900002'));
  expect(centre.messages.find({ to: '+447700900123', limit: 1 })).toMatchObject([{ receiptTakenAt: null }]);

  client.status = STATUS.ESME_ROK;
  timing.pass(1000);

  await expect.poll(() => client.delivered).toHaveLength(2);
  await expect
    .poll(() => centre.messages.find({ to: '+447700900123', limit: 1 }))
    .toMatchObject([{ receiptTakenAt: expect.any(String) }]);
});

test('a telephone writes, in as many parts as its text takes', async () => {
  const { centre, port } = await centreWorld();
  const client = await aBoundClient(port, 'bind_receiver');

  expect(centre.write({ from: '+447700900555', to: '+14155550100', text: 'Grüße', kind: 'text' })).toBe(1);
  expect(centre.write({ from: '+447700900555', to: '+14155550100', text: '日'.repeat(71), kind: 'text' })).toBe(2);
  expect(centre.write({ from: '+447700900555', to: '+14155550100', text: '', kind: 'mms' })).toBe(1);

  await expect.poll(() => client.delivered).toHaveLength(4);
  expect(client.delivered.map(({ dataCoding }) => dataCoding)).toEqual([0, 8, 8, 4]);
});

test('with two who are bound, each gets a share', async () => {
  const { centre, port } = await centreWorld();
  const clients = [await aBoundClient(port), await aBoundClient(port, 'bind_receiver')];
  for (let count = 0; count < 10; count++) {
    centre.write({ from: '+447700900555', to: '+14155550100', text: 'Hi', kind: 'text' });
  }

  await expect.poll(() => clients.map(({ delivered }) => delivered.length)).toEqual([5, 5]);
});

test.each([
  ['another name', { ...LOGIN, systemId: 'somebody' }, STATUS.ESME_RINVSYSID],
  ['a wrong password', { ...LOGIN, password: 'wrong' }, STATUS.ESME_RINVPASWD],
])('%s is not bound, and submits nothing', async (_, login, status) => {
  const { centre, port } = await centreWorld();
  const client = await aClient(port);

  expect(await bindAs(client, 'bind_transceiver', login)).toMatchObject({ status });
  expect(await submit(client, aSubmit('447700900123'))).toBe(STATUS.ESME_RINVBNDSTS);
  expect(centre.messages.taken).toBe(0);
});

test('a receiver submits nothing, and who is bound binds no more', async () => {
  const { port } = await centreWorld();
  const client = await aBoundClient(port, 'bind_receiver');

  expect(await submit(client, aSubmit('447700900123'))).toBe(STATUS.ESME_RINVBNDSTS);
  expect(await bindAs(client)).toMatchObject({ status: STATUS.ESME_RALYBND });
});

test('who does not bind in half a minute is left, and so is who comes from elsewhere', async () => {
  const { timing, port } = await centreWorld();
  const client = await aClient(port);
  // What is answered shows that the connection is being served.
  await bindAs(client, 'bind_transceiver', { ...LOGIN, password: 'wrong' });
  timing.pass(30_000);
  await client.closed;

  const elsewhere = await centreWorld(() => false);
  const stranger = await aClient(elsewhere.port);
  expect(await bindAs(stranger)).toBeNull();
});

test('unbinding is answered, and ends the connection', async () => {
  const { port } = await centreWorld();
  const client = await aBoundClient(port);

  expect(await client.link.request({ command: 'unbind' })).toMatchObject({ status: STATUS.ESME_ROK });
  await client.closed;
});

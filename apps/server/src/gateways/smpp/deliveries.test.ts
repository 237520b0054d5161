import { encodeRequest, STATUS, type ShortMessage } from '@farline/smpp';
import { expect, test } from 'vitest';
import type { DeliveryMark } from './index.ts';
import { aDelivery, type BindWorld, boundWorld, untilBound } from './testing/bind-world.ts';

const RECEIPT_TEXT = 'id:7 sub:001 dlvrd:001 submit date:2611222300 done date:2611222301 stat:DELIVRD err:000 text:Hi';
const deliver = async ({ carrier }: BindWorld, message: ShortMessage) =>
  await carrier.last().link.request({ command: 'deliver_sm', message });

test('what is received is answered once it is kept, and not before', async () => {
  let keep = () => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  const texts: (string | null)[] = [];
  const received = async (_: string, { text }: { text: string | null }) => {
    texts.push(text);
    await kept;
  };
  const world = await boundWorld({ listener: { received } });
  let isAnswered = false;
  const delivering = deliver(world, aDelivery('Hello')).then((response) => {
    isAnswered = true;
    return response;
  });
  await expect.poll(() => texts).toEqual(['Hello']);
  // What is asked later and answered at once shows that the first is still waited for.
  await deliver(world, aDelivery(RECEIPT_TEXT, { esmClass: 0x04 }));
  expect(isAnswered).toBe(false);

  keep();
  expect(await delivering).toEqual({ command: 'deliver_sm_resp', status: STATUS.ESME_ROK, messageId: '' });
});

test('what cannot be kept is to be repeated, and its text stands in no log', async () => {
  const received = async () => await Promise.reject(new Error('the database is away'));
  const world = await boundWorld({ listener: { received } });

  expect(await deliver(world, aDelivery('My secret'))).toMatchObject({ status: STATUS.ESME_RX_T_APPN });
  expect(JSON.stringify(world.logged)).not.toContain('My secret');
  expect(world.logged).not.toEqual([]);
});

test('a receipt is told with the name of its bind', async () => {
  const told: unknown[] = [];
  const receipt = async (bind: string, { carrierMessageId }: { carrierMessageId: string }) =>
    void told.push([bind, carrierMessageId]);
  const world = await boundWorld({ listener: { receipt } });

  expect(await deliver(world, aDelivery(RECEIPT_TEXT, { esmClass: 0x04 }))).toMatchObject({ status: STATUS.ESME_ROK });
  expect(told).toEqual([['acme', '7']]);
});

test('data_sm delivers as deliver_sm does', async () => {
  const world = await boundWorld();
  const tlvs = new Map([[0x0424, Buffer.from('Hello')]]);
  const message = aDelivery('', { tlvs });

  expect(await world.carrier.last().link.request({ command: 'data_sm', message })).toMatchObject({ status: 0 });
  expect(world.received).toMatchObject([{ text: 'Hello' }]);
});

test('what cannot be read is taken and logged without its text, since it would be no better if it were repeated', async () => {
  const world = await boundWorld();

  expect(await deliver(world, aDelivery('My secret', { esmClass: 0x04 }))).toMatchObject({ status: STATUS.ESME_ROK });
  expect(world.receipts).toEqual([]);
  expect(JSON.stringify(world.logged)).toContain('cannot be read');
  expect(JSON.stringify(world.logged)).not.toContain('My secret');
});

test('a delivery that ends within its fields is answered, and the link goes on', async () => {
  const world = await boundWorld();
  const { link, socket } = world.carrier.last();
  const torn = encodeRequest(77, { command: 'unbind' });
  torn.writeUInt32BE(0x05, 4);

  socket.write(torn);

  await expect.poll(() => JSON.stringify(world.logged)).toContain('what it delivers so is lost');
  expect(await deliver(world, aDelivery('Hello'))).toMatchObject({ status: STATUS.ESME_ROK });
  expect(link.isOpen).toBe(true);
});

test('there is a bound on what is being kept, and beyond it the carrier is to repeat', async () => {
  let keepAll = () => {};
  const kept = new Promise<void>((resolve) => {
    keepAll = resolve;
  });
  let asked = 0;
  const received = async () => {
    asked += 1;
    await kept;
  };
  const world = await boundWorld({ listener: { received } });
  const delivering = Array.from({ length: 500 }, async () => await deliver(world, aDelivery('Hello')));

  expect(await deliver(world, aDelivery('Hello'))).toMatchObject({ status: STATUS.ESME_RX_T_APPN });

  expect(asked).toBe(500);
  keepAll();
  const answers = await Promise.all(delivering);
  expect(answers.every((answer) => answer?.status === STATUS.ESME_ROK)).toBe(true);
});

test('a carrier that submits to us or binds to us is refused', async () => {
  const { carrier } = await boundWorld();
  const { link } = carrier.last();
  const bind = { systemId: 'x', password: 'y', systemType: '', interfaceVersion: 0x34 };

  for (const request of [
    { command: 'submit_sm', message: aDelivery('Hi') } as const,
    { command: 'bind_transceiver', ...bind } as const,
  ]) {
    expect(await link.request(request)).toMatchObject({ status: STATUS.ESME_RINVBNDSTS });
  }
});

test('what is brought again after the line broke is known as the same on another connection, and the first as never answered', async () => {
  let keep = () => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  const marks: DeliveryMark[] = [];
  const received = async (_: string, __: unknown, mark: DeliveryMark) => {
    marks.push(mark);
    if (marks.length === 1) await kept;
  };
  const world = await boundWorld({ listener: { received } });
  const unanswered = deliver(world, aDelivery('Yes'));
  await expect.poll(() => marks).toHaveLength(1);
  world.carrier.last().socket.destroy();
  expect(await unanswered).toBeNull();
  await expect.poll(() => world.bind.isBound()).toBe(false);
  keep();
  world.timing.pass(1000);
  await untilBound(world.bind);

  expect(await deliver(world, aDelivery('Yes'))).toMatchObject({ status: STATUS.ESME_ROK });
  expect(await deliver(world, aDelivery('Yes', { priority: 1 }))).toMatchObject({ status: STATUS.ESME_ROK });
  const [first, again, other] = marks;
  expect(again?.fingerprint).toBe(first?.fingerprint);
  expect(again?.link).not.toBe(first?.link);
  expect(other?.link).toBe(again?.link);
  expect(other?.fingerprint).not.toBe(first?.fingerprint);
  await expect.poll(() => world.answered).toEqual([again]);
  world.timing.pass(1000);
  await expect.poll(() => world.answered).toEqual([again, other]);
});

test('a carrier that unbinds us has heard what it was answered, and so has one that we leave', async () => {
  for (const leave of [
    async ({ carrier }: BindWorld) => await carrier.last().link.request({ command: 'unbind' }),
    async ({ bind }: BindWorld) => await bind.close(),
  ]) {
    const world = await boundWorld();
    for (const text of ['Yes', 'No', 'Yes']) await deliver(world, aDelivery(text));
    await leave(world);
    await expect.poll(() => world.answered).toHaveLength(3);
  }
});

test('who leaves waits until what was heard is noted', async () => {
  let note = () => {};
  const noted = new Promise<void>((resolve) => {
    note = resolve;
  });
  const world = await boundWorld({ listener: { answered: async () => await noted } });
  await deliver(world, aDelivery('Yes'));
  let hasLeft = false;
  const leaving = world.bind.close().then(() => {
    hasLeft = true;
  });
  await expect.poll(() => world.carrier.last().link.isOpen).toBe(false);
  expect(hasLeft).toBe(false);

  note();
  await leaving;
});

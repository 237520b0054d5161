import { expect, test } from 'vitest';
import { encodeRequest, encodeResponse } from './pdu.ts';
import { plainResponse } from './plain-response.ts';
import { aLink, type LinkWorld } from './testing/link-world.ts';

/** When the other side of a link is known to have read what it was answered. */

const taken = plainResponse('deliver_sm', 0);
const aBind = { systemId: 'a', password: 'b', systemType: '', interfaceVersion: 0x34 };
const bind = { command: 'bind_transceiver', ...aBind } as const;

/** The sequence numbers of what the other side was asked. */
const enquiries = ({ heard }: LinkWorld) =>
  heard.flatMap((pdu) => (pdu.kind === 'request' && pdu.request.command === 'enquire_link' ? [pdu.sequence] : []));

async function untilAsked(world: LinkWorld, times: number): Promise<number> {
  await expect.poll(() => enquiries(world)).toHaveLength(times);
  return enquiries(world).at(-1) ?? 0;
}

const answerTo = (sequence: number) => encodeResponse(sequence, plainResponse('enquire_link', 0));

/** The other side says it, and it has been taken: something that comes behind it has. */
async function say({ other, requests }: LinkWorld, ...said: Buffer[]) {
  const before = requests.length;
  other.write(Buffer.concat([...said, encodeRequest(before + 1, bind)]));
  await expect.poll(() => requests.length).toBe(before + 1);
}

test('an answer is heard once the other side answers what was asked after it, and not before', async () => {
  const world = await aLink();
  const told: string[] = [];
  const asked = world.link.request(bind);
  world.link.respond(7, taken, () => told.push('heard'));

  const enquiry = await untilAsked(world, 1);
  await say(world, encodeResponse(1, plainResponse('bind_transceiver', 0)), answerTo(enquiry + 100));
  expect(await asked).toMatchObject({ status: 0 });
  expect(told).toEqual([]);

  await say(world, answerTo(enquiry));
  expect(told).toEqual(['heard']);
});

test('whatever is asked afterwards shows it as well', async () => {
  const world = await aLink();
  const told: string[] = [];
  world.link.respond(7, taken, () => told.push('first'));
  const asked = world.link.request(bind);
  world.link.respond(8, taken, () => told.push('second'));
  await untilAsked(world, 1);

  await say(world, encodeResponse(2, plainResponse('bind_transceiver', 0)));

  expect(await asked).toMatchObject({ status: 0 });
  expect(told).toEqual(['first']);
});

test('who unbinds has heard everything before that', async () => {
  const world = await aLink();
  const told: string[] = [];
  world.link.respond(7, taken, () => told.push('heard'));

  world.other.write(encodeRequest(8, { command: 'unbind' }));

  await expect.poll(() => world.requests).toMatchObject([{ request: { command: 'unbind' } }]);
  expect(told).toEqual(['heard']);
});

test('where the connection ends first, nobody knows, nor of what is answered afterwards', async () => {
  const { link, other, closed, timing } = await aLink();
  const told: string[] = [];
  link.respond(7, taken, () => told.push('heard'));
  other.destroy();
  await expect.poll(() => closed).toHaveLength(1);

  link.respond(8, taken, () => told.push('heard'));

  expect(told).toEqual([]);
  expect(timing.waiting).toBe(0);
});

test('the other side is asked once a second at most, and no more while it has not answered', async () => {
  const world = await aLink();
  const { link, timing } = world;
  let told = 0;
  const answer = (sequence: number) => link.respond(sequence, taken, () => void (told += 1));
  for (const sequence of [1, 2, 3]) answer(sequence);
  await say(world, answerTo(await untilAsked(world, 1)));
  expect(told).toBe(1);

  timing.pass(999);
  await say(world);
  expect(enquiries(world)).toHaveLength(1);
  timing.pass(1);
  const second = await untilAsked(world, 2);
  answer(4);
  timing.pass(10_000);
  await say(world);
  expect(enquiries(world)).toHaveLength(2);

  await say(world, answerTo(second));
  expect(told).toBe(3);
  await say(world, answerTo(await untilAsked(world, 3)));
  expect(told).toBe(4);
  timing.pass(10_000);
  await say(world);
  expect(enquiries(world)).toHaveLength(3);
});

test('of a side that never says whether it has heard, a thousand answers are remembered', async () => {
  const { link } = await aLink();
  const told: number[] = [];
  for (let sequence = 1; sequence <= 1003; sequence++) link.respond(sequence, taken, () => told.push(sequence));

  expect(told).toEqual([1, 2, 3]);
  expect(link.isOpen).toBe(true);
});

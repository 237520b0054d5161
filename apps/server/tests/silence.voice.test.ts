import { microsOfCents } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aNumber, type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { type FarEnd, type FarEnds, openFarEnds } from './testbed/far-ends.ts';
import { connectPhone } from './testbed/talking-phone.ts';

const RTP_PORTS = { from: 31_600, to: 31_799 };
const TONE_HZ = 700;
const BOTH_SILENT_SECONDS = 6;
const ONE_SILENT_SECONDS = 16;
const CLOSED_SILENT_SECONDS = 4;

/** What silence costs and whom it cuts, with the real engine and far sides that count for themselves. */
describe('silence', () => {
  let stack: Awaited<ReturnType<typeof ownTestStack>>;
  let callers: Callers;
  let farEnds: FarEnds;
  beforeAll(async () => {
    stack = await ownTestStack({
      without: ['carrier', 'pages'],
      env: {
        FARLINE_BOTH_SILENT_SECONDS: String(BOTH_SILENT_SECONDS),
        FARLINE_ONE_SILENT_SECONDS: String(ONE_SILENT_SECONDS),
        FARLINE_CLOSED_SILENT_SECONDS: String(CLOSED_SILENT_SECONDS),
      },
    });
    farEnds = await openFarEnds({ port: stack.ports.sandboxA, rtpPorts: RTP_PORTS });
    callers = await openCallers(stack, farEnds.counts);
  }, 120_000);
  afterAll(async () => {
    await callers?.close();
    await farEnds?.close();
    await stack?.stop();
  });

  /** What the far side counted was charged: a second more or less, since both clocks round. */
  async function expectCharged(caller: Caller, id: string, farEnd: FarEnd) {
    const call = await caller.ended(id);
    expect(Math.abs(call.duration - (await farEnd.counted()))).toBeLessThanOrEqual(1);
    expect(await caller.wallet()).toEqual({ balance: 5_000_000n - microsOfCents(call.duration), held: 0n });
    return call;
  }

  describe.concurrent('side by side', () => {
    test('a caller who never sends a packet pays for all that the far side counted', async () => {
      const caller = await callers.caller('5.00');
      const farEnd = farEnds.speaking(aNumber(), TONE_HZ);
      const placed = await caller.talk(farEnd.number, 'nothing');
      await seconds(BOTH_SILENT_SECONDS + 5);

      placed.bye();

      expect(await expectCharged(caller, placed.id, farEnd)).toMatchObject({ reason: 'hangup_caller' });
    });

    test('a caller who falls silent to the end is cut for it, and pays for all that the far side counted', async () => {
      const caller = await callers.caller('5.00');
      const farEnd = farEnds.speaking(aNumber(), TONE_HZ);
      const placed = await caller.talk(farEnd.number, 'nothing');

      await placed.hungUp((ONE_SILENT_SECONDS + 10) * 1000);

      const call = await expectCharged(caller, placed.id, farEnd);
      expect(call).toMatchObject({ reason: 'media_lost', endedBy: 'farline' });
      expect(call.duration).toBeGreaterThanOrEqual(ONE_SILENT_SECONDS);
    });

    test('a caller whose connection is gone, of which nobody was told, is cut soon, while the far side speaks on', async () => {
      const caller = await callers.caller('5.00');
      const farEnd = farEnds.speaking(aNumber(), TONE_HZ);
      const { id, number } = await caller.initiate(farEnd.number);
      const phone = await connectPhone(stack, caller.userId);
      await (await phone.place({ number, call: id })).final();

      phone.close();

      const call = await expectCharged(caller, id, farEnd);
      expect(call).toMatchObject({ reason: 'media_lost', endedBy: 'farline' });
      expect(call.duration).toBeLessThan(ONE_SILENT_SECONDS);
    });

    test('two sides without sound are not taken for gone while one reports all the same', async () => {
      const caller = await callers.caller('5.00');
      const farEnd = farEnds.recording(aNumber());
      const placed = await caller.talk(farEnd.number, 'nothing');
      await seconds(BOTH_SILENT_SECONDS + 6);
      expect((await caller.call(placed.id)).status).toBe('in-progress');

      placed.bye();

      expect(await expectCharged(caller, placed.id, farEnd)).toMatchObject({ reason: 'hangup_caller' });
    });

    test('a telephone that holds the line and sends nothing meanwhile is not cut', async () => {
      const caller = await callers.caller('5.00');
      const farEnd = farEnds.recording(aNumber());
      const placed = await caller.talk(farEnd.number);
      placed.offerAgain('INVITE', 'sendonly');
      await placed.received.next(
        'the hold',
        ({ status, body, cseq }) => status === 200 && cseq.endsWith('INVITE') && /^a=(recvonly|inactive)/m.test(body),
      );
      placed.media.fallSilent();
      await seconds(ONE_SILENT_SECONDS + 6);
      expect((await caller.call(placed.id)).status).toBe('in-progress');

      placed.bye();

      expect(await expectCharged(caller, placed.id, farEnd)).toMatchObject({ reason: 'hangup_caller' });
    });

    test('a far side that records without a packet of its own is spoken to in peace', async () => {
      const caller = await callers.caller('5.00');
      const farEnd = farEnds.recording(aNumber());
      const placed = await caller.talk(farEnd.number);
      await seconds(BOTH_SILENT_SECONDS + 6);
      expect((await caller.call(placed.id)).status).toBe('in-progress');

      placed.bye();

      expect(await expectCharged(caller, placed.id, farEnd)).toMatchObject({ reason: 'hangup_caller' });
    });
  });
});

/** A conversation of so many seconds: the time itself is what is tested. */
async function seconds(count: number): Promise<void> {
  const overAt = Date.now() + count * 1000;
  await until(`${count} s of the call`, async () => Date.now() >= overAt, (count + 5) * 1000);
}

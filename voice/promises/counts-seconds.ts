import { waitUntil } from '@farline/tools/wait-until';
import { describe, test } from 'vitest';
import type { EngineBed, PlacedCall, PlaceOptions } from '../testbed/engine-bed.ts';
import type { TrunkLeg } from '../testbed/scripted-trunk.ts';
import type { ByeAnswer } from '../testbed/strict-dialogs.ts';

/** What a caller or a far side does in a call that was answered. It may end the call, or leave that to the server. */
type Misbehaviour = {
  name: string;
  /** What the first BYEs hear at the far side, in turn. */
  byes?: ByeAnswer[];
  invite?: PlaceOptions['invite'];
  answersAfterMs?: number;
  /** The tag that the far side answers under; any without. */
  toTag?: string;
  does?: (call: PlacedCall, trunk: TrunkLeg) => unknown;
  /** Who hangs up after it, if that has not ended the call. */
  then: 'caller' | 'server' | 'nobody';
};

/** What a request hears may be nothing: it is waited for no longer than this. */
const HEARS_WITHIN_MS = 1_500;
const heard = async (answer: Promise<unknown>) =>
  await Promise.race([answer.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, HEARS_WITHIN_MS))]);
const bye = async (call: PlacedCall, changes?: (text: string) => string) =>
  await heard(call.leg.request('BYE', changes === undefined ? {} : { changes }));
const say = (method: string, cseq: number) => async (call: PlacedCall) =>
  await heard(call.leg.request(method, { cseq }));
const withHeader = (header: string) => (text: string) =>
  text.replace('\r\nContent-Length', `\r\n${header}\r\nContent-Length`);
const swapTags = (text: string) =>
  text
    .replace(/^(From:.*)$/m, (line) => line.replace('From', 'Was'))
    .replace(/^To:/m, 'From:')
    .replace(/^Was:/m, 'To:');

/** Whoever answers under a tag says BYE under it (RFC 3261 §12.1.1), whatever a token may hold, and longer ones than most. */
const hangsUpUnder = (toTag: string): Misbehaviour => ({
  name: `the far side hangs up under the tag ${toTag}`,
  toTag,
  does: (_, trunk) => trunk.request('BYE', { fromTag: toTag }),
  then: 'nobody',
});

/** The first INVITE of a call, which was challenged, has CSeq 1, the second 2. */
const MISBEHAVIOURS: Misbehaviour[] = [
  { name: 'a caller hangs up with a CSeq below its INVITE’s', then: 'server', does: say('BYE', 1) },
  { name: 'a caller hangs up with the CSeq of its INVITE', then: 'server', does: say('BYE', 2) },
  { name: 'a caller says INFO with a low CSeq before', does: say('INFO', 1), then: 'server' },
  { name: 'a caller says OPTIONS with a low CSeq before', does: say('OPTIONS', 1), then: 'server' },
  { name: 'a caller says UPDATE with a low CSeq before', does: say('UPDATE', 1), then: 'server' },
  { name: 'a caller says INFO with the highest CSeq before', does: say('INFO', 4_294_967_295), then: 'server' },
  { name: 'a caller says INFO with CSeq 2147483647 before', does: say('INFO', 2_147_483_647), then: 'server' },
  {
    name: 'a caller hangs up with Require',
    then: 'server',
    does: (call) => bye(call, withHeader('Require: tomorrow')),
  },
  {
    name: 'a caller hangs up with Proxy-Require',
    does: (call) => bye(call, withHeader('Proxy-Require: tomorrow')),
    then: 'server',
  },
  {
    name: 'a caller hangs up with one hop left',
    does: (call) => bye(call, (text) => text.replace('Max-Forwards: 69', 'Max-Forwards: 1')),
    then: 'server',
  },
  {
    name: 'a caller hangs up without a hop left',
    does: (call) => bye(call, (text) => text.replace('Max-Forwards: 69', 'Max-Forwards: 0')),
    then: 'server',
  },
  { name: 'a caller hangs up with its tags swapped', does: (call) => bye(call, swapTags), then: 'server' },
  { name: 'a caller cancels what was answered', does: ({ leg }) => leg.cancel(), then: 'server' },
  { name: 'a caller never acknowledges, and hangs up', invite: { acknowledgesAfterMs: 'never' }, then: 'caller' },
  { name: 'a caller never acknowledges', invite: { acknowledgesAfterMs: 'never' }, then: 'server' },
  { name: 'the far side answers late', answersAfterMs: 2_500, then: 'caller' },
  { name: 'the far side hangs up itself', does: (_, trunk) => trunk.request('BYE'), then: 'nobody' },
  ...["a.b-c!d%e*f_g+h`i'j~k", 'a@b:c/d', 'x'.repeat(200)].map((toTag) => hangsUpUnder(toTag)),
  { name: 'both sides hang up at once', does: (_, trunk) => trunk.request('BYE'), then: 'caller' },
  ...([500, 503, 401, 'silence', 'lost'] as const).flatMap((answer): Misbehaviour[] => [
    { name: `the far side’s first answer to the caller’s BYE is: ${answer}`, byes: [answer], then: 'caller' },
    { name: `the far side’s first answer to our own BYE is: ${answer}`, byes: [answer], then: 'server' },
  ]),
];

const MOST_APART_MS = 1_000;
/** For a machine that is busy with other tests. */
const PATIENCE = { withinMs: 12_000 };

/** Whatever callers and far sides do, the seconds that are reported are those that the carrier counts. */
export function countsSeconds(bed: () => EngineBed): void {
  const atFarSide = (number: string) => bed().trunkA.calls.find((call) => call.number === number);
  const runs = async (call: string) =>
    (await bed().rpc.listDialogs()).some((dialog) => dialog.call === call && dialog.state !== 'ended');

  describe.concurrent('what the carrier counts is what is reported, though', () => {
    test.for(MISBEHAVIOURS.map((each) => [each.name, each] as const))('%s', async ([, misbehaviour], { expect }) => {
      const { placed, ended } = await ends(bed(), misbehaviour);

      await waitUntil('the end at the carrier', () => (atFarSide(placed.number)?.endedAt ?? null) !== null, PATIENCE);
      const far = atFarSide(placed.number);
      const reportedMs = ended.at - ended.answeredAt;
      const moreAt = (end: number | null | undefined) => (end ?? 0) - (far?.answeredAt ?? 0) - reportedMs;
      expect(moreAt(far?.endedAt)).toBeGreaterThanOrEqual(-MOST_APART_MS);
      expect(moreAt(far?.endedAfter)).toBeLessThanOrEqual(MOST_APART_MS + refusedForMs(misbehaviour));
      await waitUntil('no dialog', async () => !(await runs(placed.call)), PATIENCE);
    });
  });
}

/** A carrier that refuses our BYE goes on counting until the next, which comes after a pause; who has hung up pays nothing of it. */
const refusedForMs = ({ byes = [] }: Misbehaviour) => (byes.some((answer) => typeof answer === 'number') ? 6_000 : 0);

async function ends(bed: EngineBed, { byes = [], invite = {}, answersAfterMs = 0, toTag, does, then }: Misbehaviour) {
  const placed = await bed.place({
    trunkA: (leg) => {
      leg.byes.push(...byes);
      leg.reply(180);
      setTimeout(() => leg.reply(200, 'OK', toTag === undefined ? {} : { toTag }), answersAfterMs);
    },
    invite,
  });
  const { status } = await placed.leg.final();
  if (status !== 200) throw new Error(`the call was not answered: ${status}`);
  const answered = await bed.server.report(placed.call, 'call.answered');
  const trunkLeg = await bed.trunkA.legs.next('the INVITE', (leg) => leg.invite.uri.includes(placed.number));

  await does?.(placed, trunkLeg);
  if (then === 'caller') await bye(placed);
  if (then === 'server') await bed.server.link.endCall(answered);
  return { placed, ended: await bed.server.report(placed.call, 'call.ended', PATIENCE.withinMs) };
}

import type { Measured } from './measured.ts';
import { type MediaRun, runMedia, runMediaDirect } from './media-run.ts';
import type { World } from './world.ts';

const CALLS = 200;

/** Many calls at once with media: loss, round trip, and what rtpengine costs, ours against the bare engine. */
export async function measureMedia(
  world: World,
  echoPort: number,
  say: (line: string) => void,
): Promise<{ rows: Measured[]; failures: string[] }> {
  const shown = (name: string, run: MediaRun): MediaRun => {
    const { p50, p99, worst } = run.roundTripMs;
    const trip = `round trip ms p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)} worst ${worst.toFixed(1)}`;
    say(`${name}: ${run.calls} calls, ${run.failed} failed, ${run.lost} of ${run.sent} packets lost, ${trip}`);
    return run;
  };
  const { folder, customers } = world;
  const direct = shown('no engine', await runMediaDirect({ calls: CALLS, echoPort }));
  const bare = shown('bare', await runMedia(world.bare, { folder, customers, calls: CALLS, echoPort }));
  const ours = shown('ours', await runMedia(world.ours, { folder, customers, calls: CALLS, echoPort }));

  const lostPercent = (run: MediaRun) => (100 * run.lost) / run.sent;
  const enginePercent = (run: MediaRun) => 100 * (run.engineShare ?? 0);
  const directP99 = direct.roundTripMs.p99.toFixed(2);
  return {
    failures: ours.failed === 0 ? [] : [`${ours.failed} of ${CALLS} calls with media`],
    rows: [
      {
        what: `${CALLS} calls at once, RTP both ways: packets lost`,
        ...{ unit: ' %', ours: lostPercent(ours), bare: lostPercent(bare) },
        ...{ aim: 'none', isMet: ours.lost === 0 && ours.failed === 0 },
        remark: `${ours.lost} of ${ours.sent}`,
      },
      {
        what: `${CALLS} calls at once: media round trip p99`,
        ...{ unit: ' ms', ours: ours.roundTripMs.p99, bare: bare.roundTripMs.p99 },
        ...{ aim: null, isMet: true },
        remark: `${directP99} ms without any engine between`,
      },
      {
        what: `${CALLS} calls at once: rtpengine, of one processor`,
        ...{ unit: ' %', ours: enginePercent(ours), bare: enginePercent(bare) },
        ...{ aim: null, isMet: true },
      },
    ],
  };
}

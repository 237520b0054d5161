import type { Measured } from '../measured.ts';
import { type MediaRun, runMedia, runMediaDirect } from './media-run.ts';
import type { World } from '../world.ts';

/** How many calls at once, and whether the caller's side of them is SRTP; the carrier's never is. */
type Load = { calls: number; isEncrypted: boolean };

const LOADS: readonly Load[] = [
  { calls: 200, isEncrypted: false },
  { calls: 300, isEncrypted: true },
  { calls: 400, isEncrypted: true },
];
const MOST_TIMES_BARE = 2;
/** Callers that sent less than this of what was due were themselves the bound. */
const SENT_SHARE = 0.99;
const SECONDS_OF_MINUTE = 60;

type PartMeasured = { rows: Measured[]; failures: string[] };

/** Many calls at once with media: loss, round trip, and what rtpengine costs, ours against the bare engine. */
export async function measureMedia(world: World, echoPort: number, say: (line: string) => void): Promise<PartMeasured> {
  const all: PartMeasured = { rows: [], failures: [] };
  for (const load of LOADS) {
    const { rows, failures } = await measureLoad(world, { ...load, echoPort }, say);
    all.rows.push(...rows);
    all.failures.push(...failures);
  }
  return all;
}

async function measureLoad(
  { folder, customers, ...world }: World,
  load: Load & { echoPort: number },
  say: (line: string) => void,
): Promise<PartMeasured> {
  const sound = load.isEncrypted ? 'SRTP to callers' : 'RTP both ways';
  const shown = (name: string, run: MediaRun): MediaRun => {
    const { p50, p99, worst } = run.roundTripMs;
    const trip = `round trip ms p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)} worst ${worst.toFixed(1)}`;
    const lost = `${run.lost} of ${run.sent} packets lost (${(100 * run.sentShare).toFixed(1)} % of those due), ${run.droppedAtEnds} at the ends`;
    const share = run.engineShare === null ? '' : `; rtpengine ${(100 * run.engineShare).toFixed(1)} %`;
    say(`${name}: ${run.calls} calls, ${sound}, ${run.failed} failed, ${lost}, ${trip}${share}`);
    return run;
  };
  const direct = shown('no engine', await runMediaDirect(load));
  const bare = shown('bare', await runMedia(world.bare, { folder, customers, ...load }));
  const ours = shown('ours', await runMedia(world.ours, { folder, customers, ...load }));
  return {
    failures: ours.failed === 0 ? [] : [`${ours.failed} of ${load.calls} calls with media, ${sound}`],
    rows: rowsOf(`${load.calls} calls at once, ${sound}`, { direct, bare, ours }),
  };
}

function rowsOf(what: string, { direct, bare, ours }: Record<'direct' | 'bare' | 'ours', MediaRun>): Measured[] {
  const lostPercent = (run: MediaRun) => (100 * run.lost) / run.sent;
  const enginePercent = (run: MediaRun) => 100 * (run.engineShare ?? 0);
  const minuteMs = (run: MediaRun) => ((run.engineShare ?? 0) * SECONDS_OF_MINUTE * 1000) / run.calls;
  const isPaced = ours.sentShare >= SENT_SHARE && bare.sentShare >= SENT_SHARE;
  return [
    {
      what: `${what}: packets lost`,
      unit: ' %',
      ours: lostPercent(ours),
      bare: lostPercent(bare),
      aim: 'none',
      isMet: ours.lost === 0 && ours.failed === 0 && isPaced,
      remark: `${ours.lost} of ${ours.sent}, ${ours.droppedAtEnds} dropped before generator or echo read them${isPaced ? '' : '; the callers did not keep their pace'}`,
    },
    {
      what: `${what}: round trip p99`,
      unit: ' ms',
      ours: ours.roundTripMs.p99,
      bare: bare.roundTripMs.p99,
      aim: `≤ ${MOST_TIMES_BARE} of bare`,
      isMet: ours.roundTripMs.p99 <= MOST_TIMES_BARE * bare.roundTripMs.p99,
      remark: `${direct.roundTripMs.p99.toFixed(2)} ms without any engine between`,
    },
    {
      what: `${what}: rtpengine, of one processor`,
      unit: ' %',
      ours: enginePercent(ours),
      bare: enginePercent(bare),
      aim: null,
      isMet: true,
    },
    {
      what: `${what}: rtpengine's processor time of a call-minute`,
      unit: ' ms',
      ours: minuteMs(ours),
      bare: minuteMs(bare),
      aim: null,
      isMet: true,
    },
  ];
}

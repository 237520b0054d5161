import { z } from 'zod';
import { call, endedBy, endReason, lostBecause } from './calls.ts';
import { money } from './money.ts';
import { callForward } from './numbers/number-forwarding.ts';

const at = z.iso.datetime();

/** What happened to a call, in order. `by` is who did it. */
export const timelineEntry = z.discriminatedUnion('event', [
  z.object({ event: z.literal('dialled'), at, by: z.literal('caller') }),
  /** Allowed: its price is frozen and its first stretch held. */
  z.object({ event: z.literal('allowed'), at, by: z.literal('farline') }),
  z.object({ event: z.literal('rang'), at, by: z.literal('callee') }),
  z.object({ event: z.literal('answered'), at, by: z.literal('callee') }),
  /** The money reaches further: the call may now last `grantedSeconds` after its answer. */
  z.object({ event: z.literal('extended'), at, by: z.literal('farline'), grantedSeconds: z.int() }),
  /** The caller was told that the money ends in `secondsLeft`. */
  z.object({ event: z.literal('warned'), at, by: z.literal('farline'), secondsLeft: z.int() }),
  /** This call was placed to take over another one, which was with the number `from`. */
  z.object({ event: z.literal('takes_over'), at, by: z.literal('caller'), from: z.string(), callId: z.uuid() }),
  /** Its caller is out: it goes on between its far side and the number `to`. */
  z.object({ event: z.literal('transferred'), at, by: z.literal('caller'), to: z.string(), callId: z.uuid() }),
  z.object({ event: z.literal('ended'), at, by: endedBy, reason: endReason, reasonText: z.string() }),
]);
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** One trunk that was tried, in order, and what it said. */
export const routeStep = z.object({
  trunk: z.string().meta({ example: 'sandbox-a' }),
  outcome: z.enum(['trying', 'answered', 'refused', 'no_sign', 'cancelled']),
  /** Null while it is tried, and when it gave no sign of life in time. */
  sipStatus: z.int().nullable(),
  /** The usual words of the status, in English as they travel (RFC 3261 §21). */
  sipPhrase: z.string().nullable(),
  /** ITU-T Q.850. */
  q850Cause: z.int().nullable(),
});
export type RouteStep = z.infer<typeof routeStep>;

/**
 * How the price of an ended call comes about, line by line: what was talked, what that counts as in the rate's increments,
 * that time at the price of a minute, the fee, the total. The amounts of `time` and `connection` sum to `total` exactly.
 */
export const priceLine = z.discriminatedUnion('line', [
  z.object({ line: z.literal('answered'), seconds: z.int() }),
  /** What the plan's included minutes covered: nothing was charged for it. */
  z.object({ line: z.literal('included'), group: z.string().meta({ example: 'Europe, landlines' }), seconds: z.int() }),
  /** The rest, which is priced as a call of its own by the lines that follow. Only beside `included` or `forgiven`. */
  z.object({ line: z.literal('paid'), seconds: z.int() }),
  /** The last seconds, whose sound was lost by us or by the carrier: nothing was charged for them. */
  z.object({ line: z.literal('forgiven'), because: lostBecause, seconds: z.int() }),
  /** The rate's least time, where the call was shorter. */
  z.object({ line: z.literal('minimum'), seconds: z.int() }),
  z.object({ line: z.literal('first_increment'), count: z.literal(1), seconds: z.int(), totalSeconds: z.int() }),
  z.object({ line: z.literal('next_increments'), count: z.int(), seconds: z.int(), totalSeconds: z.int() }),
  z.object({
    line: z.literal('time'),
    billedSeconds: z.int(),
    perMinute: money,
    amount: money,
    /** Billed time at this price is no whole millionth: it was rounded up to the next. */
    isRoundedUp: z.boolean(),
  }),
  z.object({ line: z.literal('connection'), amount: money }),
  z.object({ line: z.literal('total'), amount: money }),
]);
export type PriceLine = z.infer<typeof priceLine>;

const lossPercent = z.number().min(0).max(100);
const milliseconds = z.number().min(0).max(60_000);

/** What the browser measured in one second of a call. */
export const qualitySample = z.object({
  /** Whole seconds since the answer. It names the sample: what comes for the same second again is dropped. */
  second: z.int('A second is a whole number').min(0).max(86_400),
  /** Packets missed, the worse direction. */
  lossPercent,
  jitterMs: milliseconds,
  /** Null when it is not known. */
  roundTripMs: milliseconds.nullable(),
});
export type QualitySample = z.infer<typeof qualitySample>;

export const qualityReport = z
  .object({ samples: z.array(qualitySample).min(1, 'Send at least one sample').max(120, 'Send at most 120 samples') })
  .meta({
    example: {
      samples: [
        { second: 0, lossPercent: 0, jitterMs: 3.5, roundTripMs: 41 },
        { second: 1, lossPercent: 0.5, jitterMs: 4, roundTripMs: 44 },
      ],
    },
  });
/** How many of the samples were kept; the others were there already. */
export const qualityReceipt = z.object({ kept: z.int() });

/** One stretch of the curve: the mean of its samples. `score` is the mean opinion score of ITU-T G.107, 1 to 4.5. */
export const qualityPoint = qualitySample.extend({ score: z.number() });
export type QualityPoint = z.infer<typeof qualityPoint>;
export const callQuality = z.object({
  /** At most 300, in order. */
  points: z.array(qualityPoint),
  average: qualityPoint.omit({ second: true }),
  /** The lowest score of any point. */
  worstScore: z.number(),
  verdict: z.enum(['good', 'fair', 'poor']),
});
export type CallQuality = z.infer<typeof callQuality>;

/** One call with everything that explains it. */
export const callDetailReply = z.object({
  call,
  timeline: z.array(timelineEntry),
  route: z.array(routeStep),
  /** Empty while the call runs. */
  priceLines: z.array(priceLine),
  /** Null when the browser measured nothing. */
  quality: callQuality.nullable(),
  /** When whoever runs this installation moved what explains the calls of that month elsewhere: steps and quality are not known here then. */
  archivedAt: at.nullable(),
  /** Null where nothing was to be forwarded. */
  forward: callForward.nullable(),
});
export type CallDetail = z.infer<typeof callDetailReply>;

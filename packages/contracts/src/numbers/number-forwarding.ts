import { z } from 'zod';
import { DECIMAL, parseDecimal } from '../micros.ts';
import { e164 } from '../phone-number.ts';
import { money } from '../money.ts';
import { rateTerms } from '../rates.ts';

/** How long something may ring before a call goes on, in seconds. */
export const RINGING_LIMITS = { least: 5, most: 60, usual: 20 } as const;

const RINGING_SENTENCE = `Let it ring for ${RINGING_LIMITS.least} to ${RINGING_LIMITS.most} seconds`;

/** What one forwarded call may cost: less buys no call. */
const mostAmount = z
  .string()
  .regex(DECIMAL, 'Write an amount such as 5.00')
  .refine((amount) => (parseDecimal(amount) ?? 0n) > 0n, 'Write an amount such as 5.00');

/** The call goes on to another telephone, at the price of a call out to it. */
export const forwardStep = z.object({
  do: z.literal('forward'),
  to: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'Write a number as +442079460123. Emergency numbers can’t be called from here.')
    .meta({ example: '+442079460123' }),
  /** What one such call may cost at most, in the account's currency; null: what the money and the limits of the account allow. */
  most: mostAmount.nullable(),
});
export type ForwardStep = z.infer<typeof forwardStep>;

/** What happens with a call that rang, or found nothing to ring, and was not answered; one that was declined is not forwarded. */
export const goesOnStep = z.object({
  afterSeconds: z
    .int(RINGING_SENTENCE)
    .min(RINGING_LIMITS.least, RINGING_SENTENCE)
    .max(RINGING_LIMITS.most, RINGING_SENTENCE),
  then: z.discriminatedUnion('do', [forwardStep]),
});
export type GoesOnStep = z.infer<typeof goesOnStep>;

/** So many phones stand in one step. */
export const PHONES_AT_MOST = 100;

/** However many ring one after another: this long together, and who is left has no turn. */
export const ALL_TURNS_SECONDS = 120;

/** What rings, and how. */
export const rung = {
  browsers: z.boolean(),
  /** In turn: in this order, of all the oldest first. Each once. */
  phones: z.union([
    z.literal('all'),
    z
      .array(z.uuid('Choose phones of yours'))
      .max(PHONES_AT_MOST)
      .overwrite((ids) => [...new Set(ids)]),
  ]),
  /** Absent: together. `longest_idle`: one after another, who talked longest ago first. */
  order: z.enum(['together', 'in_turn', 'longest_idle']).optional(),
  /** How long each rings, where they do not ring together; absent: 20 seconds. */
  secondsEach: z
    .int(RINGING_SENTENCE)
    .min(RINGING_LIMITS.least, RINGING_SENTENCE)
    .max(RINGING_LIMITS.most, RINGING_SENTENCE)
    .optional(),
  /** In turn: so many of the phones have theirs before the pages, which have one together; absent: none. */
  phonesBeforeBrowsers: z.int().min(0).max(PHONES_AT_MOST).optional(),
};

/** Which SIP phones of the account, by their ids, and whether its open pages. */
export const ringStep = z.object({
  do: z.literal('ring'),
  ...rung,
  /** Without it the call goes on nowhere. */
  goesOn: goesOnStep.optional(),
});
export type RingStep = z.infer<typeof ringStep>;
/** What rings by a step, and how, without what is done then. */
export function rungBy({ browsers, phones, order, secondsEach, phonesBeforeBrowsers }: RingStep): Rung {
  if (order === undefined || order === 'together') return { browsers, phones };
  const rings = { browsers, phones, order, secondsEach: secondsEach ?? RINGING_LIMITS.usual };
  return phonesBeforeBrowsers === undefined ? rings : { ...rings, phonesBeforeBrowsers };
}
export type Rung = Pick<RingStep, 'browsers' | 'phones' | 'order' | 'secondsEach' | 'phonesBeforeBrowsers'>;
/** Whether nothing at all is to ring. */
export const ringsNothing = ({ browsers, phones }: Pick<RingStep, 'browsers' | 'phones'>): boolean =>
  !browsers && phones !== 'all' && phones.length === 0;
export const NOTHING_CHOSEN = 'Choose what is to ring';

/** What a minute of a forwarded call costs, as things are now. */
export const forwardPrice = z.object({ number: e164, terms: rateTerms });
export type ForwardPrice = z.infer<typeof forwardPrice>;

/** Why a call cannot be forwarded: a stable code, and a sentence. */
export const forwardRefusal = z.object({ code: z.string(), message: z.string() });
export type ForwardRefusal = z.infer<typeof forwardRefusal>;

/** How a call hangs together with the one that it was forwarded as. */
export const callForward = z.object({
  /** `given`: this call came in and was forwarded; `placed`: it was placed to forward the other one. */
  role: z.enum(['given', 'placed']),
  /** The other call; null: none was placed. */
  callId: z.uuid().nullable(),
  /** Of `given` the number that it was forwarded to, of `placed` the number that was called. */
  number: z.string(),
  /** What one call may cost at most; null: nothing was said. */
  most: money.nullable(),
  /** Why it was not forwarded; null: it was. */
  refusal: forwardRefusal.nullable(),
});
export type CallForward = z.infer<typeof callForward>;

import { z } from 'zod';
import { callerDoubt } from '../voice/caller-doubt.ts';

/** How much is kept for an account, and how long one message may be, in seconds of sound. A full mailbox takes no more. */
export const VOICEMAIL_LIMITS = {
  messageSeconds: 180,
  accountSeconds: 4 * 60 * 60,
  /** What one caller has left and nobody has heard; all who do not show their number count as one, with more. */
  unheardOfCallerSeconds: 20 * 60,
  unheardOfUnknownSeconds: 60 * 60,
  /** What nobody has heard of messages that were left on one number: callers who fill it leave as much room for the account's others. */
  unheardOfNumberSeconds: 2 * 60 * 60,
} as const;

/** A transcript is cut there: what is said in three minutes is shorter. */
export const TRANSCRIPT_MOST_CHARACTERS = 8_000;

/** What was said, as a program wrote it down. Without a word in it the text is empty. */
export const transcript = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending') }),
  z.object({ state: z.literal('written'), text: z.string().max(TRANSCRIPT_MOST_CHARACTERS) }),
  z.object({ state: z.literal('failed') }),
]);
export type Transcript = z.infer<typeof transcript>;

/** A message that a caller left. Its id is that of the call. */
export const voicemail = z.object({
  id: z.uuid(),
  /** The number that was called. */
  number: z.string(),
  /** Null: not known, or not shown. */
  from: z.string().nullable(),
  /** Who calls, as the trunk wrote it, where that is no number. */
  fromText: z.string().nullable(),
  /** Why the number that the caller showed is not to be trusted; null: nothing speaks against it. */
  callerDoubt: callerDoubt.nullable(),
  at: z.iso.datetime(),
  /** Whole seconds, rounded up. */
  seconds: z.int(),
  /** Null: nobody has heard it yet. */
  heardAt: z.iso.datetime().nullable(),
  /** Null: nobody writes it down. */
  transcript: transcript.nullable(),
});
export type Voicemail = z.infer<typeof voicemail>;

export const voicemailsQuery = z.object({
  /** Only those of this caller. */
  from: z.string().max(40).optional(),
  /** Only those that were left on this number of the account. */
  number: z.string().max(40).meta({ example: '+14155550100' }).optional(),
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
/** What was left on one number. Without a label its own is empty. */
export const voicemailBox = z.object({ number: z.string(), label: z.string(), unheard: z.int(), total: z.int() });
export type VoicemailBox = z.infer<typeof voicemailBox>;
/**
 * Newest first. What counts is of the whole account, not of this page: `unheard`; `boxes`, one for each number with messages, or whose
 * rule may lead to voicemail; and `usedSeconds` of `mostSeconds`, which are taken.
 */
export const voicemailsReply = z.object({
  items: z.array(voicemail),
  nextCursor: z.string().nullable(),
  boxes: z.array(voicemailBox),
  unheard: z.int(),
  usedSeconds: z.int(),
  mostSeconds: z.int(),
});
export type VoicemailsReply = z.infer<typeof voicemailsReply>;
export const voicemailChange = z.object({ isHeard: z.boolean() }).meta({ example: { isHeard: true } });
export const voicemailReply = z.object({ voicemail, unheard: z.int() });
export const voicemailDeletedReply = z.object({ unheard: z.int() });

import { z } from 'zod';
import { templateText } from './message-templates.ts';
import { messageStatus } from './messages.ts';
import { money } from '../money.ts';
import { isPlainLine } from '../plain-line.ts';

/** The bounds of broadcasts. */
export const BROADCAST_LIMITS = {
  /** For each account, drafts and earlier broadcasts together. */
  broadcasts: 100,
  recipients: 10_000,
  fileBytes: 2 * 1024 * 1024,
  columns: 30,
  nameLength: 60,
  optOutLength: 80,
} as const;

/** `paused`: by somebody, or for want of what `reason` says; what is left goes on when it is resumed. */
export const broadcastStatus = z.enum(['draft', 'running', 'paused', 'completed', 'cancelled']);
export type BroadcastStatus = z.infer<typeof broadcastStatus>;

/** One text to many people, each with fields of their own. */
export const broadcast = z.object({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  /** Stands below the text of each; null: none. */
  optOutLine: z.string().nullable(),
  /** The account's number that sends. */
  number: z.string().meta({ example: '+999000000001' }),
  status: broadcastStatus,
  /** The code of the refusal for which it was paused, and a sentence for a person about it; null: somebody paused it. */
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  /** The columns of the file, as fields of the text. */
  fields: z.array(z.string()),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
export type Broadcast = z.infer<typeof broadcast>;

/** How far a recipient is: `waiting`, `left_out` for a reason, or as far as the message to them. */
export const recipientStatus = z.enum(['waiting', 'left_out', ...messageStatus.exclude(['received']).options]);
export type RecipientStatus = z.infer<typeof recipientStatus>;

/** A broadcast with what it has done and will cost. */
export const broadcastDetail = broadcast.extend({
  /** Rows of the file, also those that are left out. */
  recipients: z.int(),
  counts: z.record(recipientStatus, z.int()),
  /** Why so many are left out; the code of each reason. */
  leftOut: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** How many of those who wait are where advertising may not be sent at this hour or on this day, as far as sources say. */
  quietNow: z.int(),
  /** Of those who wait: what it costs to send to all of them, at the prices that were looked at last. */
  segments: z.int(),
  includedSegments: z.int(),
  cost: money,
  /** What was charged so far. */
  spent: money,
  /** It would go to the sandbox network now, so that practice credit pays for it while it lasts. */
  isPractice: z.boolean(),
});
export type BroadcastDetail = z.infer<typeof broadcastDetail>;

const name = z
  .string({ error: 'Give the broadcast a name' })
  .trim()
  .min(1, 'Give the broadcast a name')
  .max(BROADCAST_LIMITS.nameLength, `A name has at most ${BROADCAST_LIMITS.nameLength} characters`)
  .refine(isPlainLine, 'Write the name on one line');
const optOutLine = z
  .string()
  .trim()
  .min(1)
  .max(BROADCAST_LIMITS.optOutLength, `This line has at most ${BROADCAST_LIMITS.optOutLength} characters`)
  .refine(isPlainLine)
  .nullable();
/** A number of the account; left out: its first. */
const from = z.string().trim().max(40).optional();

export const newBroadcast = z
  .object({ name, text: templateText, optOutLine: optOutLine.default(null), from })
  .meta({ example: { name: 'Closed on Monday', text: 'Dear {first_name}, we are closed on Monday.' } });
/** What is left out stays. */
export const broadcastChange = z
  .object({ name: name.optional(), text: templateText.optional(), optOutLine: optOutLine.optional(), from })
  .meta({ example: { name: 'Closed on Tuesday' } });
export const broadcastReply = z.object({ broadcast: broadcastDetail });
/** Newest first. */
export const broadcastsReply = z.object({ items: z.array(broadcast) });
export const recipientsFileQuery = z.object({
  /** The country in which national numbers of the file are read. */
  defaultCountry: z.string().length(2).toUpperCase().optional(),
});
/** What its sender was shown that all who wait cost. It is not started for more. */
export const broadcastStart = z
  .object({ cost: money })
  .meta({ example: { cost: { amount: '12.40', currency: 'USD' } } });

/** A row of the file, and what becomes of it. */
export const broadcastRecipient = z.object({
  /** In the file, counted from 1. */
  line: z.int(),
  /** As the file has it; E.164 where it could be read. */
  number: z.string(),
  status: recipientStatus,
  /** Why they are left out; null: they are not. */
  reason: z.string().nullable(),
  /** What they get. */
  text: z.string(),
  segments: z.int(),
  /** What it will cost, the plan's messages left out of account; once it is sent, what was charged. */
  cost: money.nullable(),
  messageId: z.uuid().nullable(),
});
export type BroadcastRecipient = z.infer<typeof broadcastRecipient>;
export const recipientsQuery = z.object({
  leftOut: z.stringbool().optional(),
  /** Those of the lines after this one. */
  after: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
/** In the order of the file. */
export const recipientsReply = z.object({ items: z.array(broadcastRecipient), hasMore: z.boolean() });

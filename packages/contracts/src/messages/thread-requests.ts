import { z } from 'zod';
import { e164, e164List } from '../phone-number.ts';
import { MESSAGE_LIMITS, message, thread } from './messages.ts';

export const peerParams = z.object({ peer: z.string().max(40) });
/** Whom an account may write as: its numbers, the default first, and its names, with the countries in which each is registered. */
export const sendersReply = z.object({
  numbers: z.array(e164),
  names: z.array(z.object({ name: z.string(), registeredIn: z.array(z.string()) })),
});

export const threadReply = z.object({ thread });
/** Newest first. One of `around`, `after` and `cursor`; none: the newest of all. */
export const messagesQuery = z.object({
  cursor: z.uuid().optional(),
  /** A message: what was written after it, the `newerCursor` of a page. */
  after: z.uuid().optional(),
  /** A message: it stands in the middle of the page. */
  around: z.uuid().optional(),
  /** Other numbers of the same person: what was written with them stands among it. */
  also: e164List.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const messagesReply = z.object({
  items: z.array(message),
  nextCursor: z.string().nullable(),
  /** Null: nothing is newer than this page. */
  newerCursor: z.string().nullable(),
});
/** What is left out stays. */
export const threadChange = z
  .object({
    draft: z
      .string()
      .max(MESSAGE_LIMITS.draftLength, `A draft has at most ${MESSAGE_LIMITS.draftLength} characters`)
      .optional(),
    note: z
      .string()
      .trim()
      .max(MESSAGE_LIMITS.noteLength, `A note must be at most ${MESSAGE_LIMITS.noteLength} characters`)
      .optional(),
    /** Null: nobody chose. */
    sender: z.string().trim().min(1).max(40).nullable().optional(),
    isBlocked: z.boolean().optional(),
    /** The newest message that was seen: all up to it are read. */
    readUpTo: z.uuid().optional(),
  })
  .meta({ example: { draft: 'See you' } });

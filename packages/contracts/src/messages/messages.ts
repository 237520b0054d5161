import { z } from 'zod';
import { paidBy } from '../calls.ts';
import { money } from '../money.ts';
import { e164 } from '../phone-number.ts';
import { searchedFrom, searchText } from '../search/search-text.ts';
import { instantOf } from './wall-clock.ts';

/** The bounds of messages. */
export const MESSAGE_LIMITS = {
  /** UTF-16 units. */
  textLength: 1_600,
  segments: 10,
  draftLength: 1_600,
  noteLength: 2_000,
  /** Of an account that wait for their time. */
  scheduled: 200,
  /** How far ahead one may be scheduled. */
  scheduledDays: 366,
} as const;

/**
 * How far a message is. `queued`: it waits for the carrier; `sent`: the carrier has taken it; `unknown`: the carrier may have
 * taken it, and no receipt has come yet; `received`: it came in.
 */
export const messageStatus = z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown', 'received']);
export type MessageStatus = z.infer<typeof messageStatus>;

/** Why a message was not delivered, or is not known to be. The page has a sentence for each. */
export const messageReason = z.enum([
  /** No carrier took it. */
  'refused',
  /** The carriers could not be reached for as long as it was tried. */
  'unreachable_carrier',
  /** The carrier took it, and could not deliver it. */
  'undeliverable',
  /** Its recipient could not be reached in time. */
  'expired',
  /** The link to the carrier died before it said whether it had taken the message. */
  'unanswered',
  /** The account was closed before it was sent. */
  'account_closed',
  /** Its recipient asked for no more messages before it was sent. */
  'opted_out',
]);
export type MessageReason = z.infer<typeof messageReason>;

/** GSM 7-bit (3GPP TS 23.038), or UCS-2 where a character is in no table of it. */
export const messageEncoding = z.enum(['gsm-7', 'ucs-2']);

/** Languages with tables of their own in 3GPP TS 23.038. */
const nationalLanguage = z.enum([
  'turkish',
  'spanish',
  'portuguese',
  'bengali',
  'gujarati',
  'hindi',
  'kannada',
  'malayalam',
  'oriya',
  'punjabi',
  'tamil',
  'telugu',
  'urdu',
]);

/** One message as every list, page and live event shows it. */
export const message = z.object({
  id: z.uuid(),
  direction: z.enum(['outbound', 'inbound']),
  /** The account's number. */
  number: z.string().meta({ example: '+999000000001' }),
  /** The other side: a number, or the name of a sender. */
  peer: z.string().meta({ example: '+447700900123' }),
  text: z.string(),
  status: messageStatus,
  reason: messageReason.nullable(),
  /** A sentence for a person about the reason. */
  reasonText: z.string().nullable(),
  encoding: messageEncoding,
  segments: z.int(),
  /** Of one segment; null: it came in. */
  pricePerSegment: money.nullable(),
  /** Segments that the plan's messages paid for. */
  includedSegments: z.int(),
  /** What was charged; null until the carrier has taken it, and for what came in. */
  cost: money.nullable(),
  paidBy: paidBy.nullable(),
  /** The broadcast that it is a part of. */
  broadcastId: z.uuid().nullable(),
  /** It went to the sandbox, or came from it. */
  isPractice: z.boolean(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
});
export type Message = z.infer<typeof message>;

/** A text that can be sent. */
export const messageText = z
  .string({ error: 'Write a message' })
  .min(1, 'Write a message')
  .max(MESSAGE_LIMITS.textLength, `A message has at most ${MESSAGE_LIMITS.textLength} characters`)
  .refine((value) => value.trim() !== '', 'Write a message')
  .refine((value) => !value.includes('\0'), 'A message can’t contain the character U+0000');
/** An instant, or what the clocks show where the recipient is: a time that these skip is an hour later there. */
export const sendAt = z
  .union(
    [
      z.iso.datetime({ offset: true }),
      z
        .object({ local: z.iso.datetime({ local: true, precision: -1 }), timeZone: z.string().min(1).max(64) })
        .refine((clock) => instantOf(clock) !== null),
    ],
    { error: 'Choose a day and a time' },
  )
  .meta({ example: { local: '2027-03-29T09:00', timeZone: 'Europe/London' } });
export type SendAt = z.infer<typeof sendAt>;
const to = z.string({ error: 'Phone number is required' }).trim().min(1, 'Phone number is required').max(40);
const from = z.string().trim().max(40).optional();
const defaultCountry = z.string().length(2).toUpperCase().optional();

export const newMessage = z
  .object({
    /** Any usual notation; a national number is read in the country of `defaultCountry`. */
    to,
    /** A number of the account, or a name that was allowed to it; left out: the number that the conversation goes by, or its default. */
    from,
    text: messageText,
    defaultCountry,
    /** Left out: now. Then it waits, and is judged and priced as if it were written at that time. */
    sendAt: sendAt.optional(),
    /** What the sender was shown for a segment. A message is not sent for more. */
    pricePerSegment: money.optional(),
  })
  .meta({ example: { to: '+44 7700 900123', text: 'See you at eight.' } });
export const messageReply = z.object({ message });
/** A message that waits for its time, or that was not sent when it came. */
export const scheduledMessage = z.object({
  id: z.uuid(),
  number: z.string().meta({ example: '+999000000001' }),
  peer: z.string().meta({ example: '+447700900123' }),
  text: z.string(),
  /** `sent`: it is the message `messageId` now. */
  status: z.enum(['scheduled', 'failed', 'sent']),
  /** The code of the refusal for which it failed, and a sentence for a person about it. */
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  sendAt: z.iso.datetime(),
  /** Whose clocks it was told by; null: it was told as an instant. */
  timeZone: z.string().nullable(),
  encoding: messageEncoding,
  segments: z.int(),
  /** What was shown for a segment. It is not sent for more. */
  pricePerSegment: money,
  messageId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
});
export type ScheduledMessage = z.infer<typeof scheduledMessage>;
export const scheduledReply = z.object({ scheduled: scheduledMessage });
/** The message; where it was to be sent later, what waits for that. */
export const sendReply = z.union([messageReply, scheduledReply]);
export const scheduledQuery = z.object({
  /** Only those to one number. */
  peer: e164.optional(),
});
/** Those that wait or failed, in the order of their times. */
export const scheduledListReply = z.object({ items: z.array(scheduledMessage) });
/** What is left out stays. One that failed waits again. */
export const scheduledChange = z
  .object({
    text: messageText.optional(),
    /** Who it is from: a number of the account, or a name that was allowed to it. */
    from,
    sendAt: sendAt.optional(),
    /** What the sender was shown for a segment now. */
    pricePerSegment: money.optional(),
  })
  .meta({ example: { sendAt: { local: '2027-03-29T10:00', timeZone: 'Europe/London' } } });

export const previewRequest = z
  .object({ to, from, text: z.string().max(MESSAGE_LIMITS.textLength), defaultCountry })
  .meta({ example: { to: '+44 7700 900123', text: 'See you at eight.' } });
/** What a message would be and cost, and what stands in its way. */
export const previewReply = z.object({
  number: e164,
  /** The account's number that it would be sent from, or its name. */
  from: z.string().meta({ example: '+999000000001' }),
  countryCode: z.string().nullable(),
  /** Where the recipient may be, as the number tells: zones of the IANA database; none: it does not tell. */
  timeZones: z.array(z.string()).meta({ example: ['Europe/London'] }),
  encoding: messageEncoding,
  segments: z.int(),
  /** What still fits into the last segment: GSM characters, or UTF-16 units. */
  left: z.int(),
  /** The first character that makes it UCS-2, and a look-alike that does not. */
  forcedBy: z.object({ character: z.string(), index: z.int(), replacement: z.string().nullable() }).nullable(),
  /** What every carrier writes that may be given it, beside UCS-2: national tables, and Latin-1 in the place of the GSM alphabet. */
  writes: z.object({ nationalShift: z.array(nationalLanguage), isLatin1: z.boolean() }),
  pricePerSegment: money,
  /** What it would cost; the segments that the plan includes are left out. */
  cost: money,
  includedSegments: z.int(),
  paidBy,
  isPractice: z.boolean(),
  /** The recipient has asked not to be written to. */
  isOptedOut: z.boolean(),
});
export type MessagePreview = z.infer<typeof previewReply>;

/** What a word asks for, whatever language it is of. */
export const keyword = z.enum(['stop', 'start', 'help']);

/** Everything that was written with one number. */
export const thread = z.object({
  peer: z.string().meta({ example: '+447700900123' }),
  last: message.nullable(),
  unread: z.int(),
  draft: z.string(),
  /** What the account notes of this person, for itself alone. */
  note: z.string(),
  /** Whom pages write to them as, where somebody chose: a number of the account, or one of its names. */
  sender: z.string().nullable(),
  /** The person asked not to be written to. */
  isOptedOut: z.boolean(),
  /** What they write is kept out of the inbox. */
  isBlocked: z.boolean(),
  /** The last word of theirs, STOP, START or HELP, that got no answer, and the code of the refusal; null: none, or one was answered since. */
  unanswered: z.object({ keyword, reason: z.string() }).nullable(),
  /** Messages to them that wait for their time, and those that were not sent when it came. */
  scheduled: z.int(),
  changedAt: z.iso.datetime(),
});
export type Thread = z.infer<typeof thread>;

/** The newest message with one person that has the words of a search. */
const foundMessage = z.object({
  messageId: z.uuid(),
  /** The stretch of its text in which they stand; an ellipsis is for what is left out. */
  text: z.string(),
  direction: message.shape.direction,
  at: z.iso.datetime(),
});
/**
 * A person of the inbox as a list shows them: the thread with the number that was written with last. A search has a thread for each number that it
 * finds.
 */
export const listedThread = thread.extend({
  /** The threads with other numbers of the same contact, which stand in the list by this one alone. */
  others: z.array(thread.pick({ peer: true, unread: true, draft: true, scheduled: true })),
  /** Null: nothing was searched for, or this person was found by name, number or note. */
  found: foundMessage.nullable(),
});
export type ListedThread = z.infer<typeof listedThread>;

const cursor = z.string().max(2_000).optional();
export const threadsQuery = z.object({
  /** Words of a text, of a note or of a contact's name, or part of a number. */
  q: searchText.optional(),
  defaultCountry: searchedFrom,
  blocked: z.stringbool().optional(),
  cursor,
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export const threadsReply = z.object({
  items: z.array(listedThread),
  nextCursor: z.string().nullable(),
  /** Of all threads. */
  unread: z.int(),
});

import { z } from 'zod';
import { tags } from './contact-tags.ts';
import { e164 } from '../phone-number.ts';
import { searchedFrom, searchText } from '../search/search-text.ts';

/** The bounds of an account's contacts. */
export const CONTACT_LIMITS = {
  contacts: 5_000,
  numbersEach: 10,
  nameLength: 100,
  labelLength: 30,
  noteLength: 2_000,
  importBytes: 5 * 1024 * 1024,
} as const;

/** The labels that a page has words for; any other is shown as it was written. */
export const CONTACT_LABELS = ['mobile', 'home', 'work', 'main', 'other'] as const;

export const contactNumber = z.object({
  number: e164,
  label: z.string().meta({ example: 'mobile' }),
});
export type ContactNumber = z.infer<typeof contactNumber>;

export const contact = z.object({
  id: z.uuid(),
  name: z.string(),
  numbers: z.array(contactNumber),
  note: z.string(),
  tags: z.array(z.string()),
  isFavourite: z.boolean(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});
export type Contact = z.infer<typeof contact>;

const name = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(CONTACT_LIMITS.nameLength, `Name must be at most ${CONTACT_LIMITS.nameLength} characters`);
const typedNumber = z.object(
  {
    /** Any usual notation; a national number is read in the country of `defaultCountry`. */
    number: z
      .string({ error: 'Number is required' })
      .trim()
      .min(1, 'Number is required')
      .max(40, 'This number is too long'),
    label: z
      .string()
      .trim()
      .max(CONTACT_LIMITS.labelLength, `A label must be at most ${CONTACT_LIMITS.labelLength} characters`)
      .default('mobile'),
  },
  { error: 'Number is required' },
);
export const NUMBERS_AT_MOST = `A contact has at most ${CONTACT_LIMITS.numbersEach} numbers`;
const numbers = z
  .array(typedNumber, { error: 'Add at least one number' })
  .min(1, 'Add at least one number')
  .max(CONTACT_LIMITS.numbersEach, NUMBERS_AT_MOST);
const note = z
  .string()
  .trim()
  .max(CONTACT_LIMITS.noteLength, `A note must be at most ${CONTACT_LIMITS.noteLength} characters`);
const defaultCountry = z.string().length(2).toUpperCase().optional();

export const newContact = z
  .object({
    name,
    numbers,
    note: note.default(''),
    tags: tags.default([]),
    isFavourite: z.boolean().default(false),
    defaultCountry,
  })
  .meta({ example: { name: 'Ada Lovelace', numbers: [{ number: '+44 7700 900123', label: 'mobile' }] } });
/** What is left out stays; `numbers` and `tags` replace all of them. */
export const contactChange = z
  .object({
    name: name.optional(),
    numbers: numbers.optional(),
    note: note.optional(),
    tags: tags.optional(),
    isFavourite: z.boolean().optional(),
    defaultCountry,
  })
  .meta({ example: { isFavourite: true } });
export const contactReply = z.object({ contact });

/** In the order of names. */
export const contactsQuery = z.object({
  /** Words of the name or the tags, with or without accents, or part of a number. */
  q: searchText.optional(),
  defaultCountry: searchedFrom,
  favourite: z.stringbool().optional(),
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const contactsReply = z.object({ items: z.array(contact), nextCursor: z.string().nullable() });

/**
 * Who has which number: the whole of it, for lists of calls. Ask with the ETag of the last answer (`If-None-Match`; a
 * browser does so by itself) and get 304 while nothing has changed. Of two contacts with one number the favourite counts,
 * then the older one.
 */
export const contactNamesReply = z.object({
  names: z.array(
    z.object({
      number: e164,
      name: z.string(),
      contactId: z.uuid(),
      isFavourite: z.boolean(),
      tags: z.array(z.string()),
    }),
  ),
});
export type ContactName = z.infer<typeof contactNamesReply>['names'][number];

/** Something of an imported file that could not be read, or that there was no room for. */
const importProblem = z.object({
  line: z.int(),
  code: z.enum([
    'card_unfinished',
    'not_a_property',
    'quote_unfinished',
    'too_many_columns',
    'too_many_contacts_read',
    'too_many_numbers_read',
    'too_many_numbers',
    'no_room',
    'no_number',
    'number_not_callable',
  ]),
  /** What it is about: the name of who has no number, the number that can't be called, or how many there may be. */
  value: z.union([z.string(), z.int()]).nullable(),
  /** The same as an English sentence; a page in another language makes its own of `code` and `value`. */
  message: z.string(),
});
export type ImportProblem = z.infer<typeof importProblem>;

/** What became of an imported file. */
export const importReport = z.object({
  format: z.enum(['vcard', 'csv']),
  /** Contacts read of the file, 10,000 at most. */
  found: z.int(),
  added: z.int(),
  /** They were there, and got numbers that they lacked. */
  completed: z.int(),
  /** They were there with all their numbers. */
  unchanged: z.int(),
  /** Lines that could not be read, at most 100 of them; `skipped` counts all. A skipped line costs no other line. */
  problems: z.array(importProblem),
  skipped: z.int(),
});
export type ImportReport = z.infer<typeof importReport>;
/** National numbers of the file are read in this country. */
export const importQuery = z.object({ defaultCountry });

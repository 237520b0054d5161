import { z } from 'zod';

/** What somebody types to find something. U+0000 is in no text that is kept. */
export const searchText = z
  .string()
  .trim()
  .max(60, 'Search for at most 60 characters')
  .refine((text) => !text.includes('\0'), 'Search for words or numbers');

/** The country in which a number that somebody searches for is read where it's typed without its calling code. */
export const searchedFrom = z.string().length(2, 'Write a country as GB').toUpperCase().optional();

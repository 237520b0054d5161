import { z } from 'zod';

export const SEARCH_TEXT_MAX = 60;

/** What somebody types to find something. U+0000 is in no text that is kept. */
export const searchText = z
  .string()
  .trim()
  .max(SEARCH_TEXT_MAX, `Search for at most ${SEARCH_TEXT_MAX} characters`)
  .refine((text) => !text.includes('\0'), 'Search for words or numbers');

/** The country in which a number that somebody searches for is read where it's typed without its calling code. */
export const searchedFrom = z.string().length(2, 'Write a country as GB').toUpperCase().optional();

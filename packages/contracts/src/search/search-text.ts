import { z } from 'zod';

/** What somebody types to find something. U+0000 is in no text that is kept. */
export const searchText = z
  .string()
  .trim()
  .max(60, 'Search for at most 60 characters')
  .refine((text) => !text.includes('\0'), 'Search for words or numbers');

import { z } from 'zod';
import { cursorUnknown } from './contacts-problems.ts';
import { LONGEST_FOLDED } from './fold-name.ts';

/** Where a list of contacts was left: after this one. */
export type ContactCursor = { searchName: string; id: string };

const parts = z.tuple([
  z
    .string()
    .max(LONGEST_FOLDED)
    .regex(/^[^\0]*$/),
  z.uuid(),
]);

export function writeCursor({ searchName, id }: ContactCursor): string {
  return Buffer.from(JSON.stringify([searchName, id])).toString('base64url');
}

export function readCursor(text: string): ContactCursor {
  try {
    const [searchName, id] = parts.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { searchName, id };
  } catch {
    throw cursorUnknown();
  }
}

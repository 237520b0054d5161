import { sql } from 'kysely';
import type { KnowCaller, SaidOfCaller } from '../../numbers/index.ts';

/** An account that has said the same of everybody. */
export const knows =
  (known: SaidOfCaller): KnowCaller =>
  () => ({
    isFavourite: sql`${known.isFavourite}::boolean`,
    isBlockedInMessages: sql`${known.isBlockedInMessages}::boolean`,
  });

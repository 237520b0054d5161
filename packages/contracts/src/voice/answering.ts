import { z } from 'zod';

// Of the words between Kamailio and the server (voice-engine.ts), those about calls that are answered in the place of people.

/** What answers a call where nobody takes it. */
export const answering = {
  /** What the attendant does then, an `attendantTask` as its header has it; empty: the caller is told. */
  task: z.string(),
  /** As whom it answers: `menu`; absent: as voicemail. */
  answersAs: z.literal('menu').optional(),
};

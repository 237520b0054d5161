import { z } from 'zod';

// Of the words between Kamailio and the server (voice-engine.ts), those about calls that ring one after another.

/** As whom the browsers of all users of a call stand among the turns. No phone has so short a name. */
export const PAGES_TURN = 'pages';

export const turns = {
  /**
   * Who rings, one after another, with `|` between them: user names of phones, and `pages`, all browsers of the users together; with `*` behind it where
   * somebody may come who is not there. Each rings for `turnMs`, at most; who is busy, declines or is not there is passed over at once. Absent:
   * all ring together.
   */
  turns: z.string().optional(),
  turnMs: z.int().optional(),
  /** How long all of them ring together, at most. */
  turnsMs: z.int().optional(),
};

import { z } from 'zod';

/** Milliseconds since 1970, as Kamailio writes them: as text. */
export const instantMs = z.coerce.number().int().positive();

/** What every report of Kamailio has (voice-engine.ts): it comes again each second until its key is acknowledged. */
export const report = { key: z.string(), call: z.string(), at: instantMs };

import { z } from 'zod';

/** What the carrier found when it checked the caller's number (STIR/SHAKEN), as it writes it in `verstat` (3GPP TS 24.229 §7.2A.20). */
export const verstat = z.enum(['', 'TN-Validation-Passed', 'TN-Validation-Failed', 'No-TN-Validation']);
export type Verstat = z.infer<typeof verstat>;

/** Who calls, as a trunk says it. */
export const callerShown = {
  /** The user part of who calls, as the trunk wrote it; empty when it wrote none, or the caller does not show it. */
  caller: z.string(),
  /** `id`: the caller asked not to be shown. */
  privacy: z.enum(['', 'id']).default(''),
  /** What the trunk found of that number; what it says otherwise is nothing. */
  verstat: verstat.optional().catch(undefined),
};

/**
 * Why a caller's number is not to be trusted. `failed_check`: the carrier checked it, and it is forged; `called_number`: it is the number that was
 * called; `own_number`: it is a number of this house which calls nobody now; `no_such_number`: its country has none such; `neighbour`: all but its
 * last digits are those of the number that was called, and nobody knows it; `blocked`: the account has blocked it.
 */
export const callerDoubt = z.enum([
  'failed_check',
  'called_number',
  'own_number',
  'no_such_number',
  'neighbour',
  'blocked',
]);
export type CallerDoubt = z.infer<typeof callerDoubt>;

/** Whether the number that is shown may be another's. One that the account has blocked is no forgery. */
export const isPossiblyForged = (doubt: CallerDoubt | null): boolean => doubt !== null && doubt !== 'blocked';

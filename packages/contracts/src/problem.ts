import { z } from 'zod';

/** The body of every refusal: a sentence for a person, a stable code, and the sentence of each wrong field. */
export const problem = z.object({
  message: z.string().meta({ example: 'Invalid email address' }),
  code: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .meta({ example: 'invalid_request' }),
  errors: z.record(z.string(), z.string()).optional(),
  reference: z.string().optional(),
});
export type ProblemBody = z.infer<typeof problem>;

import { defaultValidationMessage } from '@farline/contracts';
import type { z } from 'zod';
import { Problem } from './problems.ts';

/** Checks bodies, queries and parameters by their schemas: what is wrong is 400 with a plain sentence for each field. */
export function validateRequest({ schema }: { schema: z.ZodType }) {
  return (sent: unknown) => {
    const checked = schema.safeParse(sent, { error: defaultValidationMessage });
    return checked.success ? { value: checked.data } : { error: problemOf(checked.error) };
  };
}

function problemOf(error: z.ZodError): Problem {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[issue.path.join('.') || 'body'] ??= issue.message;
  const [message = 'The request isn’t valid.'] = Object.values(errors);
  return new Problem('invalid_request', 400, message, { errors });
}

import { channel } from 'node:diagnostics_channel';
import type { ProblemBody, RefusalCode, RefusalStatus } from '@farline/contracts';

/** A refusal that ends a request: a stable code, its status, and a sentence for the customer. */
export class Problem<Code extends RefusalCode = RefusalCode> extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly errors: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: Code,
    status: RefusalStatus<Code>,
    message: string,
    more: { errors?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  body(): ProblemBody {
    return { message: this.message, code: this.code, ...(this.errors === undefined ? {} : { errors: this.errors }) };
  }
}

/** Hears of each refusal that its route does not declare: tests fail by it. */
export const undeclaredRefusals = channel('farline:undeclared-refusal');

export const notFound = (what: string) => new Problem('not_found', 404, `${what} wasn’t found.`);
export const unauthorized = () => new Problem('unauthorized', 401, 'Please sign in to continue.');
export const tooManyRequests = (retryAfterSeconds: number) =>
  new Problem(
    'too_many_requests',
    429,
    `Too many tries. Please wait ${waitingTime(retryAfterSeconds)} and try again.`,
    {
      retryAfterSeconds,
    },
  );
/** There is more to do than can be done in time. */
export const tooBusy = (retryAfterSeconds: number) =>
  new Problem('busy', 503, 'We’re very busy right now. Please try again in a moment.', { retryAfterSeconds });
/** Something that whoever is signed in may do only after they have proved anew who they are. */
export const proofNeeded = () => new Problem('proof_needed', 403, 'Confirm first that it’s you.');
/** A wrong field that no schema can see. */
export const invalidField = (field: string, sentence: string) =>
  new Problem('invalid_request', 400, sentence, { errors: { [field]: sentence } });

function waitingTime(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

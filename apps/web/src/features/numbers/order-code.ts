import type { CodeWay, Verification, VerificationPrice } from '@farline/contracts/numbers/verified-numbers';
import { api } from '../../lib/api/api-client.ts';
import { tryIntent } from '../../lib/api/try-intent.ts';

/** How a code gets there, and what that costs. */
export type CodeOrder = { by: CodeWay; price: VerificationPrice };

/** Has a number called, or written to, with a code. Asked for twice before it is answered, it rings and is paid once. */
export async function orderCode({ by, price: { number, most } }: CodeOrder): Promise<Verification> {
  const body = { number, most: most.amount, by };
  const { verification } = await tryIntent(`code ${JSON.stringify(body)}`, async (idempotencyKey) =>
    api('POST /numbers/verifications', { body, idempotencyKey }),
  );
  return verification;
}

import { api } from '../../lib/api/api-client.ts';

/** Has a new code sent to the address that waits for one: the one before counts no more. Gives when another may be, in milliseconds since 1970. */
export async function sendCode(): Promise<number> {
  const { againInSeconds } = await api('POST /auth/confirm-email/resend');
  return Date.now() + againInSeconds * 1000;
}

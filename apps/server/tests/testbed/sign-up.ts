import { waitUntil } from '@farline/tools/wait-until';
import { z } from 'zod';
import { newId } from '../../src/platform/ids.ts';

export const PASSWORD = 'Analytical1843';

/** Signs somebody up over HTTP. A server that is busy with other tests refuses it with 503, and is asked again. */
export async function signUp(url: string): Promise<{ token: string; userId: string }> {
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${newId()}@example.org`, password: PASSWORD };
  const body = JSON.stringify(person);
  const register = async () =>
    await fetch(`${url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  const answer = await waitUntil(
    'a server that is not too busy',
    async () => {
      const answered = await register();
      return answered.status !== 503 && answered;
    },
    { withinMs: 60_000, everyMs: 1_000 },
  );
  const reply: unknown = await answer.json();
  if (!answer.ok) throw new Error(`nobody could sign up: ${answer.status} ${JSON.stringify(reply)}`);
  const { token, user } = z.object({ token: z.string(), user: z.object({ id: z.string() }) }).parse(reply);
  return { token, userId: user.id };
}

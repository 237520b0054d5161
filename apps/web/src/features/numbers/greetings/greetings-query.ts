import type { Greeting } from '@farline/contracts/voicemail/greetings';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { goneByNow } from '../../../lib/api/gone-by-now.ts';
import { download } from '../../../lib/api/download.ts';
import { tryIntent } from '../../../lib/api/try-intent.ts';
import { upload } from '../../../lib/api/upload.ts';
import { queryClient } from '../../../lib/session/queries.ts';

/** What the account's numbers can greet callers with. */
export const greetingsQuery = queryOptions({
  queryKey: ['numbers', 'greetings'],
  queryFn: async () => await api('GET /greetings'),
});

/** A greeting as callers hear it. */
export const soundOf = async (id: string): Promise<Blob> => await download(`/greetings/${id}/sound`);

export async function writeGreeting(
  written: { name: string } & Pick<Extract<Greeting, { kind: 'spoken' }>, 'language' | 'text'>,
): Promise<void> {
  await tryIntent(`greeting ${JSON.stringify(written)}`, async (idempotencyKey) =>
    api('POST /greetings', { body: written, idempotencyKey }),
  );
  await readAnew();
}

/** Sends a recording. */
export async function sendGreeting(name: string, sound: Blob): Promise<void> {
  const file = new File([sound], 'greeting.wav', { type: 'audio/wav' });
  await upload(`/greetings/recordings?name=${encodeURIComponent(name)}`, file, () => undefined);
  await readAnew();
}

/** `language` and `text`: of one that is read out alone. */
export async function changeGreeting(
  id: string,
  change: { name: string } & Partial<Pick<Extract<Greeting, { kind: 'spoken' }>, 'language' | 'text'>>,
): Promise<void> {
  await api('PATCH /greetings/{id}', { id, body: change });
  await readAnew();
}

export async function deleteGreeting(id: string): Promise<void> {
  await goneByNow(api('DELETE /greetings/{id}', { id }));
  await readAnew();
}

const readAnew = async (): Promise<void> => await queryClient.invalidateQueries({ queryKey: greetingsQuery.queryKey });

const WITHIN_MS = 2_500;

/** A check that asks for an address as a visitor would: anything but a server error is an answer. */
export function webAnswers(url: string): () => Promise<boolean> {
  return async () => {
    const reply = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS), redirect: 'manual' });
    await reply.body?.cancel();
    return reply.status < 500;
  };
}

import type pg from 'pg';
import { createApi, inTurns, NotDone, patiently } from '../api.ts';
import type { World } from '../world.ts';

const EACH = 15;
const WRITERS = 32;

/** What people ask for over HTTP while the server dies. */
export type Asking = {
  /** Whoever heard no answer asks again, with the same key. Gives how many did. */
  askAgain(): Promise<number>;
  /** What is written by now, and the texts that are not written once each. */
  written(): Promise<{ ids: string[]; notOnce: string[] }>;
};

/** Each customer asks for some messages, each under a key of its own, until the server is gone. */
export async function askForMessages({ stack, customers }: World, client: pg.Client): Promise<Asking> {
  await customers.refresh();
  const wanted = Array.from({ length: EACH }, (_, turn) => turn).flatMap((turn) =>
    customers.all.map(({ token }, who) => ({ token, text: `Asked for as ${turn} by ${who} of a bench` })),
  );
  const api = createApi(stack.ports.web);
  const ask = async ({ token, text }: (typeof wanted)[number]) =>
    await api.post('/messages', { to: '+447700900123', text }, token, text.replaceAll(' ', '-'));
  const begun: string[] = [];
  const unanswered: typeof wanted = [];
  let isGone = false;
  const asking = inTurns(wanted, WRITERS, async (one) => {
    if (isGone) return;
    begun.push(one.text);
    await ask(one).catch((error: unknown) => {
      if (!(error instanceof NotDone)) isGone = true;
      unanswered.push(one);
    });
  });
  return {
    askAgain: async () => {
      await asking;
      // Nobody waits for who is gone as long as the product does.
      await client.query(
        `update platform.idempotency set started_at = started_at - interval '2 minutes' where status is null`,
      );
      await inTurns(unanswered, WRITERS, async (one) => await patiently(async () => await ask(one)));
      api.close();
      return unanswered.length;
    },
    written: async () => {
      const { rows } = await client.query<{ id: string; body: string }>(
        'select id, body from messages.message where body = any ($1::text[])',
        [begun],
      );
      const times = new Map<string, number>();
      for (const { body } of rows) times.set(body, (times.get(body) ?? 0) + 1);
      return { ids: rows.map(({ id }) => id), notOnce: begun.filter((text) => times.get(text) !== 1) };
    },
  };
}

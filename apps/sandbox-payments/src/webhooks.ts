import { type Journal, JournalUnwritable, type ShopEvent } from './journal.ts';
import { fateOf, type Untidiness } from './webhook-fate.ts';
import { signWebhook } from './webhook-signature.ts';

const SEND_TIMEOUT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;
/** With a wait of up to a minute each: about three days. */
const MOST_TRIES = 4_500;

export type Webhooks = { send: (event: ShopEvent) => void; close: () => Promise<void> };

/**
 * Tells the shop each event by a signed POST, again and again with growing waits until it answers 2xx; doubled and out of
 * order as far as the settings say. What was untold when the program ended is told at its next start.
 */
export function startWebhooks(
  journal: Journal,
  settings: { webhook: { url: string; secret: string } | null; untidiness: Untidiness; retryMs: number },
  log: (sentence: string) => void,
): Webhooks {
  const { webhook, retryMs } = settings;
  const ending = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();

  const later = (ms: number, work: () => Promise<void>) => {
    if (ending.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const running = work().finally(() => underWay.delete(running));
      underWay.add(running);
    }, ms);
    timers.add(timer);
  };
  const tryToSend = async (event: ShopEvent, tries: number): Promise<void> => {
    if (webhook === null) return;
    const answer = await post(webhook, event, ending.signal);
    if (ending.signal.aborted) return;
    const missing = answer.isTaken ? noteDelivered(journal, event) : answer.why;
    if (missing === null) return;
    log(`${event.type} ${event.id} was not taken at try ${tries}: ${missing}`);
    if (tries >= MOST_TRIES) return;
    const wait = Math.min(LONGEST_WAIT_MS, retryMs * 2 ** Math.min(tries - 1, 16));
    later(wait * (0.75 + Math.random() / 2), async () => await tryToSend(event, tries + 1));
  };
  const send = (event: ShopEvent) => {
    if (webhook === null) return;
    const { copies, isHeldBack } = fateOf(event.place, settings.untidiness);
    const wait = isHeldBack ? retryMs : 0;
    for (let copy = 0; copy < copies; copy++) later(wait, async () => await tryToSend(event, 1));
  };
  for (const event of journal.untold.values()) send(event);

  return {
    send,
    async close() {
      ending.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}

/** Notes that the shop has an event. Gives why that could not be noted, and the event is told again; else null. */
function noteDelivered(journal: Journal, { id }: ShopEvent): string | null {
  if (!journal.untold.has(id)) return null;
  try {
    journal.write([{ is: 'delivered', id }]);
    return null;
  } catch (error) {
    if (error instanceof JournalUnwritable) return error.message;
    throw error;
  }
}

async function post(
  webhook: { url: string; secret: string },
  event: ShopEvent,
  ending: AbortSignal,
): Promise<{ isTaken: boolean; why: string }> {
  const { place: _place, ...told } = event;
  const body = JSON.stringify(told);
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sandbox-signature': signWebhook(body, webhook.secret, new Date()),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([ending, AbortSignal.timeout(SEND_TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return { isTaken: answer.ok, why: `status ${answer.status}` };
  } catch (error) {
    return { isTaken: false, why: error instanceof Error ? error.message : String(error) };
  }
}

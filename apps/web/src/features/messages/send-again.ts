import type { Message } from '@farline/contracts/messages/messages';
import { create } from 'zustand';
import { sentenceOf } from '../../lib/api/http.ts';
import { senderOf, sendersQuery } from '../../lib/messages/senders.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { priceNow, threadQuery } from './messages-queries.ts';
import { discard, sendMessage, tryAgain } from './outbox.ts';
import type { Outgoing } from './outbox-state.ts';

/** The messages that are being sent again: until each is priced and kept, another press would send, and charge for, a second one. */
const useUnderWay = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Whether a message is being sent again at this moment. */
export function useIsSentAgain(id: string): boolean {
  return useUnderWay(({ ids }) => ids.includes(id));
}

type Undelivered = Pick<Message, 'id' | 'peer' | 'text' | 'number'>;

/**
 * Sends the text of a message that nobody got, or perhaps nobody, as a new one, at today's price; from whom it was, while the account may. A
 * message that is under way already is not sent once more.
 */
export async function sendAgain({ id, peer, text, number }: Undelivered): Promise<void> {
  if (useUnderWay.getState().ids.includes(id)) return;
  useUnderWay.setState(({ ids }) => ({ ids: [...ids, id] }));
  await sayingFailure(async () => {
    try {
      const from = senderNow(peer, number);
      await sendMessage({ peer, text, from, pricePerSegment: await priceNow(peer, from), after: null });
    } finally {
      useUnderWay.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }));
    }
  });
}

/** Sends a message again that the server has refused, at today's price. */
export async function sendRefused({ key, peer, from: before }: Pick<Outgoing, 'key' | 'peer' | 'from'>): Promise<void> {
  await sayingFailure(async () => {
    const from = senderNow(peer, before);
    await tryAgain(key, { from, pricePerSegment: await priceNow(peer, from) });
  });
}

/** Forgets a message that is not sent. */
export async function forgetRefused({ key }: Pick<Outgoing, 'key'>): Promise<void> {
  await sayingFailure(async () => await discard(key));
}

/** Who a message was from; where that is the account's no more, who others to them are from. Where nothing is known here, the server judges. */
function senderNow(peer: string, before: string | undefined): string | undefined {
  const senders = queryClient.getQueryData(sendersQuery.queryKey);
  const chosen = queryClient.getQueryData(threadQuery(peer).queryKey)?.sender;
  return senders === undefined ? before : senderOf(senders, before, chosen);
}

async function sayingFailure(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    await notify({ type: 'error', message: sentenceOf(error) });
  }
}

import type { Message } from '@farline/contracts/messages/messages';
import { sentenceOf } from '../../lib/api/http.ts';
import { senderOf, sendersQuery } from '../../lib/messages/senders.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { priceNow, threadQuery } from './messages-queries.ts';
import { discard, sendMessage, tryAgain } from './outbox.ts';
import type { Outgoing } from './outbox-state.ts';

/** Sends the text of a message that nobody got, or perhaps nobody, as a new one, at today's price; from whom it was, while the account may. */
export async function sendAgain({ peer, text, number }: Pick<Message, 'peer' | 'text' | 'number'>): Promise<void> {
  await sayingFailure(async () => {
    const from = senderNow(peer, number);
    await sendMessage({ peer, text, from, pricePerSegment: await priceNow(peer, from), after: null });
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

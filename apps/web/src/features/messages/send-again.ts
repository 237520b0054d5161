import type { Message } from '@farline/contracts/messages/messages';
import { sentenceOf } from '../../lib/api/http.ts';
import { notify } from '../../lib/page/notify.ts';
import { isNumber } from '../../ui/peer.tsx';
import { priceNow } from './messages-queries.ts';
import { discard, sendMessage, tryAgain } from './outbox.ts';
import type { Outgoing } from './outbox-state.ts';

/** Sends the text of a message that nobody got, or perhaps nobody, as a new one, at today's price; under the same name, if it was under one. */
export async function sendAgain({ peer, text, number }: Pick<Message, 'peer' | 'text' | 'number'>): Promise<void> {
  const from = isNumber(number) ? undefined : number;
  await atPriceNow(peer, (pricePerSegment) => sendMessage({ peer, text, from, pricePerSegment, after: null }));
}

/** Sends a message again that the server has refused, at today's price. */
export async function sendRefused({ key, peer }: Pick<Outgoing, 'key' | 'peer'>): Promise<void> {
  await atPriceNow(peer, (pricePerSegment) => tryAgain(key, pricePerSegment));
}

/** Forgets a message that is not sent. */
export async function forgetRefused({ key }: Pick<Outgoing, 'key'>): Promise<void> {
  await sayingFailure(async () => await discard(key));
}

async function atPriceNow(
  peer: string,
  send: (pricePerSegment: Outgoing['pricePerSegment']) => Promise<void>,
): Promise<void> {
  await sayingFailure(async () => await send(await priceNow(peer)));
}

async function sayingFailure(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    await notify({ type: 'error', message: sentenceOf(error) });
  }
}

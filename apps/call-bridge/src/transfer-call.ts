import type { TransferOrder, TransferOutcome } from '@farline/contracts/call-bridge';
import { Leg, type SoundAt } from './leg.ts';
import type { SipLine } from './sip-line.ts';

/** Until it is known where the sound shall go, it goes to the port of `discard` (RFC 863). */
const DISCARD = 9;
/** Both sides began to speak of the sound at once (RFC 3261 §14.1): the second try comes after them. */
const GLARE = [491, 500];
/** Aimed elsewhere than at the far side, or a call that is gone. */
const REFUSED_BY_ENGINE = [403, 481];
const GLARE_TRIES = 3;
const GLARE_WAIT_MS = 700;

/**
 * Places a call and joins it with a running one: the new far side is rung first, then we take the running call's caller's
 * place, and tell each of the two calls that its caller's sound comes from, and goes to, the other one's port in the media
 * proxy. From then on the end of either call ends the other.
 */
export async function transferCall(
  deps: { line: SipLine; host: string },
  order: TransferOrder,
): Promise<TransferOutcome> {
  const nowhere: SoundAt = {
    address: deps.host,
    port: DISCARD,
    encodings: ['PCMU', 'PCMA'],
    eventPayloadType: 101,
    direction: 'sendrecv',
  };
  const { leg: placed, answer: placedAnswer } = await Leg.place(deps.line, order.placed, nowhere);
  if (!placedAnswer.answered) return { outcome: 'not_answered', status: placedAnswer.status };

  const running = Leg.takeOver(deps.line, order.running);
  // What is joined is not translated: the running call is offered the one encoding that the new one chose.
  const encodings = placedAnswer.sound.encodings.slice(0, 1);
  const { eventPayloadType } = placedAnswer.sound;
  const common = { encodings, eventPayloadType, direction: 'sendrecv' } as const;
  const taken = await offerAgain(running, { ...placedAnswer.sound, ...common }, [
    `X-Farline-Transfer: ${order.placed.call}`,
  ]);
  if (!taken.answered) {
    placed.hangUp();
    // What the engine refuses by itself it has not touched; a refusal of the far side came when its sound was moved already.
    if (REFUSED_BY_ENGINE.includes(taken.status)) running.letGo();
    else running.hangUp();
    return { outcome: 'not_joined', status: taken.status };
  }

  placed.onEnd(() => running.hangUp());
  running.onEnd(() => placed.hangUp());
  const joined = await offerAgain(placed, { ...taken.sound, ...common });
  if (joined.answered) return { outcome: 'joined', status: 200 };
  running.hangUp();
  placed.hangUp();
  return { outcome: 'not_joined', status: joined.status };
}

async function offerAgain(leg: Leg, sound: SoundAt, headers: string[] = []) {
  for (let tries = 1; ; tries++) {
    const answer = await leg.offer(sound, headers);
    if (answer.answered || !GLARE.includes(answer.status) || tries === GLARE_TRIES) return answer;
    await new Promise((resolve) => setTimeout(resolve, GLARE_WAIT_MS));
  }
}

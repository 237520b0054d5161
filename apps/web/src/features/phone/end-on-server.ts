import { api } from '../../lib/api/api-client.ts';
import { RequestError, unansweredSentence } from '../../lib/api/http.ts';
import { twoSentences } from '../../lib/language/two-sentences.ts';
import { notify } from '../../lib/page/notify.ts';
import { phoneText } from '../../texts/phone.ts';
import type { PhoneState } from './phone-state.ts';

/** Calls of which was told that nobody answered. */
const toldOf = new Set<string>();

/**
 * Ends a call through the server; for a call that has ended already nothing changes. A failure is told in a toast, each time that somebody asks for
 * the end; where it is asked for until it comes, that nobody answers is told once.
 */
export async function endOnServer(id: string, tell: 'each' | 'once' = 'each'): Promise<void> {
  try {
    await api('POST /calls/{id}/end', { id });
  } catch (error) {
    const isUnanswered = unansweredSentence(error) !== null;
    if (isUnanswered && tell === 'once' && toldOf.has(id)) return;
    if (isUnanswered) toldOf.add(id);
    await notify({ type: 'error', message: whyNotEnded(error) });
  }
}

function whyNotEnded(error: unknown): string {
  const told = error instanceof RequestError ? error.serverMessage : null;
  if (told !== null) return told;
  const why = unansweredSentence(error);
  return why === null ? phoneText.say('endFailed') : twoSentences(phoneText.say('endFailed'), why);
}

/** Ends a call through the server where its line to the engine is dead: no BYE would arrive. */
export function endWhereDeaf(phone: PhoneState): void {
  if (phone.state === 'talking' && phone.signalling === 'lost') void endOnServer(phone.call.id);
}

/** Ends a call as the page goes: the request outlives it, and nobody is left to hear of a failure. */
export function endAsPageGoes(id: string): void {
  void api('POST /calls/{id}/end', { id, keepalive: true }).catch(() => undefined);
}

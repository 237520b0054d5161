import type { Call } from '@farline/contracts/calls';
import { formatStretch } from '../../lib/format/format.ts';
import { phoneText } from '../../texts/phone.ts';
import { type PhoneState, talkedSeconds } from './phone-state.ts';

/** From here on the phone shows how long the call still lasts. */
export const ENDING_SOON_SECONDS = 75;

/** At about these it is also said: a figure that is read out each second leaves nobody room to talk. */
const SAID_AT_SECONDS = [10, 30, 60];

/** Whether money that is added makes the call last longer: practice is paid by practice credit to its end, and a limit lifted by none. */
export function isMendedByMoney({ endsBecause, paidBy }: Pick<Call, 'endsBecause' | 'paidBy'>): boolean {
  return endsBecause === 'money' && paidBy !== 'trial_credit';
}

/** What was said last: at which of the marks, and how much was left then. */
export interface SaidStretch {
  mark: number;
  left: number;
}

/** Seconds until the money or a limit ends the call; null while that is not known. */
export function secondsLeft(phone: PhoneState, nowMs: number): number | null {
  if (phone.state !== 'talking' || phone.call.endsAfterSeconds === null) return null;
  return phone.call.endsAfterSeconds - talkedSeconds(phone, nowMs);
}

/** What is to be said now: the same as before until the next mark, null while there is time. */
export function nextSaid(said: SaidStretch | null, left: number | null): SaidStretch | null {
  const mark = left === null ? undefined : SAID_AT_SECONDS.find((seconds) => left <= seconds);
  if (left === null || mark === undefined) return null;
  return said?.mark === mark ? said : { mark, left };
}

/** How long the call still lasts, and what ends it, in the page's language. */
export function sentenceOfEnd({ endsBecause, paidBy }: Pick<Call, 'endsBecause' | 'paidBy'>, left: number): string {
  const stretch = formatStretch(Math.max(0, left));
  if (endsBecause !== 'money') return phoneText.say('limitEnds', { stretch });
  return phoneText.say(paidBy === 'trial_credit' ? 'practiceEnds' : 'moneyEnds', { stretch });
}

import type { Call } from '@farline/contracts/calls';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { formatSum } from '../../lib/format/format.ts';
import { phoneText } from '../../texts/phone.ts';
import type { PhoneState } from './phone-state.ts';

/** What a call came to, in words; "…" until it is known. */
export function priceOf(call: Call): string {
  if (call.cost === null) return call.endedAt === null ? '…' : phoneText.say('noCharge');
  return Number(call.cost.amount) === 0 ? phoneText.say('noCharge') : formatSum(call.cost);
}

/**
 * Why a call ended, in words. This browser knows better than the record what kept it from the engine: there the call was only taken back; and
 * that the page was reloaded: there somebody hung up.
 */
export function reasonOf({ call, problem, note }: Extract<PhoneState, { state: 'ended' }>): string {
  if (note === 'reloaded' && isEndedHere(call)) return phoneText.say('endedByReload');
  return problem === null ? (endSentence(call) ?? phoneText.say('endedUnknown')) : phoneText.say(`problem_${problem}`);
}

/** Whether this side ended it, as far as is known. */
const isEndedHere = ({ direction, reason, endedBy }: Call): boolean =>
  reason === null || endedBy === (direction === 'inbound' ? 'callee' : 'caller');

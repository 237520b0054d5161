import type { Call } from '@farline/contracts/calls';
import { formatDuration, formatSum } from '../format/format.ts';
import { endSentence } from './end-sentence.ts';

type Ended = Pick<Call, 'reason'>;
/** Nobody took it: the voicemail of its number did. */
export const wentToVoicemail = ({ reason }: Ended): boolean => reason === 'voicemail';
/** Nobody took it: voicemail did, or the caller heard a message. */
export const isAnsweredForPeople = (call: Ended): boolean => wentToVoicemail(call) || call.reason === 'message';

export type CallKind = 'running' | 'missed' | 'in' | 'out';

/** What a call is to whoever looks back at it. */
export function kindOf(call: Call): CallKind {
  if (call.endedAt === null) return 'running';
  if (call.direction === 'outbound') return 'out';
  return call.answeredAt === null || isAnsweredForPeople(call) ? 'missed' : 'in';
}

/** How long it was and what it cost; why nobody talked, where nobody did. */
export function resultOf(call: Call): string {
  if (call.endedAt === null) return '';
  if (call.answeredAt === null) return call.direction === 'inbound' ? '' : (endSentence(call) ?? '');
  const price = call.cost === null || Number(call.cost.amount) === 0 ? [] : [formatSum(call.cost)];
  return [formatDuration(call.duration), ...price].join(' · ');
}

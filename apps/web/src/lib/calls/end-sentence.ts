import type { Call } from '@farline/contracts/calls';
import { i18n } from '../language/i18n.ts';

/** The endings that are told otherwise when nobody had answered. */
const OTHERWISE_UNANSWERED = ['media_lost', 'engine_lost', 'ended_by_request', 'limit_day', 'limit_hour'];
/** The same of a call that came in. */
const INBOUND_UNANSWERED: Partial<Record<string, string>> = {
  media_failed: 'in_media_failed_unanswered',
  ended_by_request: 'in_rejected',
};

/** Why a call ended, as a sentence of the page's language; the server's own where the page has none. Null while it runs. */
export function endSentence(
  call: Pick<Call, 'reason' | 'reasonText' | 'ringingAt' | 'answeredAt'> &
    Partial<Pick<Call, 'direction' | 'placedBy'>>,
): string | null {
  if (call.reason === null || call.reasonText === null) return call.reasonText;
  const inbound = (call.answeredAt === null ? INBOUND_UNANSWERED[call.reason] : undefined) ?? `in_${call.reason}`;
  const isTold = call.direction === 'inbound' && (i18n.language === 'en' || i18n.exists(inbound, { ns: 'reasons' }));
  const forward = `forward_${call.reason}`;
  if (call.placedBy === 'forward' && (i18n.language === 'en' || i18n.exists(forward, { ns: 'reasons' }))) {
    return i18n.t(forward, { ns: 'reasons', defaultValue: call.reasonText });
  }
  return i18n.t(isTold ? inbound : keyOf(call, call.reason), { ns: 'reasons', defaultValue: call.reasonText });
}

function keyOf({ ringingAt, answeredAt }: Pick<Call, 'ringingAt' | 'answeredAt'>, reason: string): string {
  if (reason === 'no_answer' && ringingAt === null) return 'no_answer_silent';
  return answeredAt === null && OTHERWISE_UNANSWERED.includes(reason) ? `${reason}_unanswered` : reason;
}

import type { EventPayload } from '@farline/contracts';

/** What `call.ended` carries of a minute's call that ended then, and cost so much. */
export function endOfCall(endedAt: Date, costMicros: number): EventPayload<'call.ended'> {
  const ended = {
    startedAt: new Date(endedAt.getTime() - 60_000).toISOString(),
    endedAt: endedAt.toISOString(),
    isAnswered: true,
    answeredSeconds: 60,
    costMicros: String(costMicros),
    countryCode: 'GB',
    kind: 'mobile',
  } as const;
  return { ended, reason: 'hangup_caller' };
}

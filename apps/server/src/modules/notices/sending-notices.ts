import { type EventOf, eventTypes } from '../../platform/events.ts';
import type { Told } from './notice.ts';
import { utcDay } from '../../platform/local-days.ts';

/** What happens to messages that are sent later, to many or by themselves, when nobody looks. */
export const SENDING_HEARD = eventTypes(
  'broadcast.completed',
  'broadcast.paused',
  'keyword.unanswered',
  'scheduled_message.failed',
);

/** What everybody of the account is told of it, and what makes it the same again. */
export function noticeOfSending(event: EventOf<(typeof SENDING_HEARD)[number]>): { told: Told; cause: string } {
  const { subjectId, position, occurredAt } = event;
  switch (event.type) {
    case 'broadcast.completed':
      return {
        told: { kind: 'broadcast_completed', facts: { ...event.payload, broadcastId: subjectId } },
        cause: subjectId,
      };
    case 'broadcast.paused': {
      const facts = { ...event.payload, broadcastId: subjectId };
      return { told: { kind: 'broadcast_paused', facts }, cause: `${subjectId} ${position}` };
    }
    case 'scheduled_message.failed':
      return { told: { kind: 'scheduled_message_failed', facts: event.payload }, cause: `${subjectId} ${position}` };
    case 'keyword.unanswered': {
      // Once a day for each reason: many may write STOP while there is no money. Each conversation says so too.
      const cause = `${event.payload.reason} ${utcDay(occurredAt)}`;
      return { told: { kind: 'keyword_unanswered', facts: event.payload }, cause };
    }
  }
}

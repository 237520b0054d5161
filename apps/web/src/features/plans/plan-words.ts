import type { SubscriptionView } from '@farline/contracts/plans';
import { formatDay } from '../../lib/format/format-time.ts';
import { dayIn } from '../../lib/format/time-zone.ts';
import { plansText } from '../../texts/plans.ts';

/** A day on which something of a plan begins or ends, as it is told. */
export const dayOfPlan = (at: string): string => formatDay(dayIn(new Date(at)), 'full');

/** What a change of plan has led to, by what the server says of it: what was quoted may have been of the month before. */
export function sentenceOfPlan({ name, next }: Pick<SubscriptionView, 'name' | 'next'>): string {
  if (next === null) return plansText.say('changed', { name });
  return plansText.say('changedLater', { when: dayOfPlan(next.startsAt) });
}

import type { Availability } from '@farline/contracts';
import { SLOT_SECONDS, slotsBetween } from './slot.ts';

/** The availability over a stretch between two slots. A slot that nobody measured counts as not available. */
export function availabilityOf(stretch: { from: Date; to: Date; measured: number; answered: number }): Availability {
  const slots = slotsBetween(stretch.from, stretch.to);
  return {
    share: slots === 0 ? null : Math.min(1, stretch.answered / slots),
    measuredSeconds: stretch.measured * SLOT_SECONDS,
    unmeasuredSeconds: Math.max(0, slots - stretch.measured) * SLOT_SECONDS,
  };
}

/** What is said before anything was measured. */
export const NOTHING_MEASURED: Availability = { share: null, measuredSeconds: 0, unmeasuredSeconds: 0 };

/** Each slot is measured once; availability is counted in slots. */
export const SLOT_SECONDS = 10;
const SLOT_MS = SLOT_SECONDS * 1_000;

/** The beginning of the slot that an instant lies in. */
export function slotOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / SLOT_MS) * SLOT_MS);
}

/** The whole slots between two beginnings of slots; 0 when there are none. */
export function slotsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.round((to.getTime() - from.getTime()) / SLOT_MS));
}

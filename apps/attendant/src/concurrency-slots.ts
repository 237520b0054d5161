import type { AttendantTask } from '@farline/contracts/voicemail/attendant';
import { takeName } from './take-name.ts';

/** Limits how many calls use one mailbox, or one menu, at once. */
export interface ConcurrencySlots {
  /** Does the work in a slot of this key, and frees the slot however that ends. `false`: none was free, and nothing was done. */
  within(key: string, work: () => Promise<void>): Promise<boolean>;
}

/** So many slots for each key, shared by all attendants of this folder. */
export function createSlots({ slots, folder }: { slots: number; folder: string }): ConcurrencySlots {
  async function takeSlot(key: string): Promise<(() => void) | null> {
    for (let slot = 1; slot <= slots; slot += 1) {
      const free = await takeName(`${folder} ${key} ${slot}`);
      if (free !== null) return free;
    }
    return null;
  }

  return {
    async within(key, work) {
      const free = await takeSlot(key);
      if (free === null) return false;
      try {
        await work();
        return true;
      } finally {
        free();
      }
    },
  };
}

/** What a task is counted as: the same in the same mailbox. */
export const slotKeyOf = ({ do: what, mailbox }: Pick<AttendantTask, 'do' | 'mailbox'>): string => `${what} ${mailbox}`;

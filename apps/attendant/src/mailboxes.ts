import type { AttendantTask } from '@farline/contracts/voicemail/attendant';
import { takeName } from './take-name.ts';

/** Who speaks into which mailbox now. */
export interface Mailboxes {
  /** Does the work in a mailbox's name, and gives its place back however that ends. `false`: no place was free, and nothing was done. */
  within(mailbox: string, work: () => Promise<void>): Promise<boolean>;
}

/** So many at once have a place in each mailbox, whichever attendants of that folder they come to. */
export function createMailboxes({ places, folder }: { places: number; folder: string }): Mailboxes {
  async function takeOne(mailbox: string): Promise<(() => void) | null> {
    for (let place = 1; place <= places; place += 1) {
      const giveBack = await takeName(`${folder} ${mailbox} ${place}`);
      if (giveBack !== null) return giveBack;
    }
    return null;
  }

  return {
    async within(mailbox, work) {
      const giveBack = await takeOne(mailbox);
      if (giveBack === null) return false;
      try {
        await work();
        return true;
      } finally {
        giveBack();
      }
    },
  };
}

/** What a task is counted as: the same in the same mailbox. */
export const placeOf = ({ do: what, mailbox }: Pick<AttendantTask, 'do' | 'mailbox'>): string => `${what} ${mailbox}`;

import type { ScheduledMessage } from '@farline/contracts/messages/messages';
import { type WallClock, wallClockAt } from '@farline/contracts/messages/wall-clock';
import { api } from '../../../lib/api/api-client.ts';
import { changedFrom } from '../../../lib/api/changed-from.ts';
import { scheduledChanged } from '../messages-queries.ts';
import { ownTimeZone } from './time-fields.tsx';

/** What somebody enters of a message for later. */
export interface Entered {
  text: string;
  from: string | undefined;
  clock: WallClock;
}

type Opened = Pick<ScheduledMessage, 'id' | 'peer' | 'text' | 'number' | 'sendAt' | 'timeZone'>;
type Shown = Pick<ScheduledMessage, 'pricePerSegment'>;

/** When a message is sent, by the clocks that it was told by. */
export function clockOf({ sendAt, timeZone }: Pick<ScheduledMessage, 'sendAt' | 'timeZone'>): WallClock {
  return wallClockAt(new Date(sendAt), timeZone ?? ownTimeZone());
}

/** What was changed of a message since it was opened. */
export function changesOf(opened: Opened, { text, from, clock }: Entered): Partial<Entered> {
  return changedFrom<Entered>(
    { text: opened.text, from: opened.number, clock: clockOf(opened) },
    { text, from, clock },
  );
}

/** Sends what was changed since it was opened, and no more: another device may have changed the rest. */
export async function changeScheduled(opened: Opened, { pricePerSegment, ...entered }: Entered & Shown): Promise<void> {
  const { clock, ...written } = changesOf(opened, entered);
  const time = clock === undefined ? {} : { sendAt: clock };
  const body = { ...written, ...time, pricePerSegment };
  await api('PATCH /messages/scheduled/{id}', { id: opened.id, body });
  void scheduledChanged(opened.peer);
}

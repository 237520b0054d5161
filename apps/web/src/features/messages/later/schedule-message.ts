import type { ScheduledMessage } from '@farline/contracts/messages/messages';
import { instantOf, type WallClock } from '@farline/contracts/messages/wall-clock';
import { api } from '../../../lib/api/api-client.ts';
import { isRefused } from '../../../lib/api/is-refused.ts';
import { tryIntent } from '../../../lib/api/try-intent.ts';
import { scheduledChanged } from '../messages-queries.ts';

interface Scheduling {
  to: string;
  text: string;
  /** Who it is from, where somebody chose. */
  from: string | undefined;
  sendAt: WallClock;
  pricePerSegment: ScheduledMessage['pricePerSegment'];
}

/** Has a message wait for its time. The same text for the same moment, asked for twice before it is answered, waits and goes out once. */
export async function scheduleMessage(body: Scheduling): Promise<void> {
  const { to, text, from, sendAt } = body;
  try {
    await tryIntent(`later ${JSON.stringify([to, text, from, instantOf(sendAt)])}`, async (idempotencyKey) =>
      api('POST /messages', { body, idempotencyKey }),
    );
  } catch (error) {
    // It may wait all the same: its conversation shows it.
    if (!isRefused(error)) void scheduledChanged(to);
    throw error;
  }
  void scheduledChanged(to);
}

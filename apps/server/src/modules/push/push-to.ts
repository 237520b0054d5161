import type { PushContent } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { insertMessages } from './push-store.ts';
import { topicOf } from './push-topic.ts';

/**
 * Tells all browsers of a user something, in the transaction of what it tells: it goes out within half a second, or when it is not to be
 * earlier, and is given up when it is over. `tag` of the content names what it is about: of two that wait, the later one is sent.
 */
export async function pushTo(
  tx: Executor,
  push: { userId: string; content: PushContent; isUrgent: boolean; at: Date; notBefore?: Date; keptForMs: number },
): Promise<void> {
  const { userId, content, isUrgent, at, notBefore: dueAt = at, keptForMs } = push;
  const expiresAt = new Date(at.getTime() + keptForMs);
  await insertMessages(tx, { userId, content, topic: topicOf(userId, content.tag), isUrgent, at, dueAt, expiresAt });
}

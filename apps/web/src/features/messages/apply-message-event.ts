import type { LiveEvent } from '@farline/contracts/live';
import { forgetSums } from '../../lib/live/forget-sums.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { putMessage, putThread, putUnread } from './message-cache.ts';

type MessageEvent = Extract<LiveEvent, { type: 'message.changed' | 'thread.changed' }>;

/** Keeps the inbox true to a pushed event. */
export function applyMessageEvent(event: MessageEvent): void {
  putUnread(event.unread);
  if (event.type === 'thread.changed') {
    putThread(event.thread);
    return;
  }
  putMessage(event.message);
  if (event.message.status !== 'queued') forgetSums('messages');
  // It used what a plan includes, or says STOP or START.
  void queryClient.invalidateQueries({ queryKey: ['messages', 'preview'] });
}

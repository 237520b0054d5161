import { z } from 'zod';
import { profileReply } from './auth.ts';
import { usageReply } from './billing.ts';
import { activeReply, historyReply, statsReply } from './calls.ts';
import { contactNamesReply } from './contacts/contacts.ts';
import { threadsReply } from './messages/messages.ts';
import { noticesReply } from './notices.ts';

/** The routes whose answers the first view of a signed-in person is made of, by the name of each in the overview. */
export const OVERVIEW_PARTS = {
  usage: '/billing/usage',
  stats: '/calls/stats?period=month',
  recentCalls: '/calls/history?page=1&limit=5',
  activeCall: '/calls/active',
  contactNames: '/contacts/names',
  threads: '/messages/threads?limit=1',
  notices: '/notices',
} as const;

/**
 * Who is signed in, and each part as its own route answers it. A part that its route refuses or fails is left out: whoever needs it asks
 * there, and is told why.
 */
export const overviewReply = z.object({
  /** How far live push was before anything was read: whoever begins there (`after` of its hello) misses nothing since. */
  position: z.int(),
  user: profileReply.shape.user,
  usage: usageReply.optional(),
  stats: statsReply.optional(),
  recentCalls: historyReply.optional(),
  activeCall: activeReply.optional(),
  /** Left out where there are more than a first view should wait for. */
  contactNames: contactNamesReply.optional(),
  threads: threadsReply.optional(),
  notices: noticesReply.optional(),
});
export type Overview = z.infer<typeof overviewReply>;

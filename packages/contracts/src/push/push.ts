import { z } from 'zod';
import { device } from '../settings.ts';

export const PUSH_LIMITS = { devices: 20, endpointLength: 1000 };

/** An uncompressed point of P-256 (RFC 8291 §3.1): 65 octets, of which the first is 4. */
const publicKey = z.string().regex(/^B[A-Za-z0-9_-]{86}$/, 'The key of the browser isn’t a point of P-256');
/** 16 octets (RFC 8291 §3.2). */
const authSecret = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'The secret of the browser must have 16 octets');

/** What a browser's push service gave it, as `PushSubscription.toJSON()` says it. */
export const newPushSubscription = z
  .object({
    endpoint: z
      .url()
      .max(PUSH_LIMITS.endpointLength)
      .refine((url) => /^https?:\/\//.test(url), 'The address of the browser must begin with https://'),
    keys: z.object({ p256dh: publicKey, auth: authSecret }),
  })
  .meta({
    example: {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABh-example',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  });

/** One browser that is told of things though no page of ours is open in it. */
export const pushDevice = z.object({
  id: z.uuid(),
  device,
  addedAt: z.iso.datetime(),
  /** When its push service last took something for it; null: never yet. */
  lastSentAt: z.iso.datetime().nullable(),
  /** The one of the session that asks. */
  isCurrent: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** `publicKey`: what a browser asks its push service with (RFC 8292), in base64url. */
export const pushReply = z.object({ publicKey: z.string(), devices: z.array(pushDevice) });
export const newPushReply = z.object({ device: pushDevice });
export const pushDevicesReply = z.object({ devices: z.array(pushDevice) });

/**
 * What is sent to a browser, encrypted for it alone (RFC 8291). Whoever reads a locked screen reads it too: it names who
 * called or wrote, and has no word of what they wrote.
 */
export const pushContent = z.object({
  /** A later one with the same tag takes its place on the screen. */
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  /** Where a click leads, within our pages. */
  path: z.string().startsWith('/'),
  /** The direction of its language. */
  direction: z.enum(['ltr', 'rtl']),
  language: z.string(),
  /** A call that rings: what stands on its buttons, and what proves that it was told of when it is declined without a page. */
  call: z.object({ id: z.uuid(), token: z.string(), answer: z.string(), decline: z.string() }).optional(),
  /** A call that nobody answered: what stands on its button, and whom that calls. */
  callBack: z.object({ number: z.string(), title: z.string() }).optional(),
  /** What was told under this tag is over: it goes from the screen, and nothing comes in its place. */
  isOver: z.literal(true).optional(),
  /** When what it tells happened. */
  at: z.iso.datetime().optional(),
  /** What was told under this tag until `at` was read on another screen: it goes from this one, and nothing comes in its place. */
  isRead: z.literal(true).optional(),
});
export type PushContent = z.infer<typeof pushContent>;

/** What a notification of a call that rings declines it with. */
export const declineCallRequest = z
  .object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'The proof of a notification has 43 characters') })
  .meta({ example: { token: 'pLh0mQ2JmB0oYk3y2nHfXw8cV5sT1rQ9aZ7uE4iO6dK' } });
export const declineCallReply = z.object({ declined: z.literal(true) });

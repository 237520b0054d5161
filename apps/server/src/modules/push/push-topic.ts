import { createHash } from 'node:crypto';

const TOPIC_LENGTH = 32;

/** One place of a user's screens at a push service, which reads it: it says nothing of who called or wrote. */
export const topicOf = (userId: string, tag: string): string =>
  createHash('sha256').update(`${userId} ${tag}`).digest('base64url').slice(0, TOPIC_LENGTH);

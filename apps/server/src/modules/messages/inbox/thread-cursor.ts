import { z } from 'zod';
import { invalidField } from '../../../platform/problems.ts';
import type { ThreadCursor } from './threads-store.ts';

const parts = z.tuple([
  z.iso.datetime(),
  z
    .string()
    .max(40)
    .regex(/^[^\0]*$/),
]);

export function writeCursor({ changedAt, peer }: ThreadCursor): string {
  return Buffer.from(JSON.stringify([changedAt.toISOString(), peer])).toString('base64url');
}

export function readCursor(text: string): ThreadCursor {
  try {
    const [changedAt, peer] = parts.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { changedAt: new Date(changedAt), peer };
  } catch {
    throw invalidField('cursor', 'This list can’t be continued. Please load it again.');
  }
}

import { newKey } from './api-client.ts';
import { isRefused } from './is-refused.ts';

/** The keys of what was asked for and not answered, by what was asked for. They outlive the dialog that asked. */
const unanswered = new Map<string, string>();

/**
 * Sends what the user wants with the key of that intent. While nobody knows what became of a try, the same intent carries
 * the same key, also from a dialog that was closed and opened again: it takes effect once.
 */
export async function tryIntent<Reply>(wanted: string, send: (key: string) => Promise<Reply>): Promise<Reply> {
  const key = unanswered.get(wanted) ?? newKey();
  unanswered.set(wanted, key);
  try {
    const reply = await send(key);
    unanswered.delete(wanted);
    return reply;
  } catch (error) {
    if (isRefused(error)) unanswered.delete(wanted);
    throw error;
  }
}

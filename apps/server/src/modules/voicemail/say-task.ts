import type { SayStep, SayTask } from '@farline/contracts';
import { VOICES } from './greetings.ts';

/** What the attendant is to do with a call that hears a message and ends, as its header has it: JSON in base64url. */
export function sayMessage({
  accountId,
  language,
  text,
}: { accountId: string } & Pick<SayStep, 'language' | 'text'>): string {
  const task: SayTask = { do: 'say', mailbox: accountId, voice: VOICES[language], text };
  return Buffer.from(JSON.stringify(task)).toString('base64url');
}

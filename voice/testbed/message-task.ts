import { randomUUID } from 'node:crypto';
import type { AttendantTask } from '@farline/contracts/voicemail/attendant';

/** What an attendant that is to take a message is told, in the words of its header. */
export function messageTask(): string {
  const task: AttendantTask = {
    do: 'take_message',
    mailbox: randomUUID(),
    voice: 'en-gb',
    mostSeconds: 60,
    greeting: 'Please leave a message.',
    choices: 'Press 1.',
    cannotRecord: 'No messages.',
    cutShort: 'No room.',
  };
  return Buffer.from(JSON.stringify(task)).toString('base64url');
}

import { isId } from '@farline/contracts/ids';
import { type AttendantTask, attendantTask, TASK_HEADER } from '@farline/contracts/voicemail/attendant';

const CALL_HEADER = 'X-Farline-Call';

/** What the engine says is to be done with a call, and our id of it; null where it says nothing that can be understood. */
export function readTask(invite: string): { callId: string; task: AttendantTask } | null {
  const callId = headerOf(invite, CALL_HEADER);
  const written = headerOf(invite, TASK_HEADER);
  if (callId === null || !isId(callId) || written === null) return null;
  const task = attendantTask.safeParse(jsonOf(Buffer.from(written, 'base64url').toString('utf8')));
  return task.success ? { callId, task: task.data } : null;
}

function headerOf(invite: string, name: string): string | null {
  const head = invite.split('\r\n\r\n', 1)[0] ?? '';
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim() ?? null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

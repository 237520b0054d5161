import type { IncomingCall } from '@farline/sip-endpoint';

/** Answers, and sends silence until something else is said: who sends nothing counts as gone. `false`: the call is over. */
export async function answer(call: IncomingCall): Promise<boolean> {
  if (!(await call.answer())) return false;
  call.silence();
  return true;
}

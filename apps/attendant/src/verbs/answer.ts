import type { Line } from '../line.ts';

/** Answers, and sends silence until something else is said: who sends nothing counts as gone. `false`: the call is over. */
export async function answer(call: Line): Promise<boolean> {
  if (!(await call.answer())) return false;
  call.silence();
  return true;
}

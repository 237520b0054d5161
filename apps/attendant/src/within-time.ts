import type { Line } from './line.ts';
import { hangUp } from './verbs/hang-up.ts';

/** Does what belongs to a call, and hangs up where that takes longer than it may: what is played to who has the call on hold waits for them. */
export async function withinTime<Result>(
  call: Line,
  bound: { mostMs: number; callId: string; log: (sentence: string) => void },
  work: () => Promise<Result>,
): Promise<Result> {
  const clock = setTimeout(() => void endLate(call, bound), bound.mostMs);
  try {
    return await work();
  } finally {
    clearTimeout(clock);
  }
}

/** What was heard and said until then counts, as if the caller had hung up. */
async function endLate(
  call: Line,
  { callId, log }: { callId: string; log: (sentence: string) => void },
): Promise<void> {
  await hangUp(call).catch((error: unknown) => log(`${callId}: a call could not be ended in time: ${String(error)}`));
}

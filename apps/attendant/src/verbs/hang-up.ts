import type { Line } from '../line.ts';

const PATIENCE_MS = 40_000;

/** Ends the call in whatever way its state allows, and waits for that, longer than SIP's own timers take (RFC 3261 §17.1.1.2) never. */
export async function hangUp(call: Line): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([call.hangUp(), late]);
  clearTimeout(timer);
}

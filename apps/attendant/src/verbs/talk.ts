import type { Line, Placed } from '../line.ts';

const LOOK_EVERY_MS = 5_000;
/** Half a minute, as long as the server bears it where both sides of a call are silent. */
const MOST_SILENT_LOOKS = 6;

/**
 * Has a caller and who took the call talk, until either hangs up. Both legs are sent silence where nothing comes from the other, so that
 * nobody else sees when both far sides are gone: without a sign of either for half a minute, and neither on hold, it is over too.
 */
export async function talk(call: Line, placed: Placed): Promise<void> {
  placed.join();
  const { promise: gone, resolve: giveUp } = Promise.withResolvers<void>();
  const looking = lookWhileHeard([call, placed], giveUp);
  try {
    await Promise.race([placed.ended, over(call), gone]);
  } finally {
    clearInterval(looking);
  }
}

/** Looks at both again and again, and tells when neither has given a sign for too long. On hold silence is meant. */
function lookWhileHeard(sides: Pick<Line, 'farSide'>[], whenGone: () => void): NodeJS.Timeout {
  let silentLooks = 0;
  let before = signsOf(sides);
  return setInterval(() => {
    const signs = signsOf(sides);
    const isAlive = signs !== before || sides.some((side) => side.farSide().isOnHold);
    silentLooks = isAlive ? 0 : silentLooks + 1;
    before = signs;
    if (silentLooks >= MOST_SILENT_LOOKS) whenGone();
  }, LOOK_EVERY_MS);
}

const signsOf = (sides: Pick<Line, 'farSide'>[]): number => sides.reduce((sum, side) => sum + side.farSide().signs, 0);

function over(call: Line): Promise<void> {
  return new Promise((resolve) => {
    call.signal.addEventListener('abort', () => resolve());
    if (call.signal.aborted) resolve();
  });
}

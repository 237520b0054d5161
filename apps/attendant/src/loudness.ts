/** Root mean square of what counts as a sound: 43 dB below full scale. */
const LOUD_ENOUGH = 230;

/** Whether something is to be heard in this piece. */
export function isLoud(samples: Int16Array): boolean {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length > 0 && Math.sqrt(sum / samples.length) >= LOUD_ENOUGH;
}

/** How many samples there are when something is heard last, looked at a piece at a time; 0: nothing is. */
export function heardUntil(samples: Int16Array, piece: number): number {
  for (let at = Math.floor((samples.length - 1) / piece) * piece; at >= 0; at -= piece) {
    if (isLoud(samples.subarray(at, at + piece))) return Math.min(samples.length, at + piece);
  }
  return 0;
}

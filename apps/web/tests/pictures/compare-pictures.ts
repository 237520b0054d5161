import pixelmatch from 'pixelmatch';
import { coloursOf, paintWith, type Picture } from './stored-picture.ts';

/** Where a picture is not as the stored one: in words, and drawn in red on it; pixels of smoothed edges are yellow and do not count. */
export interface Difference {
  words: string;
  picture: Picture;
}

/** A pixel differs from this distance on, in OKLab: 1 lies between black and white. */
const THRESHOLD = 0.1;
/** So many pixels may differ in any square of so many: the foot of a letter is more, what smoothing does is less. */
const SQUARE = 16;
const MOST_IN_SQUARE = 2;
/** By so much of 255 a colour may lie beside the one that it was stored as. */
const NEAR = 40;

/** What differs for the eye between a stored picture, which has few colours, and one that was just taken; or null. */
export function comparePictures(stored: Picture, taken: Picture): Difference | null {
  const { width, height } = stored;
  if (taken.width !== width || taken.height !== height) {
    return { words: `${taken.width} × ${taken.height} px in the place of ${width} × ${height}`, picture: taken };
  }
  const data = new Uint8Array(stored.data.length);
  const seen = paintWith(taken, coloursOf(stored));
  const options = { threshold: THRESHOLD, windowSize: SQUARE, ignoreMask: nearOnes(stored, taken) };
  const most = pixelmatch(stored.data, seen.data, data, width, height, options);
  if (most <= MOST_IN_SQUARE) return null;
  return { words: `${most} pixels of one square of ${SQUARE} px differ`, picture: { width, height, data } };
}

/**
 * A byte for each pixel: 1 where it is about the colour that was stored. Of two colours stored as one, the next shade of either may be
 * nearer to another.
 */
function nearOnes(stored: Picture, taken: Picture): Uint8Array {
  const isNear = (_byte: number, pixel: number): boolean =>
    [0, 1, 2].every((channel) => {
      const place = pixel * 4 + channel;
      return Math.abs((stored.data[place] ?? 0) - (taken.data[place] ?? 0)) <= NEAR;
    });
  return new Uint8Array(stored.width * stored.height).map((byte, pixel) => (isNear(byte, pixel) ? 1 : 0));
}

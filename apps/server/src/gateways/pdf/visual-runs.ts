import bidiFactory from 'bidi-js';
import { type Face, faceRuns } from './scripts.ts';

/** A piece of a line in one font, in logical order. */
export type Piece = { text: string; face: Face };

const bidi = bidiFactory();
const RIGHT_TO_LEFT = /[\p{scx=Arabic}\p{scx=Hebrew}]/u;

/**
 * A line as its pieces stand from left to right, by the Unicode bidirectional algorithm (UAX #9); the line's own direction
 * is that of its first strong letter. The letters of a piece stay in logical order: shaping turns those that go leftwards.
 */
export function visualRuns(line: string): Piece[] {
  if (!RIGHT_TO_LEFT.test(line)) return faceRuns(line);
  const levels = bidi.getEmbeddingLevels(line, 'auto');
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels);
  const order = bidi.getReorderedIndices(line, levels);
  return levelRuns(order, levels.levels).flatMap(({ start, end, isLeftward }) => {
    const text = Array.from({ length: end - start }, (_, place) => mirrored.get(start + place) ?? line[start + place]);
    return isLeftward ? leftwards(text.join('')) : faceRuns(text.join(''));
  });
}

/** Runs of one level in visual order, as places of the logical text. */
function levelRuns(order: number[], levels: Uint8Array): { start: number; end: number; isLeftward: boolean }[] {
  const runs: { start: number; end: number; isLeftward: boolean }[] = [];
  for (const place of order) {
    const isLeftward = (levels[place] ?? 0) % 2 === 1;
    const last = runs.at(-1);
    if (
      last !== undefined &&
      last.isLeftward === isLeftward &&
      (isLeftward ? place === last.start - 1 : place === last.end)
    ) {
      if (isLeftward) last.start = place;
      else last.end = place + 1;
    } else runs.push({ start: place, end: place + 1, isLeftward });
  }
  return runs;
}

/** Words from the last to the first; what belongs to no right-to-left script is not turned by shaping, so it is here. */
function leftwards(text: string): Piece[] {
  return faceRuns(text)
    .flatMap(({ text: run, face }) =>
      run
        .split(/(\s+)/)
        .filter((word) => word !== '')
        .map((word) => ({ text: word, face })),
    )
    .toReversed()
    .map((piece) =>
      RIGHT_TO_LEFT.test(piece.text) ? piece : { ...piece, text: [...piece.text].toReversed().join('') },
    );
}

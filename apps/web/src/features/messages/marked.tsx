import { searchedPattern } from '@farline/contracts/search/searched-pattern';

/** A text in which what was searched for is marked wherever it stands. */
export function Marked({ text, searched }: { text: string; searched: string }) {
  if (searched === '') return text;
  // What a pattern's group found stands between what it splits.
  return text.split(searchedPattern(searched)).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <mark key={place} className="rounded-small bg-attention-soft text-text">
        {part}
      </mark>
    ),
  );
}

import type { ListedThread } from '@farline/contracts/messages/messages';

/**
 * The line of the inbox that somebody stands in: that of this number, else of the thread that it is joined to, else of another of the person's
 * numbers, since one that nothing was written to or from has no thread. A search has a line for each number.
 */
export function lineOf<Line extends Pick<ListedThread, 'peer' | 'others'>>(
  lines: readonly Line[],
  number: string,
  numbers: readonly string[],
): Line | undefined {
  return (
    lines.find(({ peer }) => peer === number) ??
    lines.find(({ others }) => others.some(({ peer }) => peer === number)) ??
    lines.find(({ peer }) => numbers.includes(peer))
  );
}

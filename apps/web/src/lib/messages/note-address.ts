/** What an address ends with where the note of its person is open in front of the page. */
export const NOTE_HASH = '#note';

/** Where the note of whoever's thread an address shows is open. */
export function notePath(threadPath: string): string {
  return `${threadPath}${NOTE_HASH}`;
}

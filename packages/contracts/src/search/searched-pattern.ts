/** What finds what somebody searched for wherever it stands in a text, in small letters or in capitals; its first group is what was found. */
export function searchedPattern(searched: string): RegExp {
  return new RegExp(`(${searched.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)})`, 'giu');
}

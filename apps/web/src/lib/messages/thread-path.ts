/** Where everything that was written and said with somebody stands; `peer` is a number, or the name of a sender. */
export function threadPath(peer: string): string {
  // A plus may stand in a path as it is (RFC 3986 §3.3).
  return `/messages/${encodeURIComponent(peer).replaceAll('%2B', '+')}`;
}

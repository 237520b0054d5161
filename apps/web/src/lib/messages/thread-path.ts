/**
 * Where everything that was written and said with somebody stands; `peer` is a number, or the name of a sender. With a message's id it is opened
 * there, and else at its end.
 */
export function threadPath(peer: string, messageId?: string): string {
  // A plus may stand in a path as it is (RFC 3986 §3.3).
  const path = `/messages/${encodeURIComponent(peer).replaceAll('%2B', '+')}`;
  return messageId === undefined ? path : `${path}?message=${messageId}`;
}

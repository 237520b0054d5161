/** What notes, at each look, which calls are seen, and gives for how long each of them has been seen without a break; 0 for one that is not. */
export function seenFor(): (callIds: readonly string[], now: Date) => (callId: string) => number {
  let since: ReadonlyMap<string, number> = new Map();
  return (callIds, now) => {
    const at = now.getTime();
    since = new Map(callIds.map((id) => [id, since.get(id) ?? at]));
    return (callId) => at - (since.get(callId) ?? at);
  };
}

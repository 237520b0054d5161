const MOST_KINDS = 8;
const MOST_CHARACTERS = 100;

/** What went wrong how often, the most frequent first: of sipp's errors, its own words and those of what it was answered with. */
export function kindsOf(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const kind = kindOf(line);
    if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_KINDS)
    .map(([kind, count]) => `${count} × ${kind}`);
}

/** The line without what differs from call to call; null for the rest of a message that is shown whole. */
function kindOf(line: string): string | null {
  const answered = /received '(SIP\/2\.0 \d{3}[^'\r]*)/.exec(line)?.[1];
  if (answered !== undefined) return answered;
  if (line.startsWith('SIP/2.0 ')) return line.trimEnd();
  const reason = /^X-Farline-Reason: *\S+/i.exec(line)?.[0];
  if (reason !== undefined) return reason;
  if (!/^\d{4}-\d\d-\d\d|^(POST|GET|Error)/.test(line)) return null;
  return line
    .replace(/^\S+\s+[\d:.]+\s+[\d.]+: /, '')
    .replaceAll(/'[^']*'|"[^"]*"|[\w-]+@[\w.]+|\d+/g, '…')
    .slice(0, MOST_CHARACTERS);
}

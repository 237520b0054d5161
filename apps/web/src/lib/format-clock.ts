/** The time of day to the second, 24 hours: `14:05:09`. The same in every language, as in any log. */
export function formatClock(atMs: number): string {
  const at = new Date(atMs);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Whether a text is a day that is in the calendar: `2026-02-28`, but not `2026-02-31`. */
export function isDay(text: string): boolean {
  return new Date(text).toJSON()?.slice(0, 10) === text;
}

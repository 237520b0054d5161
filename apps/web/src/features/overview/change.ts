/** How a figure stands against the one before it. */
export type Change = { is: 'none-before' } | { is: 'same' } | { is: 'more' | 'less'; percent: number };

/** The change from `before` to `now` in whole percent; below half a percent it is the same. */
export function changeBetween(before: number, now: number): Change {
  if (before === 0) return { is: 'none-before' };
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return { is: 'same' };
  return { is: now > before ? 'more' : 'less', percent };
}

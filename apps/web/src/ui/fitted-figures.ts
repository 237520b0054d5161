import type { CSSProperties } from 'react';

/** Of the row: its longest figure has so many letters, and none is larger than `most`, a length of the type scale. */
export const fittedRow = (letters: number, most: '--text-title' | '--text-display'): CSSProperties =>
  ({ '--letters': letters, '--most': `var(${most})` }) as CSSProperties;

/**
 * Of a figure: one line as large as the row's most, or smaller where the longest would run out of its `@container`. A style of the element:
 * the style sheet comes with the document, whose first packets have no room for what a few pages need.
 */
export const FITTED: CSSProperties = {
  whiteSpace: 'nowrap',
  fontSize: 'min(var(--most), 100cqi / (var(--letters) * 0.6))',
};

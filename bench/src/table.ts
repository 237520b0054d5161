import type { Measured } from './measured.ts';

/** The rows as one table of plain text, figures to three places of weight. */
export function tableOf(rows: readonly Measured[]): string {
  const cells = [
    ['', 'ours', 'bare', 'ours/bare', 'aim', '', ''],
    ...rows.map((row) => [
      row.what,
      figure(row.ours) + row.unit,
      figure(row.bare) + row.unit,
      row.bare === 0 ? '–' : figure(row.ours / row.bare),
      row.aim ?? '',
      row.aim === null ? '' : row.isMet ? 'met' : 'MISSED',
      row.remark ?? '',
    ]),
  ];
  return plainTable(cells, (column) => column >= 1 && column <= 3);
}

/** Lines of cells, each column as wide as its widest; numbers stand at its right. */
export function plainTable(cells: readonly string[][], isNumber: (column: number) => boolean = () => false): string {
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((text, column) =>
          isNumber(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

import { useId } from 'react';
import { useWidth } from '../../lib/page/use-width.ts';
import { labelledColumns } from './scale.ts';

const HEIGHT = 220;
/** A label needs so much room, in CSS pixels. */
const LABEL_ROOM = 84;
const LEFT = 56;
const TOP = 22;
const BOTTOM = 28;

export interface Column {
  key: string;
  /** Under the column, where there is room. */
  label: string;
  /** What hovering says. */
  title: string;
  /** Null: nothing to measure; a gap is drawn. */
  size: number | null;
  /** Over the highest column. */
  word: string;
}

interface ColumnChartProps {
  /** One sentence that tells what the picture shows. */
  summary: string;
  columns: readonly Column[];
  /** Lines of the axis, rising from 0, with their words. */
  axis: readonly { at: number; word: string }[];
}

/** Columns over an axis with words; the highest carries its value. The table beside it says the same. */
export function ColumnChart({ summary, columns, axis }: ColumnChartProps) {
  const titleId = useId();
  const top = axis.at(-1)?.at ?? 1;
  const [box, width] = useWidth<HTMLDivElement>(640);
  const room = (width - LEFT) / Math.max(1, columns.length);
  const heightOf = (size: number): number => (size / top) * (HEIGHT - TOP - BOTTOM);
  const yOf = (size: number): number => HEIGHT - BOTTOM - heightOf(size);
  const labelled = labelledColumns(columns.length, Math.max(2, Math.floor((width - LEFT) / LABEL_ROOM)));
  const highest = highestOf(columns);
  return (
    <div ref={box} dir="ltr">
      <svg width={width} height={HEIGHT} role="img" aria-labelledby={titleId} className="block max-w-full">
        <title id={titleId}>{summary}</title>
        {axis.map(({ at, word }) => (
          <g key={at} className="fill-muted text-[11px]">
            <line x1={LEFT} x2={width} y1={yOf(at)} y2={yOf(at)} className="stroke-line" />
            <text x={LEFT - 8} y={yOf(at) + 4} textAnchor="end" className="figures">
              {word}
            </text>
          </g>
        ))}
        {columns.map((column, index) => {
          const left = LEFT + index * room;
          const size = column.size ?? 0;
          return (
            <g key={column.key}>
              <title>{column.title}</title>
              {/* The whole strip answers to the pointer, not only what is drawn. */}
              <rect x={left} y={TOP} width={room} height={HEIGHT - TOP - BOTTOM} fill="transparent" />
              {size > 0 && (
                <rect
                  x={left + room * 0.14}
                  y={yOf(size)}
                  width={room * 0.72}
                  height={Math.max(1.5, heightOf(size))}
                  rx={Math.min(3, room * 0.2)}
                  className="fill-accent"
                />
              )}
              {labelled.has(index) && (
                <text
                  x={Math.min(left + room / 2, width - 22)}
                  y={HEIGHT - 8}
                  textAnchor="middle"
                  className="figures fill-muted text-[11px]"
                >
                  {column.label}
                </text>
              )}
              {index === highest && (
                <text
                  x={Math.min(Math.max(left + room / 2, LEFT + 24), width - 24)}
                  y={yOf(size) - 6}
                  textAnchor="middle"
                  className="figures fill-text text-[12px] font-semibold"
                >
                  {column.word}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** The place of the highest column; -1 when none has a size. */
export function highestOf(columns: readonly Pick<Column, 'size'>[]): number {
  let highest = -1;
  let size = 0;
  for (const [index, column] of columns.entries()) {
    if ((column.size ?? 0) <= size) continue;
    highest = index;
    size = column.size ?? 0;
  }
  return highest;
}

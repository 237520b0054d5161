import { useId } from 'react';
import { useWidth } from '../../lib/page/use-width.ts';
import { labelledColumns } from './scale.ts';

const HEIGHT = 220;
/** A label needs so much room at least, in CSS pixels. */
const LABEL_ROOM = 84;
/** A letter is about so wide, in CSS pixels. */
const LETTER = 7;
const LEAST_LEFT = 56;
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
  const left = Math.max(LEAST_LEFT, 8 + LETTER * Math.max(0, ...axis.map(({ word }) => word.length)));
  const room = (width - left) / Math.max(1, columns.length);
  const heightOf = (size: number): number => (size / top) * (HEIGHT - TOP - BOTTOM);
  const yOf = (size: number): number => HEIGHT - BOTTOM - heightOf(size);
  const labelled = labelledColumns(columns.length, Math.max(1, Math.floor((width - left) / labelRoomOf(columns))));
  const highest = highestOf(columns);
  const carried = columns[highest];
  return (
    <div ref={box} dir="ltr">
      <svg width={width} height={HEIGHT} role="img" aria-labelledby={titleId} className="block max-w-full">
        <title id={titleId}>{summary}</title>
        {axis.map(({ at, word }) => (
          <g key={at} className="fill-muted text-[11px]">
            <line x1={left} x2={width} y1={yOf(at)} y2={yOf(at)} className="stroke-line" />
            <text x={left - 8} y={yOf(at) + 4} textAnchor="end" className="figures">
              {word}
            </text>
          </g>
        ))}
        {columns.map((column, index) => {
          const [begin, size] = [left + index * room, column.size ?? 0];
          return (
            <g key={column.key}>
              <title>{column.title}</title>
              {/* The whole strip answers to the pointer, not only what is drawn. */}
              <rect x={begin} y={TOP} width={room} height={HEIGHT - TOP - BOTTOM} fill="transparent" />
              {size > 0 && (
                <rect
                  x={begin + room * 0.14}
                  y={yOf(size)}
                  width={room * 0.72}
                  height={Math.max(1.5, heightOf(size))}
                  rx={Math.min(3, room * 0.2)}
                  className="fill-accent"
                />
              )}
              {labelled.has(index) && (
                <text
                  x={Math.min(begin + room / 2, width - halfOf(column.label))}
                  y={HEIGHT - 8}
                  textAnchor="middle"
                  className="figures fill-muted text-[11px]"
                >
                  {column.label}
                </text>
              )}
            </g>
          );
        })}
        {carried !== undefined && (
          <Carried
            word={carried.word}
            at={left + (highest + 0.5) * room}
            y={yOf(carried.size ?? 0) - 6}
            left={left}
            width={width}
          />
        )}
      </svg>
    </div>
  );
}

/** The last label is drawn back from the edge, towards the one before it. */
const labelRoomOf = (columns: readonly Column[]): number =>
  Math.max(LABEL_ROOM, ...columns.map(({ label }) => label.length * LETTER * 1.5));

interface CarriedProps {
  word: string;
  /** The middle of its column. */
  at: number;
  y: number;
  left: number;
  width: number;
}

/** What the highest column comes to, over it and within the chart. */
function Carried({ word, at, y, left, width }: CarriedProps) {
  const half = halfOf(word);
  return (
    <text
      x={Math.min(Math.max(at, left + half), width - half)}
      y={y}
      textAnchor="middle"
      className="figures pointer-events-none fill-text text-[12px] font-semibold"
    >
      {word}
    </text>
  );
}

const halfOf = (word: string): number => Math.max(24, (word.length * LETTER) / 2);

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

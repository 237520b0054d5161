import type { ReactNode } from 'react';

export interface Bar {
  key: string;
  sign: ReactNode;
  name: string;
  /** Null: nothing to measure. */
  size: number | null;
  word: string;
}

/** Bars that lie, each with its name and its value: read as a list by a screen reader. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const longest = Math.max(0, ...bars.map((bar) => bar.size ?? 0));
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-2.5">
      {bars.map((bar) => (
        <li key={bar.key} className="grid grid-cols-1 gap-1">
          <span className="flex items-center gap-2.5">
            {bar.sign}
            <span title={bar.name} className="min-w-0 flex-1 truncate">
              {bar.name}
            </span>
            <span className="figures font-medium">{bar.word}</span>
          </span>
          <span aria-hidden className="block h-2.5 rounded-full bg-soft">
            {longest > 0 && bar.size !== null && bar.size > 0 && (
              <span
                className="block h-full min-w-1 rounded-full bg-accent"
                style={{ width: `${(bar.size / longest) * 100}%` }}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

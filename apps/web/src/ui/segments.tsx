import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface SegmentsProps<Value extends string> {
  /** What is chosen here: read out, not shown. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChoose: (value: Value) => void;
  className?: string;
}

/** One of a few, side by side: arrow keys move between them. */
export function Segments<Value extends string>({ label, value, options, onChoose, className }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={cx('flex flex-wrap gap-1 rounded-control bg-soft p-1', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative inline-flex min-h-9 flex-auto cursor-pointer items-center justify-center rounded-[0.55rem] px-3 text-note font-medium transition-colors has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            option.value === value
              ? 'bg-chosen text-text shadow-[0_0_0_1px_var(--line)]'
              : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

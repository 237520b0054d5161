import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { FieldError } from './field.tsx';

interface CheckboxProps extends ComponentProps<'input'> {
  label: ReactNode;
  error?: string | undefined;
}

/** Drawn as fields are: a browser's own box that nobody ticked looks disabled on a dark ground. With colours that somebody forces it is the browser's. */
const BOX =
  'peer size-5 cursor-pointer appearance-none rounded-small border bg-raised transition-colors checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50 forced-colors:appearance-auto';

/** A box to tick, with its sentence beside it. */
export function Checkbox({ label, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <span className="relative mt-0.5 grid size-5 shrink-0">
          <input
            id={id}
            type="checkbox"
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            className={cx(BOX, error === undefined ? 'border-edge' : 'border-stop')}
            {...rest}
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute inset-0.5 hidden size-4 text-on-accent peer-checked:block forced-colors:peer-checked:hidden"
          />
        </span>
        <label htmlFor={id} className="min-h-6 cursor-pointer text-body">
          {label}
        </label>
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

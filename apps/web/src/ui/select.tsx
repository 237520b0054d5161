import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';
import { cx } from './cx.ts';

interface SelectProps extends ComponentProps<'select'> {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** What stands in the closed field in the place of the chosen option's text, and has to say the same. */
  face?: ReactNode;
}

/** The browser's own list to choose from, in the clothes of a field. */
export function Select({ label, hint, error, face, className, id, children, ...rest }: SelectProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const noteId = `${selectId}-note`;
  const hasNote = hint !== undefined || error !== undefined;
  return (
    <div className={className}>
      <label htmlFor={selectId} className="mb-1.5 block text-note font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          id={selectId}
          aria-invalid={error !== undefined}
          aria-describedby={hasNote ? noteId : undefined}
          className={cx(
            'min-h-12 w-full appearance-none truncate rounded-control border bg-raised py-2 pe-10 ps-3.5 text-body transition-colors hover:border-text',
            error === undefined ? 'border-edge' : 'border-stop',
            face !== undefined && 'text-transparent [&>option]:text-text',
          )}
          {...rest}
        >
          {children}
        </select>
        {face !== undefined && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 start-3.5 end-10 flex items-center gap-2 forced-colors:hidden"
          >
            {face}
          </span>
        )}
        <ChevronDown aria-hidden className="pointer-events-none absolute end-3.5 top-4 size-4 text-muted" />
      </div>
      {error !== undefined ? (
        <FieldError id={noteId}>{error}</FieldError>
      ) : (
        hint !== undefined && (
          <p id={noteId} className="mt-1.5 text-note text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

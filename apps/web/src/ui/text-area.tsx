import { type ComponentProps, useId } from 'react';
import { cx } from './cx.ts';
import { FieldError } from './field.tsx';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

/** A labelled field of several lines; its error stands below it and is read out with it. */
export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-note font-medium">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={5}
        aria-invalid={error !== undefined}
        aria-describedby={hasNote ? noteId : undefined}
        className={cx(
          'w-full rounded-control border bg-raised px-3.5 py-2.5 text-body transition-colors hover:border-text',
          error === undefined ? 'border-edge' : 'border-stop',
        )}
        {...rest}
      />
      {error !== undefined ? (
        <FieldError id={noteId}>{error}</FieldError>
      ) : (
        hint !== undefined && (
          <p id={noteId} className="mt-1 text-note text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

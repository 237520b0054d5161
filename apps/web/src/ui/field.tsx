import { TriangleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { translateSentence } from '../lib/language/i18n.ts';
import { cx } from './cx.ts';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with the value, as one sentence. */
  error?: string | undefined;
  hint?: string;
  /** Stands inside a field of digits at its beginning. */
  start?: ReactNode;
  /** Stands inside the field at its end. */
  end?: ReactNode;
}

/** The id of the label of the field with this id: what stands beside the field is described by it. */
export const labelIdOf = (fieldId: string): string => `${fieldId}-label`;

/** A labelled text field; its error stands below it, with an icon, and is read out with it. */
export function Field({ label, error, hint, start, end, className, id, ...rest }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const isWrong = error !== undefined;
  return (
    <div className={className}>
      <label id={labelIdOf(inputId)} htmlFor={inputId} className="mb-1.5 block text-note font-medium">
        {label}
      </label>
      <div className="relative" dir={start === undefined ? undefined : 'ltr'}>
        {start !== undefined && <div className="absolute inset-y-0 start-3 grid place-items-center">{start}</div>}
        <input
          id={inputId}
          dir={rest.type === 'tel' || rest.type === 'email' ? 'ltr' : undefined}
          aria-invalid={isWrong}
          aria-describedby={isWrong || hint !== undefined ? noteId : undefined}
          className={cx(
            'min-h-12 w-full rounded-control border bg-raised px-3.5 text-body transition-colors rtl:text-right hover:border-text',
            start !== undefined && 'ps-11',
            end !== undefined && 'pe-12',
            isWrong ? 'border-stop' : 'border-edge',
          )}
          {...rest}
        />
        {end !== undefined && <div className="absolute inset-y-0 end-0.5 grid place-items-center">{end}</div>}
      </div>
      {isWrong ? (
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

/** The sentence under a field that is wrong. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="appearing mt-1.5 flex gap-1.5 text-note font-medium text-stop">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {translateSentence(children)}
    </p>
  );
}

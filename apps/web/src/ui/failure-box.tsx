import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { RequestError, sentenceOf } from '../lib/api/http.ts';
import { translateSentence } from '../lib/language/i18n.ts';
import { Notice } from './notice.tsx';

/** What a form says above itself when the server refused, or did not answer. */
export interface Failure {
  title?: string;
  sentence: string;
}

/** The server's own message; without one the fallback of the specification, with what the client knows below it. */
export function failureOf(error: unknown, fallback: string): Failure {
  const hasServerMessage = error instanceof RequestError && error.serverMessage !== null;
  return hasServerMessage ? { sentence: error.message } : { title: fallback, sentence: sentenceOf(error) };
}

/** Puts the server's sentence beside each field that it found wrong. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): void {
  if (!(error instanceof RequestError)) return;
  for (const field of fields) {
    const sentence = error.fieldErrors[field];
    if (sentence !== undefined) setError(field, { message: sentence });
  }
}

/** The red box above a form. */
export function FailureBox({ failure }: { failure: Failure | null }) {
  if (failure === null) return null;
  return (
    <Notice kind="error" title={failure.title} data-testid="form-error">
      {translateSentence(failure.sentence)}
    </Notice>
  );
}

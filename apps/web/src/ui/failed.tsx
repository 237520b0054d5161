import { RequestError, unansweredSentence } from '../lib/api/http.ts';
import { translateSentence } from '../lib/language/i18n.ts';
import { sharedText } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface FailedProps {
  /** Null: nobody was asked, for there is no line. */
  error: Error | null;
  /** Said when the server gave no sentence of its own. */
  fallback: string;
  /** What is safe. */
  safe: string;
  onTryAgain: () => void;
}

/** Something could not be read: what happened, why no answer came if none did, what is safe, and a way to try again. */
export function Failed({ error, fallback, safe, onTryAgain }: FailedProps) {
  const t = sharedText.useText();
  const unanswered = unansweredSentence(error);
  const hasServerMessage = error instanceof RequestError && error.serverMessage !== null;
  return (
    <Notice
      kind="error"
      title={hasServerMessage ? translateSentence(error.message) : fallback}
      action={
        <Button size="small" onClick={onTryAgain}>
          {t('tryAgain')}
        </Button>
      }
    >
      {unanswered !== null && <p>{unanswered}</p>}
      {safe}
    </Notice>
  );
}

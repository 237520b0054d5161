import { checkSession } from '../lib/session/session.ts';
import { shell } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** There is a token but nobody to ask about it: the session is kept and asked for again. */
export function Unreachable() {
  const t = shell.useText();
  return (
    <div className="mx-auto max-w-lg p-6 pt-20">
      <Notice
        kind="warning"
        title={t('authCheckFailed')}
        action={<Button onClick={() => void checkSession()}>{t('tryAgain')}</Button>}
      >
        {t('authCheckFailedBody')}
      </Notice>
    </div>
  );
}

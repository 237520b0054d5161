import { Link } from 'react-router';
import { RequestError } from '../../lib/api/http.ts';
import { invoicesText } from '../../texts/invoices.ts';
import { notFoundText } from '../../texts/not-found.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Notice } from '../../ui/notice.tsx';

/** A receipt that cannot be shown; where there is none at the address, trying again helps nobody. */
export function ReceiptFailed({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  const t = invoicesText.useText();
  const notFound = notFoundText.useText();
  if (!(error instanceof RequestError) || error.status !== 404) {
    return <Failed error={error} fallback={t('pageFailed')} safe="" onTryAgain={onTryAgain} />;
  }
  return (
    <Notice
      kind="warning"
      title={t('pageUnknown')}
      action={
        <Button asChild size="small">
          <Link to="/">{notFound('home')}</Link>
        </Button>
      }
    >
      {t('checkLink')}
    </Notice>
  );
}

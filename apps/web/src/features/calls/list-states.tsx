import { callsText } from '../../texts/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';

/** Of the sandbox network: it answers. */
export const FIRST_CALL = '+447700900123';

/** The list's shape while it is on its way. */
export function ListSkeleton({ lines }: { lines: number }) {
  return (
    <Card className="grid grid-cols-1 gap-5">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="flex items-center gap-3">
          <Skeleton className="h-4 w-6" />
          <Skeleton className="h-5 w-44" />
          <span className="flex-1" />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </Card>
  );
}

/** The list could not be read; nothing else happened. */
export function HistoryFailed({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  const t = callsText.useText();
  return <Failed error={error} fallback={t('historyFailed')} safe={t('notTouched')} onTryAgain={onTryAgain} />;
}

interface NoCallsProps {
  /** Null: the way to a first call stands elsewhere on the page. */
  onCall: ((number: string) => void) | null;
  level?: 'h2' | 'h3';
}

/** Nobody was called yet: the practice network is a good start. */
export function NoCalls({ onCall, level = 'h3' }: NoCallsProps) {
  const t = callsText.useText();
  return (
    <Empty
      level={level}
      title={t('emptyTitle')}
      action={onCall !== null && <Button onClick={() => onCall(FIRST_CALL)}>{t('emptyAction')}</Button>}
    >
      {t('emptyBody')}
    </Empty>
  );
}

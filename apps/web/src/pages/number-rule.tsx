import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { RuleEditor } from '../features/numbers/rule-editor.tsx';
import { ruleQuery } from '../features/numbers/rule-query.ts';
import { showNumber } from '../lib/format/phone-number.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { queryClient } from '../lib/session/queries.ts';
import { numberRulesText } from '../texts/numbers/number-rules.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { Failed } from '../ui/failed.tsx';

/** /numbers/<number>/rule: what happens when a number is called. */
export function Page() {
  const t = numberRulesText.useText();
  const { number = '' } = useParams();
  const found = useQuery(ruleQuery(number), queryClient);
  const title = t('pageTitle', { number: showNumber(number) });
  usePageTitle(title);
  return (
    <div className="mx-auto max-w-3xl px-5 py-8 sm:px-8">
      <Button asChild look="plain" size="small" className="-ms-3 mb-3">
        <Link to="/numbers">
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {t('allNumbers')}
        </Link>
      </Button>
      <h1 className="text-display font-semibold">{title}</h1>
      <p className="mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <div className="@container">
        {found.isPending && <Skeleton className="h-96 rounded-card" />}
        {found.isError && found.data === undefined && (
          <Failed error={found.error} fallback={t('failed')} safe={t('safe')} onTryAgain={() => void found.refetch()} />
        )}
        {found.data !== undefined && <RuleEditor key={number} saved={found.data} />}
      </div>
    </div>
  );
}

import { FindNumber } from '../features/numbers/find-number.tsx';
import { MyNumbers } from '../features/numbers/my-numbers.tsx';
import { AddFunds } from '../features/payments/add-funds.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { numbersText } from '../texts/numbers.ts';

/** /numbers */
export function Page() {
  const t = numbersText.useText();
  usePageTitle(t('pageTitle'));
  return (
    <div className="mx-auto max-w-4xl px-5 py-8 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <div className="@container grid gap-10">
        <MyNumbers AddFunds={AddFunds} />
        <FindNumber AddFunds={AddFunds} />
      </div>
    </div>
  );
}

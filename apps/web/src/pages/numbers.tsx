import { FindNumber } from '../features/numbers/find-number.tsx';
import { Greetings } from '../features/numbers/greetings/greetings.tsx';
import { MyNumbers } from '../features/numbers/my-numbers.tsx';
import { OwnElsewhere } from '../features/numbers/own-elsewhere.tsx';
import { AddFunds } from '../features/payments/add-funds.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { greetingsText } from '../texts/greetings.ts';
import { numbersText } from '../texts/numbers/numbers.ts';

/** /numbers */
export function Page() {
  const t = numbersText.useText();
  const greetings = greetingsText.useText();
  usePageTitle(t('pageTitle'));
  return (
    <div className="mx-auto max-w-4xl px-5 py-8 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <div className="@container grid gap-10">
        <MyNumbers AddFunds={AddFunds} />
        <OwnElsewhere />
        <section aria-labelledby="greetings">
          <h2 id="greetings" className="mb-1 text-title font-semibold">
            {greetings('title')}
          </h2>
          <p className="mb-4 text-muted">{greetings('lead')}</p>
          <Greetings />
        </section>
        <FindNumber AddFunds={AddFunds} />
      </div>
    </div>
  );
}

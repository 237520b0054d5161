import { CallHistory } from '../features/calls/call-history.tsx';
import { AddNumber } from '../features/contacts/add-number.tsx';
import { callAtOnce } from '../features/phone/index.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { callsText } from '../texts/calls.ts';

/** /calls: the history; the phone stands beside it. */
export function Page() {
  const t = callsText.useText();
  usePageTitle(t('pageTitle'));
  return (
    <div className="mx-auto max-w-6xl px-5 py-8 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <CallHistory onCall={callAtOnce} addContact={(number) => <AddNumber number={number} />} />
    </div>
  );
}

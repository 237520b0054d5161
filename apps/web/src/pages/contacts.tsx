import { ImportContacts } from '../features/contacts/import-contacts.tsx';
import { ContactBook } from '../features/contacts/contact-book.tsx';
import { callAtOnce } from '../features/phone/index.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { contactsText } from '../texts/contacts.ts';

/** /contacts */
export function Page() {
  const t = contactsText.useText();
  usePageTitle(t('pageTitle'));
  return (
    <div className="mx-auto max-w-4xl px-5 py-8 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <ContactBook onCall={callAtOnce} />
      <ImportContacts />
    </div>
  );
}

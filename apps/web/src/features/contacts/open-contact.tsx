import { useQuery } from '@tanstack/react-query';
import { ContactRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { contactNamesQuery, queryClient } from '../../lib/session/queries.ts';
import { contactsText } from '../../texts/contacts.ts';
import { Skeleton } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { ContactForm } from './contact-form.tsx';
import { contactQuery } from './contacts-queries.ts';

interface OpenContactProps {
  number: string;
  /** The name as it stands there. */
  children: ReactNode;
}

/** A name that opens the card of whoever has the number; where that is nobody any more, the name alone. */
export function OpenContact({ number, children }: OpenContactProps) {
  const t = contactsText.useText();
  const [isOpen, setOpen] = useState(false);
  const names = useQuery(contactNamesQuery, queryClient);
  const known = names.data?.find((one) => one.number === number);
  if (known === undefined) return children;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={t('open', { name: known.name })}
        onClick={() => setOpen(true)}
        data-testid="open-contact"
        className="inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded-small text-start underline decoration-accent-line decoration-2 underline-offset-4 hover:decoration-accent"
      >
        {children}
        <ContactRound aria-hidden className="hidden size-4 shrink-0 text-muted @[38rem]:block" />
      </button>
      <Dialog title={t('editTitle')} open={isOpen} onOpenChange={setOpen} data-testid="contact-dialog">
        <Card id={known.contactId} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** Read anew each time that it is opened: what stands in its fields is saved. */
function Card({ id, onDone }: { id: string; onDone: () => void }) {
  const t = contactsText.useText();
  const contact = useQuery(contactQuery(id), queryClient);
  if (contact.data !== undefined) return <ContactForm contact={contact.data} onDone={onDone} />;
  if (contact.isPending) return <Skeleton className="h-64 w-full rounded-card" />;
  return (
    <Failed
      error={contact.error}
      fallback={t('oneFailed')}
      safe={t('safe')}
      onTryAgain={() => void contact.refetch()}
    />
  );
}

import type { Contact } from '@farline/contracts/contacts/contacts';
import { SEARCH_TEXT_MAX } from '@farline/contracts/search/search-text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { queryClient } from '../../lib/session/queries.ts';
import { contactsText } from '../../texts/contacts.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Field } from '../../ui/field.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactLine } from './contact-line.tsx';
import { contactsQuery } from './contacts-queries.ts';

type Editing = { is: 'nobody' } | { is: 'new' } | { is: 'somebody'; contact: Contact };

/** All contacts: found by name or number, called, made, changed. */
export function ContactBook({ onCall }: { onCall: (number: string) => void }) {
  const t = contactsText.useText();
  const [q, setQ] = useState('');
  const [favourite, setFavouriteOnly] = useState(false);
  const [editing, edit] = useState<Editing>({ is: 'nobody' });
  const wanted = useDeferredValue(q.trim());
  const list = useInfiniteQuery(contactsQuery({ q: wanted, favourite }), queryClient);
  const contacts = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isBookEmpty = list.isSuccess && contacts.length === 0 && wanted === '' && !favourite;
  const close = (): void => edit({ is: 'nobody' });
  const addButton = <AddButton onAdd={() => edit({ is: 'new' })} />;
  return (
    <>
      <div className="mb-4 grid items-end gap-3 @xl:grid-cols-[1fr_auto_auto]">
        <SearchField q={q} onChange={setQ} />
        <Checkbox
          className="flex min-h-12 items-center"
          label={t('favouritesOnly')}
          checked={favourite}
          onChange={({ target }) => setFavouriteOnly(target.checked)}
        />
        {!isBookEmpty && addButton}
      </div>
      {list.isPending && <Skeleton className="h-64 w-full rounded-card" />}
      {list.isError && (
        <Failed error={list.error} fallback={t('failed')} safe={t('safe')} onTryAgain={() => void list.refetch()} />
      )}
      {isBookEmpty && (
        <Empty level="h2" title={t('emptyTitle')} action={addButton}>
          {t('emptyBody')}
        </Empty>
      )}
      {list.isSuccess && contacts.length === 0 && !isBookEmpty && <p className="text-muted">{t('nothingFound')}</p>}
      {contacts.length > 0 && (
        <Card room="list">
          <ul aria-label={t('listLabel')} data-testid="contact-list">
            {contacts.map((contact) => (
              <ContactLine
                key={contact.id}
                contact={contact}
                onCall={onCall}
                onTag={setQ}
                onEdit={() => edit({ is: 'somebody', contact })}
              />
            ))}
          </ul>
          <MoreButton list={list} className="my-2" />
        </Card>
      )}
      <Dialog
        title={editing.is === 'somebody' ? t('editTitle') : t('add')}
        open={editing.is !== 'nobody'}
        onOpenChange={(open) => !open && close()}
        data-testid="contact-dialog"
      >
        {editing.is !== 'nobody' && (
          <ContactForm contact={editing.is === 'somebody' ? editing.contact : null} onDone={close} />
        )}
      </Dialog>
    </>
  );
}

function SearchField({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const t = contactsText.useText();
  return (
    <Field
      label={t('search')}
      type="search"
      maxLength={SEARCH_TEXT_MAX}
      value={q}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const t = contactsText.useText();
  return (
    <Button className="min-h-12" onClick={onAdd}>
      <Plus aria-hidden className="size-5" />
      {t('add')}
    </Button>
  );
}

import { useEffect } from 'react';
import { usePhone } from '../../features/phone/phone-store.ts';
import { later } from '../../ui/later/later.tsx';
import { useSearchKeys } from '../search/use-search-keys.ts';
import { show, useInFront } from './in-front-store.ts';

const inFront = { missing: 'floating', close: ({ onClose }: { onClose: () => void }) => onClose() } as const;
const SearchDialog = later(async () => (await import('../search/search-dialog.tsx')).SearchDialog, inFront);
const KeyListDialog = later(async () => (await import('./key-list-dialog.tsx')).KeyListDialog, inFront);
const FundsDialog = later(async () => (await import('../../features/payments/funds-dialog.tsx')).FundsDialog, inFront);

const AddNumberDialog = later(
  async () => (await import('../../features/contacts/add-number.tsx')).AddNumberDialog,
  inFront,
);
const PersonNoteDialog = later(
  async () => (await import('../../features/messages/note-of-person.tsx')).PersonNoteDialog,
  inFront,
);

const onClose = (): void => show({ is: 'nothing' });

/** The search was asked for before its keys were heard here: public/ask-early.js remembers it until now. */
function openAskedSearch(): void {
  const { dataset } = document.documentElement;
  if (dataset['search'] === 'asked') show({ is: 'search', typed: '' });
  dataset['search'] = 'alive';
}

/** What can stand in front of every page, opened by `show`, or by its keys. */
export function InFront() {
  const shown = useInFront((state) => state.shown);
  useSearchKeys();
  useEffect(openAskedSearch, []);
  const isOfPage = shown.is === 'search' || shown.is === 'keys';
  useEffect(() => {
    // Where the phone lies over the page it would lie over this, too; of a call its bar stays.
    if (isOfPage) usePhone.setState({ isOpen: false });
  }, [isOfPage]);
  // What was open when a session ended is not there for whoever signs in next.
  useEffect(() => onClose, []);
  switch (shown.is) {
    case 'nothing':
      return null;
    case 'search':
      return <SearchDialog begun={shown.typed} onClose={onClose} />;
    case 'keys':
      return <KeyListDialog onClose={onClose} />;
    case 'contact':
      return <AddNumberDialog number={shown.number} onClose={onClose} />;
    case 'note':
      return <PersonNoteDialog peer={shown.number} onClose={onClose} />;
    case 'funds':
      return <FundsDialog begun={shown.amount} onClose={onClose} />;
  }
}

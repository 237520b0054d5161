import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../features/phone/phone-store.ts';
import { isInList, isTyping } from '../../features/phone/views/use-phone-keys.ts';
import { isKey } from '../../features/phone/views/use-ring-keys.ts';
import { useOpenDialogs } from '../../lib/page/open-dialogs.ts';
import { later } from '../../ui/later/later.tsx';
import { useSignOut } from '../use-sign-out.ts';
import { WAYS_AROUND } from '../ways-around.ts';
import { show, useSearch } from './search-store.ts';

const inFront = { missing: 'floating', close: ({ onClose }: { onClose: () => void }) => onClose() } as const;
const SearchDialog = later(async () => (await import('./search-dialog.tsx')).SearchDialog, inFront);
const KeyListDialog = later(async () => (await import('./key-list-dialog.tsx')).KeyListDialog, inFront);
const FundsDialog = later(async () => (await import('../../features/payments/funds-dialog.tsx')).FundsDialog, inFront);

/** After G the next key counts for so long. */
const THEN_MS = 1_500;
/** A question mark as the languages' keyboards have it. */
const QUESTION_MARKS = ['?', '؟', '？'];

/** The search, the list of keys and what they open, with the keys that do so where nobody types: Ctrl or ⌘ with K, /, ?, and G with a second one. */
export function SearchKeys() {
  const shown = useSearch((state) => state.shown);
  const onSignOut = useSignOut();
  useSearchKeys();
  const isShown = shown.is !== 'nothing';
  useEffect(() => {
    // Where the phone lies over the page it would lie over this, too; of a call its bar stays.
    if (isShown) usePhone.setState({ isOpen: false });
  }, [isShown]);
  const onClose = (): void => show({ is: 'nothing' });
  switch (shown.is) {
    case 'nothing':
      return null;
    case 'search':
      return <SearchDialog onClose={onClose} onSignOut={onSignOut} />;
    case 'keys':
      return <KeyListDialog onClose={onClose} />;
    case 'funds':
      return <FundsDialog begun={shown.amount} onClose={onClose} />;
  }
}

function useSearchKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let wentAt = -THEN_MS;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      const isGoing = performance.now() - wentAt < THEN_MS;
      wentAt = -THEN_MS;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && isKey(event, 'K')) {
        const { is } = useSearch.getState().shown;
        if (is !== 'search' && useOpenDialogs.getState().count > 0) return;
        event.preventDefault();
        return show({ is: is === 'search' ? 'nothing' : 'search' });
      }
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target) || isInList(target)) return;
      if (useOpenDialogs.getState().count > 0) return;
      const way = isGoing ? WAYS_AROUND.find(({ key }) => isKey(event, key)) : undefined;
      if (way !== undefined) void navigate(way.to);
      else if (event.key === '/') show({ is: 'search' });
      else if (QUESTION_MARKS.includes(event.key)) show({ is: 'keys' });
      else {
        if (isKey(event, 'G')) wentAt = performance.now();
        return;
      }
      event.preventDefault();
    };
    // Before the phone's keys, and those of a call that rings: the second of two keys is neither's.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [navigate]);
}

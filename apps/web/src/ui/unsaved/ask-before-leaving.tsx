import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { unsavedText } from '../../texts/unsaved.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

/** Where somebody was going: back or forth to an entry of the history, or to a new one. */
type Leaving = { path: string; entry: string | null };

/** Asks whoever leaves the page: the browser does for a reload and for other sites, and a dialog for the pages of ours. */
export function AskBeforeLeaving() {
  const t = unsavedText.useText();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const mayLeave = useRef(false);
  useEffect(() => {
    const ask = (event: NavigateEvent): void => {
      if (mayLeave.current || !event.cancelable || !leavesPage(event)) return;
      event.preventDefault();
      const { pathname, search, hash } = new URL(event.destination.url);
      setLeaving({
        path: `${pathname}${search}${hash}`,
        entry: event.navigationType === 'traverse' ? event.destination.key : null,
      });
    };
    const warn = (event: BeforeUnloadEvent): void => {
      if (!mayLeave.current) event.preventDefault();
    };
    const { navigation } = globalThis as { navigation?: Navigation };
    navigation?.addEventListener('navigate', ask);
    globalThis.addEventListener('beforeunload', warn);
    return () => {
      navigation?.removeEventListener('navigate', ask);
      globalThis.removeEventListener('beforeunload', warn);
    };
  }, []);
  if (leaving === null) return null;
  const leave = (): void => {
    mayLeave.current = true;
    setLeaving(null);
    if (leaving.entry === null) void navigate(leaving.path);
    // Whoever goes elsewhere meanwhile ends it, which is no error.
    else void navigation.traverseTo(leaving.entry).finished?.catch(() => undefined);
  };
  return (
    <Dialog title={t('title')} lead={t('lead')} open onOpenChange={() => setLeaving(null)} data-testid="unsaved">
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => setLeaving(null)}>{t('stay')}</Button>
        <Button look="quiet" onClick={leave}>
          {t('leave')}
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Whether it goes to another page of ours. What replaces an address (a session that has ended, a filter) leaves nobody a choice, and signing
 * out, which leads to the first page, was one.
 */
function leavesPage({ destination, navigationType }: NavigateEvent): boolean {
  const { pathname } = new URL(destination.url);
  return destination.sameDocument && navigationType !== 'replace' && pathname !== location.pathname && pathname !== '/';
}

import { useSearchParams } from 'react-router';
import { keptKey } from '../../lib/session/kept-here.ts';
import { useSession } from '../../lib/session/session.ts';
import { askedView, type CallsView } from './calls-address.ts';

/** How the calls are shown: as the address says, else as they were last; and what shows them otherwise, and keeps that. */
export function useCallsView(): [view: CallsView, choose: (view: CallsView) => void] {
  const [search, setSearch] = useSearchParams();
  const userId = useSession((session) => (session.status === 'signed-in' ? session.user.id : ''));
  const choose = (view: CallsView): void => {
    keep(userId, view);
    setSearch({ view }, { preventScrollReset: true });
  };
  return [askedView(search) ?? keptView(userId), choose];
}

function keptView(userId: string): CallsView {
  try {
    return localStorage.getItem(keptKey('calls-view', userId)) === 'all' ? 'all' : 'people';
  } catch {
    return 'people';
  }
}

function keep(userId: string, view: CallsView): void {
  try {
    localStorage.setItem(keptKey('calls-view', userId), view);
  } catch {
    // Nothing can be kept here: the address alone says it.
  }
}

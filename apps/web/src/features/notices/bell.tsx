import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { nameKnown } from '../../lib/calls/use-names.ts';
import { onLiveEvent } from '../../lib/live/live-events.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { later } from '../../ui/later/later.tsx';
import { BellButton } from './bell-button.tsx';
import { applyNotice, noticesQuery } from './notices-query.ts';

const BellMenu = later(async () => (await import('./bell-menu.tsx')).BellMenu, {
  meanwhile: ({ unread }) => <BellButton unread={unread} aria-haspopup="dialog" aria-expanded={false} />,
  missing: 'floating',
  close: ({ onClose }) => onClose(),
});

/** The bell of the top bar: how many notices are unread, and the list behind it. Pushed live. */
export function Bell() {
  const notices = useInfiniteQuery(noticesQuery, queryClient);
  const [isWanted, setWanted] = useState(false);
  const arrived = useArrived();
  const unread = notices.data?.pages[0]?.unread ?? 0;
  return (
    <>
      {isWanted ? (
        <BellMenu unread={unread} onClose={() => setWanted(false)} />
      ) : (
        <BellButton unread={unread} aria-haspopup="dialog" aria-expanded={false} onClick={() => setWanted(true)} />
      )}
      <span role="status" className="sr-only">
        {arrived}
      </span>
    </>
  );
}

/** The notice that came in last, as a sentence. */
function useArrived(): string {
  const [arrived, setArrived] = useState('');
  useEffect(
    () =>
      onLiveEvent('notice.changed', ({ notice, unread }) => {
        applyNotice(notice, unread);
        if (notice === null || notice.readAt !== null) return;
        import('./notice-sentence.ts').then(
          ({ arrivedSentence }) => setArrived(arrivedSentence(notice, nameKnown)),
          (error: unknown) => console.warn('A notice came whose words did not', error),
        );
      }),
    [],
  );
  return arrived;
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { moveByArrows } from '../../lib/page/move-by-arrows.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { callsText } from '../../texts/calls.ts';
import { messagesText } from '../../texts/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panes } from '../../ui/panes/panes.tsx';
import { peoplePath, readPeopleView } from './calls-address.ts';
import { CallsHeading } from './calls-heading.tsx';
import { SearchField } from './filter-bar.tsx';
import { FIRST_CALL, HistoryFailed, ListSkeleton } from './list-states.tsx';
import { callPeopleQuery } from './people-query.ts';
import { PersonLine } from './person-line.tsx';

/** The list that a thread is opened from, and leads back to. */
export interface PeopleList {
  path: string;
  word: string;
  onLeave: () => void;
}

interface CallPeopleProps {
  /** What shows the calls otherwise. */
  viewChoice: ReactNode;
  onCall: (number: string) => void;
  /** All that was said and written with somebody. */
  renderThread: (peer: string, list: PeopleList) => ReactNode;
}

/** The people of the calls beside the thread of one of them; the address bar says whose, and what is searched for. */
export function CallPeople({ viewChoice, onCall, renderThread }: CallPeopleProps) {
  const t = callsText.useText();
  const words = messagesText.useText();
  const [search] = useSearchParams();
  const { q, peer } = readPeopleView(search);
  const list = useRef<HTMLUListElement>(null);
  const leave = useFocusWhereLeft(list, peer);
  const people = (
    <>
      <CallsHeading level={peer === null ? 'h1' : 'h2'} viewChoice={viewChoice} />
      <People q={q} openPeer={peer} list={list} onCall={onCall} />
    </>
  );
  return (
    <Panes label={t('pageTitle')} list={people} hint={words('choosePerson')}>
      {peer === null ? null : (
        <div key={peer} className="contents">
          {renderThread(peer, { path: peoplePath({ q, peer: null }), word: words('allPeople'), onLeave: leave })}
        </div>
      )}
    </Panes>
  );
}

interface PeopleProps {
  q: string;
  openPeer: string | null;
  list: RefObject<HTMLUListElement | null>;
  onCall: (number: string) => void;
}

function People({ q, openPeer, list, onCall }: PeopleProps) {
  const words = messagesText.useText();
  const navigate = useNavigate();
  const people = useInfiniteQuery(callPeopleQuery(q), queryClient);
  const shown = people.data?.pages.flatMap((page) => page.items) ?? [];
  const find = useCallback(
    (wanted: string): void => void navigate(peoplePath({ q: wanted, peer: openPeer }), { replace: true }),
    [navigate, openPeer],
  );
  const isNobody = people.isSuccess && shown.length === 0 && !people.isPlaceholderData;
  if (isNobody && q === '') return <Nobody onCall={onCall} />;
  const moveInList = (event: KeyboardEvent): void => moveByArrows(event, list);
  return (
    <>
      <search className="pb-3">
        <SearchField value={q} onSearch={find} />
      </search>
      <div className="-mx-2 min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
        {people.isPending && <ListSkeleton lines={5} />}
        {people.isError && <HistoryFailed error={people.error} onTryAgain={() => void people.refetch()} />}
        {isNobody && <p className="px-2 text-muted">{words('nobodyFound')}</p>}
        {shown.length > 0 && (
          // The keys come from the links in it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <ul
            ref={list}
            aria-label={words('peopleLabel')}
            data-testid="people-list"
            className="@container"
            onKeyDown={moveInList}
          >
            {shown.map((person) => (
              <PersonLine key={person.peer} person={person} q={q} isOpen={person.peer === openPeer} onCall={onCall} />
            ))}
          </ul>
        )}
        <MoreButton list={people} className="m-2" />
      </div>
    </>
  );
}

/** There was no call with anybody yet: the practice network is a good start. */
function Nobody({ onCall }: { onCall: (number: string) => void }) {
  const t = callsText.useText();
  return (
    <Empty
      level="h2"
      title={messagesText.say('nobodyYet')}
      action={<Button onClick={() => onCall(FIRST_CALL)}>{t('emptyAction')}</Button>}
    >
      {t('emptyBody')}
    </Empty>
  );
}

/** Whoever leaves a thread goes on in the list where they were. Gives what says that somebody leaves. */
function useFocusWhereLeft(list: RefObject<HTMLElement | null>, openPeer: string | null): () => void {
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (openPeer !== null || left.current === null) return;
    const lines = list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [];
    [...lines].find((line) => line.dataset['peer'] === left.current)?.focus();
    left.current = null;
  }, [list, openPeer]);
  return () => {
    left.current = openPeer;
  };
}

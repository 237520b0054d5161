import { CallHistory } from '../features/calls/call-history.tsx';
import { CallsHeading } from '../features/calls/calls-heading.tsx';
import { useCallsView } from '../features/calls/calls-view.ts';
import { CallPeople, type PeopleList } from '../features/calls/people.tsx';
import { ViewChoice } from '../features/calls/view-choice.tsx';
import { AddNumber } from '../features/contacts/add-number.tsx';
import { TagsOfNumber } from '../features/contacts/tag.tsx';
import { CONTACTS_OF_THREAD } from '../features/contacts/contacts-of-thread.tsx';
import { callAtOnce } from '../features/phone/index.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { callsText } from '../texts/calls.ts';
import { later } from '../ui/later/later.tsx';

const ThreadView = later(async () => (await import('../features/messages/thread-view.tsx')).ThreadView);
const NoteHere = later(async () => (await import('../features/messages/note-here.tsx')).NoteHere, {
  missing: 'nothing',
});

const keptOf = (number: string) => (
  <>
    <TagsOfNumber number={number} isAlone />
    <NoteHere peer={number} />
  </>
);

const threadWith = (peer: string, list: PeopleList) => (
  <ThreadView peer={peer} at={null} list={list} takesFocus={false} onCall={callAtOnce} contacts={CONTACTS_OF_THREAD} />
);

/** /calls: the people of the calls beside the thread of one of them, or the whole history; the phone stands beside it. */
export function Page() {
  const t = callsText.useText();
  const [view, choose] = useCallsView();
  usePageTitle(t('pageTitle'));
  const viewChoice = <ViewChoice view={view} onChoose={choose} />;
  if (view === 'people') {
    return <CallPeople viewChoice={viewChoice} onCall={callAtOnce} renderThread={threadWith} />;
  }
  return (
    <div className="max-w-6xl px-5 pb-8 pt-6 @[38rem]:px-4">
      <CallsHeading level="h1" viewChoice={viewChoice} />
      <p className="mb-6 text-muted">{t('lead')}</p>
      <CallHistory onCall={callAtOnce} addContact={(number) => <AddNumber number={number} />} aboutPerson={keptOf} />
    </div>
  );
}

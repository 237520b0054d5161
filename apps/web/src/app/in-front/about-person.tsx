import { UserPlus } from 'lucide-react';
import { useNames } from '../../lib/calls/use-names.ts';
import { contactsText } from '../../texts/contacts.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later/later.tsx';
import { InstallInvitation } from './install-invitation.tsx';
import { show } from './in-front-store.ts';

const NoteOfPerson = later(async () => (await import('../../features/messages/note-of-person.tsx')).NoteOfPerson, {
  missing: 'nothing',
});

/**
 * What the phone offers to keep of whoever a call is with: a name for a number that has none, and a note. Both open in front of the page: the phone
 * itself draws back for them while a call is under way.
 */
export function AboutPerson({ number }: { number: string }) {
  const t = contactsText.useText();
  const isKnown = useNames()(number) !== null;
  return (
    <div className="flex flex-wrap justify-center gap-2" data-testid="about-person">
      {!isKnown && (
        <Button look="quiet" size="small" onClick={() => show({ is: 'contact', number })}>
          <UserPlus aria-hidden className="size-4" />
          {t('add')}
        </Button>
      )}
      <NoteOfPerson peer={number} onOpen={() => show({ is: 'note', number })} />
      <InstallInvitation />
    </div>
  );
}

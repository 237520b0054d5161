import { useState } from 'react';
import { NoteOfPerson, PersonNoteDialog } from './note-of-person.tsx';

/** What is noted of a person, to be read and changed where no conversation is shown. */
export function NoteHere({ peer }: { peer: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <NoteOfPerson peer={peer} onOpen={() => setOpen(true)} isAlone />
      {isOpen && <PersonNoteDialog peer={peer} onClose={() => setOpen(false)} />}
    </>
  );
}

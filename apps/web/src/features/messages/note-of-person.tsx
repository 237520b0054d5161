import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { queryClient } from '../../lib/session/queries.ts';
import { messagesText } from '../../texts/messages.ts';
import { Button } from '../../ui/button.tsx';
import { threadQuery } from './messages-queries.ts';
import { NoteDialog, NoteLine } from './thread-note.tsx';

interface NoteOfPersonProps {
  peer: string;
  onOpen: () => void;
  isAlone?: boolean;
}

/** What is noted of a person, or the button that begins a note. Nothing before that is known. */
export function NoteOfPerson({ peer, onOpen, isAlone = false }: NoteOfPersonProps) {
  const t = messagesText.useText();
  const note = useQuery(threadQuery(peer), queryClient).data?.note;
  if (note !== '') return <NoteLine note={note} onOpen={onOpen} isAlone={isAlone} />;
  return (
    <Button look="quiet" size="small" onClick={onOpen}>
      <NotebookPen aria-hidden className="size-4" />
      {t('note')}
    </Button>
  );
}

/** The note of a person in front of the page. */
export function PersonNoteDialog({ peer, onClose }: { peer: string; onClose: () => void }) {
  const note = useQuery(threadQuery(peer), queryClient).data?.note;
  return note === undefined ? null : <NoteDialog peer={peer} note={note} isOpen onOpenChange={onClose} />;
}

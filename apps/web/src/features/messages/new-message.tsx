import { MessageSquarePlus } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { homeCountry } from '../../lib/format/home-country.ts';
import { readNumber, showNumber } from '../../lib/format/phone-number.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { contactNamesQuery, isOutOfReach, queryClient } from '../../lib/session/queries.ts';
import { messagesText } from '../../texts/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { findRecipients, type Recipient } from '../../lib/calls/find-recipients.ts';
import { useLatestNumbers } from '../../lib/calls/use-latest-numbers.ts';
import { moveByArrows } from '../../lib/page/move-by-arrows.ts';
import { PeerFlag } from '../../ui/peer.tsx';

/**
 * Begins a message to anybody: a contact found by name, or a number as people write it. `opensByAddress`: `?new` opens it at once; one of a page
 * alone does that, where nobody has written yet there are two.
 */
export function NewMessage({ opensByAddress = false }: { opensByAddress?: boolean }) {
  const t = messagesText.useText();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useSearchParams();
  const isAskedFor = opensByAddress && search.has('new');
  const [wasAskedFor, setAskedFor] = useState(false);
  // Once: the address may still ask for it when the dialog is closed.
  if (isAskedFor !== wasAskedFor) {
    setAskedFor(isAskedFor);
    if (isAskedFor) setOpen(true);
  }
  // Taken out of the address: who comes back to it has closed the dialog, or written to somebody. Before any key is pressed in the dialog: it
  // would take the place of the address that the key leads to.
  useLayoutEffect(() => {
    if (isAskedFor) setSearch({}, { replace: true });
  }, [isAskedFor, setSearch]);
  const choose = (number: string): void => {
    setOpen(false);
    void navigate(threadPath(number));
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <MessageSquarePlus aria-hidden className="size-4.5" />
        <span className="@[38rem]:sr-only @3xl:not-sr-only">{t('newMessage')}</span>
      </Button>
      <Dialog title={t('newMessage')} open={isOpen} onOpenChange={setOpen} data-testid="new-message">
        <WhomForm onChoose={choose} />
      </Dialog>
    </>
  );
}

function WhomForm({ onChoose }: { onChoose: (number: string) => void }) {
  const t = messagesText.useText();
  const [typed, setTyped] = useState('');
  const [isAsked, setAsked] = useState(false);
  const names = useQuery(contactNamesQuery, queryClient);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { latest } = useLatestNumbers();
  const found = findRecipients(typed, { contacts: names.data ?? [], read: readNumber(typed, homeCountry()), latest });
  const isEmpty = typed.trim() === '';
  const whyNobody = found.length > 0 || !isNameLike(typed) ? null : whyNoName(names);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // With nothing typed nobody is meant, whoever comes first.
    const [first] = isEmpty ? [] : found;
    if (first === undefined) setAsked(true);
    else onChoose(first.number);
  };
  return (
    // The keys come from the buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      className="grid grid-cols-1 gap-3"
      onSubmit={submit}
      onKeyDown={(event: KeyboardEvent) => moveByArrows(event, form)}
    >
      <Field
        label={t('whom')}
        hint={t('whomHint')}
        autoComplete="off"
        ref={field}
        value={typed}
        error={isAsked && (isEmpty || found.length === 0) ? t(whyNobody ?? 'whomWrong') : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          setAsked(false);
        }}
      />
      <p role="status" className="text-note text-muted">
        {!isAsked && whyNobody !== null && t(whyNobody)}
      </p>
      <ul aria-label={t('whomFound')} className="-mx-2">
        {found.map((recipient) => (
          <RecipientLine key={recipient.number} recipient={recipient} onChoose={onChoose} />
        ))}
      </ul>
    </form>
  );
}

/** Why a name finds nobody; null while contacts are on their way. */
function whyNoName(names: { data: unknown; isError: boolean; isPaused: boolean }): 'whomNobody' | 'whomUnread' | null {
  if (names.data !== undefined) return 'whomNobody';
  return isOutOfReach(names) ? 'whomUnread' : null;
}

/** What is not on its way to becoming a number. */
const isNameLike = (typed: string): boolean => /\p{L}/u.test(typed);

function RecipientLine({
  recipient: { name, number },
  onChoose,
}: {
  recipient: Recipient;
  onChoose: (number: string) => void;
}) {
  return (
    <li>
      <button
        type="button"
        data-line
        onClick={() => onChoose(number)}
        className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 text-start transition-colors hover:bg-soft"
      >
        <PeerFlag peer={number} />
        {name !== null && (
          <bdi title={name} className="min-w-0 flex-1 truncate font-medium">
            {name}
          </bdi>
        )}
        <span className={name === null ? 'phone-number font-medium' : 'phone-number shrink-0 text-note text-muted'}>
          {showNumber(number)}
        </span>
      </button>
    </li>
  );
}

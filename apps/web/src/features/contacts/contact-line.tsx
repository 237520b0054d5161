import type { Contact } from '@farline/contracts/contacts';
import { MessageSquare, Phone, Star } from 'lucide-react';
import { Link } from 'react-router';
import { sentenceOf } from '../../lib/api/http.ts';
import { notify } from '../../lib/page/notify.ts';
import { readNumber, showNumber } from '../../lib/format/phone-number.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { contactsText } from '../../texts/contacts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { setFavourite } from './contacts-queries.ts';
import { labelName } from './label-name.ts';

interface ContactLineProps {
  contact: Contact;
  onCall: (number: string) => void;
  onEdit: () => void;
}

/** One contact: its star, its name, each number with its flag, one press to call. */
export function ContactLine({ contact, onCall, onEdit }: ContactLineProps) {
  const t = contactsText.useText();
  const { name, numbers, isFavourite, note } = contact;
  const toggle = async (): Promise<void> => {
    await setFavourite(contact, !isFavourite).catch(
      async (error: unknown) => await notify({ type: 'error', message: sentenceOf(error) }),
    );
  };
  return (
    <li className="flex items-start gap-2 border-t border-line py-2 first:border-t-0">
      <IconButton
        label={t(isFavourite ? 'unfavour' : 'favour', { name })}
        aria-pressed={isFavourite}
        onClick={() => void toggle()}
      >
        <Star aria-hidden className={cx('size-5', isFavourite ? 'fill-marigold text-marigold' : 'text-muted')} />
      </IconButton>
      <div className="min-w-0 flex-1 py-1.5">
        <Button
          look="link"
          className="max-w-full truncate text-start no-underline hover:underline"
          aria-label={t('edit', { name })}
          onClick={onEdit}
        >
          <span className="truncate font-medium text-text">{name}</span>
        </Button>
        {note !== '' && <p className="truncate text-note text-muted">{note}</p>}
      </div>
      <ul className="grid justify-items-end gap-1">
        {numbers.map(({ number, label }) => (
          <li key={number} className="flex items-center">
            <button
              type="button"
              onClick={() => onCall(number)}
              className="flex min-h-11 items-center gap-2.5 rounded-control px-2.5 transition-colors hover:bg-soft"
            >
              <span className="sr-only">{t('call', { name })}</span>
              <span className="text-note text-muted max-sm:sr-only">{labelName(label)}</span>
              <NumberFlag number={number} />
              <span className="phone-number">{showNumber(number)}</span>
              <Phone aria-hidden className="size-4 text-call" />
            </button>
            <Link
              to={threadPath(number)}
              aria-label={`${t('text', { name })} ${showNumber(number)}`}
              className="inline-grid size-11 place-items-center rounded-control text-accent transition-colors hover:bg-soft max-sm:hidden"
            >
              <MessageSquare aria-hidden className="size-4" />
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

function NumberFlag({ number }: { number: string }) {
  const read = readNumber(number, undefined);
  return <Flag countryCode={read.is === 'number' ? read.countryCode : null} />;
}

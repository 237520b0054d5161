import type { Contact } from '@farline/contracts/contacts/contacts';
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
import { CopyNumber } from '../../ui/row-actions/row-actions.tsx';
import { setFavourite } from './contacts-queries.ts';
import { labelName } from './label-name.ts';
import { Tag } from './tag.tsx';

interface ContactLineProps {
  contact: Contact;
  onCall: (number: string) => void;
  /** Shows who has this tag. */
  onTag: (tag: string) => void;
  onEdit: () => void;
}

/**
 * One contact: its star, its name, each number with its flag, one press to call or to write. Note and tags stand below the name unless there
 * is room for all of it beside them, and where it is narrow the numbers, too.
 */
export function ContactLine({ contact, onCall, onTag, onEdit }: ContactLineProps) {
  const t = contactsText.useText();
  const { name, numbers, isFavourite, note, tags } = contact;
  const toggle = async (): Promise<void> => {
    await setFavourite(contact, !isFavourite).catch(
      async (error: unknown) => await notify({ type: 'error', message: sentenceOf(error) }),
    );
  };
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-x-2 border-t border-line py-2 first:border-t-0 @xl:grid-cols-[auto_1fr_auto] @xl:py-0">
      <IconButton
        label={t(isFavourite ? 'unfavour' : 'favour', { name })}
        aria-pressed={isFavourite}
        onClick={() => void toggle()}
      >
        <Star aria-hidden className={cx('size-5', isFavourite ? 'fill-marigold text-marigold' : 'text-muted')} />
      </IconButton>
      <div
        data-abridged
        className="min-w-0 py-1.5 @xl:grid @xl:min-h-11 @xl:grid-cols-1 @xl:content-center @xl:justify-items-start @4xl:flex @4xl:items-center @4xl:gap-3 @4xl:py-0"
      >
        <Button
          look="link"
          className="min-w-6 max-w-full justify-start @4xl:min-w-16 text-start no-underline hover:underline"
          aria-label={t('edit', { name })}
          onClick={onEdit}
        >
          <bdi className="truncate font-medium text-text">{name}</bdi>
        </Button>
        {note !== '' && (
          <p className="flex min-w-0 text-note text-muted @max-4xl:max-w-full @4xl:flex-1 @4xl:basis-0">
            <bdi className="truncate">{note}</bdi>
          </p>
        )}
        {tags.length > 0 && (
          <ul className="flex flex-wrap gap-x-1.5 @max-4xl:max-w-full @4xl:shrink-0 @4xl:max-w-1/2" data-testid="tags">
            {tags.map((tag) => (
              <li key={tag} className="min-w-0">
                <button
                  type="button"
                  aria-label={t('showTagged', { tag })}
                  onClick={() => onTag(tag)}
                  className="flex min-h-8 max-w-full items-center"
                >
                  <Tag of={tag} className="transition-colors hover:bg-press" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <ul className="grid min-w-0 gap-1 @max-xl:col-span-2 @max-xl:ps-2.5 @xl:justify-items-end">
        {numbers.map((each) => (
          <NumberLine key={each.number} {...each} name={name} onCall={() => onCall(each.number)} />
        ))}
      </ul>
    </li>
  );
}

type NumberLineProps = Contact['numbers'][number] & { name: string; onCall: () => void };

function NumberLine({ number, label, name, onCall }: NumberLineProps) {
  const t = contactsText.useText();
  return (
    <li className="group/number flex items-center @xl:gap-1">
      <CopyNumber
        number={number}
        className="opacity-0 transition-opacity group-focus-within/number:opacity-100 group-hover/number:opacity-100 max-lg:hidden @max-xl:hidden"
      />
      <button
        type="button"
        onClick={onCall}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-4.5 rounded-control text-start transition-colors hover:bg-soft @xl:gap-2 @xl:px-2.5 @3xl:min-w-72"
      >
        <span className="sr-only">{t('call', { name })}</span>
        <NumberFlag number={number} />
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-2.5 @xl:flex-row-reverse @xl:justify-between">
          <span className="phone-number @max-xl:whitespace-normal">{showNumber(number)}</span>
          <span className="text-note leading-6 text-muted">{labelName(label)}</span>
        </span>
        <span className="grid size-8 shrink-0 place-items-center @max-xl:-me-1 @xl:size-4">
          <Phone aria-hidden className="size-4.5 text-call @xl:size-4" />
        </span>
      </button>
      <Link
        to={threadPath(number)}
        aria-label={`${t('text', { name })} ${showNumber(number)}`}
        className="inline-grid size-11 shrink-0 place-items-center rounded-control text-accent transition-colors hover:bg-soft"
      >
        <MessageSquare aria-hidden className="size-4.5 @xl:size-4" />
      </Link>
    </li>
  );
}

function NumberFlag({ number }: { number: string }) {
  const read = readNumber(number, undefined);
  return <Flag countryCode={read.is === 'number' ? read.countryCode : null} />;
}

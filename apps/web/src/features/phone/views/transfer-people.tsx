import { useQuery } from '@tanstack/react-query';
import { findRecipients, type Recipient } from '../../../lib/calls/find-recipients.ts';
import { nameOrNumber } from '../../../lib/calls/use-names.ts';
import { homeCountry } from '../../../lib/format/home-country.ts';
import { readNumber, showNumber } from '../../../lib/format/phone-number.ts';
import { contactNamesQuery, isOutOfReach, queryClient } from '../../../lib/session/queries.ts';
import { phoneText } from '../../../texts/phone.ts';

/** As many as there is room for above the controls of a call. */
const MOST = 3;

/** `whyNobody`: nobody has the name, contacts could not be looked through, or it is whoever the call is with. */
export type Sought = {
  people: readonly Recipient[];
  whyNobody: 'nobodyFound' | 'contactsUnread' | 'onThisCall' | null;
};

/** Whom the typed text may mean, as long as it is no number by itself; but for whoever the call is with. */
export function useSought(typed: string, farSide: string | null): Sought {
  const contacts = useQuery(contactNamesQuery, queryClient);
  const read = readNumber(typed, homeCountry());
  if (read.is === 'number' && read.e164 === farSide) return { people: [], whyNobody: 'onThisCall' };
  const found = read.is === 'incomplete' ? findRecipients(typed, { contacts: contacts.data ?? [], read }) : [];
  const people = found.filter(({ number }) => number !== farSide);
  if (people.length > 0 || !/\p{L}/u.test(typed)) return { people: people.slice(0, MOST), whyNobody: null };
  if (found.length > 0) return { people, whyNobody: 'onThisCall' };
  if (contacts.data !== undefined) return { people, whyNobody: 'nobodyFound' };
  return { people, whyNobody: isOutOfReach(contacts) ? 'contactsUnread' : null };
}

/** Those who were found by what is typed, to choose from. */
export function TransferPeople({ people, onChoose }: Pick<Sought, 'people'> & { onChoose: (number: string) => void }) {
  const t = phoneText.useText();
  if (people.length === 0) return null;
  return (
    <ul aria-label={t('contactsFound')} className="-mx-2" data-testid="transfer-people">
      {people.map(({ name, number }) => (
        <li key={number}>
          <button
            type="button"
            data-line
            onClick={() => onChoose(number)}
            className="flex min-h-10 w-full items-center gap-3 rounded-control px-2 text-start text-note transition-colors hover:bg-soft"
          >
            <bdi title={nameOrNumber(name, number)} className="min-w-0 flex-1 truncate font-medium">
              {nameOrNumber(name, number)}
            </bdi>
            {name !== null && <span className="phone-number shrink-0 text-muted">{showNumber(number)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

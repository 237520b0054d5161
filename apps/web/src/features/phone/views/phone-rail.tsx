import { Phone } from 'lucide-react';
import { otherSide } from '../../../lib/calls/other-side.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import { initialsOfName } from '../../../lib/format/initials.ts';
import { readNumber } from '../../../lib/format/phone-number.ts';
import { twoSentences } from '../../../lib/language/two-sentences.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { phoneText } from '../../../texts/phone.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { isBusy, talkedSeconds } from '../phone-state.ts';
import { openPhone, usePhone } from '../phone-store.ts';
import { MarkElsewhere, useOpening } from './open-phone.tsx';
import { nameAndNumber, useRecents } from './use-known-people.ts';

const FACES = 3;

/** The phone at the edge of a window that has no room for it beside the page: a press draws it out, with one of the last three people in it. */
export function PhoneRail() {
  const t = phoneText.useText();
  const { isOpen, isElsewhere, name, toggle } = useOpening();
  const recents = useRecents().slice(0, FACES);
  return (
    <aside
      aria-label={t('recentCalls')}
      data-testid="phone-rail"
      className="fixed end-0 top-16 bottom-0 z-20 flex w-16 flex-col items-center gap-3 py-6"
    >
      <IconButton
        label={isOpen ? t('close') : name}
        aria-expanded={isOpen}
        data-testid="open-phone"
        look="call"
        className="relative rounded-full"
        onClick={toggle}
      >
        <Phone aria-hidden className="size-5 fill-current text-on-fill" />
        {isElsewhere && <MarkElsewhere className="bg-marigold" />}
      </IconButton>
      <RailCall />
      {recents.length > 0 && (
        <ul className="grid gap-2">
          {recents.map((person) => (
            <li key={person.number}>
              <IconButton
                label={nameAndNumber(person)}
                look="accentSoft"
                className="rounded-full"
                onClick={() => openPhone(person.number)}
              >
                <Face {...person} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}

/** The call under way, while there is one: whose, and how long. A press shows all of it. */
function RailCall() {
  const t = phoneText.useText();
  const phone = usePhone((state) => state.phone);
  const nameOf = useNames();
  const now = useNow(phone.state === 'talking');
  if (!isBusy(phone)) return null;
  const number = phone.state === 'starting' ? phone.number : 'call' in phone ? (otherSide(phone.call) ?? '') : '';
  const name = nameOf(number);
  const read = readNumber(number, undefined);
  const who = number === '' ? t('noNumberShown') : nameOrNumber(name, number);
  const time = phone.state === 'talking' ? formatDuration(talkedSeconds(phone, now)) : t('calling');
  return (
    <button
      type="button"
      aria-label={twoSentences(t('open'), who)}
      title={`${who} · ${time}`}
      data-testid="rail-call"
      data-state={phone.state}
      onClick={() => openPhone()}
      className="grid w-14 justify-items-center gap-1 rounded-control bg-call-soft px-1 py-2 text-call transition-colors hover:bg-press"
    >
      <Face name={name} countryCode={read.is === 'number' ? read.countryCode : null} />
      <span className="figures text-note font-medium">{phone.state === 'talking' ? time : '…'}</span>
    </button>
  );
}

/** Initials; a flag, where nobody's name is known. Both are decoration: the button says who it is. */
function Face({ name, countryCode }: { name: string | null; countryCode: string | null }) {
  const letters = initialsOfName(name ?? '');
  return letters === '' ? (
    <Flag countryCode={countryCode} />
  ) : (
    <span
      data-letters={letters}
      className="text-note font-semibold text-accent-strong before:content-[attr(data-letters)]"
    />
  );
}

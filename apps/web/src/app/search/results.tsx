import type { Country } from '@farline/contracts/rates';
import { ArrowRight, Command as CommandSign } from 'lucide-react';
import { isShortNumber } from '../../features/phone/views/use-quote.ts';
import { nameOrNumber } from '../../lib/calls/use-names.ts';
import { formatRateShort, localTimeIn } from '../../lib/format/format.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { wrongLength } from '../../lib/format/number-length.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { searchText } from '../../texts/search.ts';
import { Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { PeerFlag } from '../../ui/peer.tsx';
import type { Command, Entry } from './find-entries.ts';

const GROUP_WORDS = { person: 'people', command: 'commands', country: 'countries' } as const;

/** What is said of a number that nobody can have. */
export const WRONG_LENGTHS = { 'too-long': 'numberTooLong', 'too-short': 'numberTooShort' } as const;

const GROUPS = ['person', 'command', 'country'] as const;

/** `in-part`: some of it could not be read; `under-way`: some is still waited for. */
export type SearchedWhole = 'whole' | 'in-part' | 'under-way';

interface OptionsProps {
  /** Of the search: `<id>-list` is the list's, and each option's begins with it. */
  id: string;
  entries: readonly Entry<Country>[];
  /** The one that Enter means. */
  current: Entry<Country> | undefined;
  /** The pointer moves over it. */
  onMeant: (entry: Entry<Country>) => void;
  onChoose: (entry: Entry<Country>) => void;
  /** In the phone: what kind they are is not said above them, but read out. */
  isCompact?: boolean;
}

interface ResultsProps extends OptionsProps {
  typed: string;
  /** Whether all that was looked through was there. */
  read: SearchedWhole;
}

/** What was found, group by group. The field has the focus and its keys; the pointer presses an option itself. */
export function Options({ id, entries, current, onMeant, onChoose, isCompact = false }: OptionsProps) {
  const t = searchText.useText();
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('found')}>
      {GROUPS.filter((group) => entries.some(({ is }) => is === group)).map((group) => (
        <div key={group} role="group" aria-label={t(GROUP_WORDS[group])}>
          {!isCompact && (
            <p aria-hidden className="px-3 pb-1 pt-2 text-note text-muted">
              {t(GROUP_WORDS[group])}
            </p>
          )}
          {entries
            .filter(({ is }) => is === group)
            .map((entry) => (
              <Option
                key={entry.id}
                id={`${id}-${entry.id}`}
                entry={entry}
                isCurrent={entry === current}
                isCompact={isCompact}
                onMeant={() => onMeant(entry)}
                onChoose={() => onChoose(entry)}
              />
            ))}
        </div>
      ))}
    </div>
  );
}

/** What was found, in front of the page, and whether that is all there is. */
export function Results({ typed, read, ...options }: ResultsProps) {
  const t = searchText.useText();
  const { entries } = options;
  return (
    <div className="-mx-2 mt-3 h-[min(24rem,50dvh)] overflow-y-auto overscroll-contain">
      <Options {...options} />
      {entries.length === 0 && read === 'under-way' && <Skeleton className="late mx-3 my-3 h-5 w-52" />}
      <p role="status" className={cx('px-3 text-muted', (entries.length === 0 || read === 'in-part') && 'py-3')}>
        {(entries.length > 0 ? null : whyNothing(typed, read)) ?? (read === 'in-part' ? t('unread') : null)}
      </p>
    </div>
  );
}

/** Why nothing was found: a number of the wrong length is nobody's, but for short ones as 112; null where not all was looked through. */
function whyNothing(typed: string, read: SearchedWhole): string | null {
  const t = searchText.say;
  const wrong = isShortNumber(typed) ? null : wrongLength(typed, homeCountry());
  if (read === 'under-way') return null;
  if (wrong !== null) return t(WRONG_LENGTHS[wrong]);
  return read === 'whole' ? t('nothing', { typed: typed.trim() }) : null;
}

interface OptionProps {
  id: string;
  entry: Entry<Country>;
  /** It is the one that Enter means. */
  isCurrent: boolean;
  isCompact: boolean;
  /** The pointer moves over it. */
  onMeant: () => void;
  onChoose: () => void;
}

function Option({ id, entry, isCurrent, isCompact, onMeant, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      // Each move would search everything anew.
      onPointerMove={isCurrent ? undefined : onMeant}
      onClick={onChoose}
      className={cx(
        'flex min-h-11 w-full items-center gap-3 rounded-control text-start',
        isCompact ? 'px-2' : 'px-3',
        isCurrent && 'bg-soft',
      )}
    >
      {entry.is === 'person' && <PersonLine {...entry.person} />}
      {entry.is === 'country' && <CountryLine country={entry.country} isCompact={isCompact} />}
      {entry.is === 'command' && <CommandLine {...entry.command} />}
    </button>
  );
}

function PersonLine({ name, number }: { name: string | null; number: string }) {
  return (
    <>
      <PeerFlag peer={number} />
      <bdi className="min-w-0 flex-1 truncate font-medium">{nameOrNumber(name, number)}</bdi>
      {name !== null && <span className="phone-number shrink-0 text-note text-muted">{showNumber(number)}</span>}
    </>
  );
}

function CommandLine({ word, keys, icon: Icon = CommandSign }: Command) {
  return (
    <>
      <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">{word}</span>
      {keys !== undefined && <kbd className="shrink-0 font-sans text-note text-muted max-sm:hidden">{keys}</kbd>}
    </>
  );
}

interface CountryLineProps {
  country: Country;
  isCompact: boolean;
}

function CountryLine({ country, isCompact }: CountryLineProps) {
  const { code, name, callingCode, mobilePerMinute, fixedPerMinute } = country;
  const t = searchText.useText();
  const time = localTimeIn(code);
  const rates = [
    mobilePerMinute === null ? null : t('mobileRate', { price: formatRateShort(mobilePerMinute) }),
    fixedPerMinute === null ? null : t('fixedRate', { price: formatRateShort(fixedPerMinute) }),
  ].filter((rate) => rate !== null);
  return (
    <>
      <Flag countryCode={code} />
      <span className="min-w-0 flex-1">
        {name}
        {isCompact && <span className="phone-number ms-1 text-muted" dir="ltr">{` +${callingCode}`}</span>}
        {time !== null && (
          <>
            {' '}
            <span className={cx('figures text-note text-muted', isCompact ? 'block' : 'ms-1 inline-block')}>
              {t('localTime', { time })}
            </span>
          </>
        )}
      </span>
      {isCompact ? (
        <span className="figures grid shrink-0 text-end text-note text-muted">
          {rates.map((rate) => (
            <span key={rate}>{rate}</span>
          ))}
        </span>
      ) : (
        <>
          <span className="figures text-end text-note text-muted">{rates.join(' · ')}</span>
          <ArrowRight aria-hidden className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
        </>
      )}
    </>
  );
}

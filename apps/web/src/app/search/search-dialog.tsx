import type { Country } from '@farline/contracts/rates';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callAtOnce } from '../../features/phone/index.ts';
import { useQuote } from '../../features/phone/views/use-quote.ts';
import { countryName, formatRateShort, localTimeIn } from '../../lib/format/format.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { phoneText } from '../../texts/phone.ts';
import { searchText } from '../../texts/search.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Entry } from './find-entries.ts';
import { Results } from './results.tsx';
import { textKeys } from './search-key-names.ts';
import { useChoice } from './use-choice.ts';
import { useEntries } from './use-entries.ts';

interface SearchDialogProps {
  /** What was typed before the dialog came. */
  begun: string;
  onClose: () => void;
}

/** One box for everything: people, numbers, past calls, countries with their prices, pages, and what can be done. Enter calls or does it. */
export function SearchDialog({ begun, onClose }: SearchDialogProps) {
  const t = searchText.useText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(begun);
  const { entries, read } = useEntries(typed);
  const acts = useActs(onClose);
  const { current, currentId, press, mean } = useChoice(id, typed, entries, acts);
  return (
    <Dialog title={t('title')} open onOpenChange={onClose} begin={field} data-testid="search">
      <input
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={currentId}
        aria-autocomplete="list"
        aria-label={t('placeholder')}
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
        className="min-h-12 w-full rounded-control border border-edge bg-raised px-3.5 text-body rtl:text-right"
      />
      <Results
        id={id}
        entries={entries}
        current={current}
        typed={typed}
        read={read}
        onMeant={mean}
        onChoose={acts.choose}
      />
      <Hint current={current} />
    </Dialog>
  );
}

function useActs(onClose: () => void) {
  const navigate = useNavigate();
  return {
    choose(entry: Entry): void {
      onClose();
      if (entry.is === 'person') callAtOnce(entry.person.number);
      else if (entry.is === 'country') void navigate(`/pricing/${entry.country.code.toLowerCase()}`);
      else entry.command.act();
    },
    write({ person }: Extract<Entry, { is: 'person' }>): void {
      onClose();
      void navigate(threadPath(person.number));
    },
  };
}

/** What Enter does with the person who is chosen: where they are, what time it is there, and what a minute costs. */
function Hint({ current }: { current: Entry<Country> | undefined }) {
  const number = current?.is === 'person' ? current.person.number : '';
  const t = searchText.useText();
  const phone = phoneText.useText();
  const { read, price } = useQuote(number);
  const countryCode = read.is === 'number' ? read.countryCode : null;
  const time = countryCode === null ? null : localTimeIn(countryCode);
  const facts = [
    countryCode === null ? null : countryName(countryCode),
    time === null ? null : t('localTime', { time }),
    price === null ? null : phone('perMinute', { price: formatRateShort(price.terms.perMinute) }),
  ].filter((fact) => fact !== null);
  return (
    <div className="mt-3 flex min-h-6 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-note text-muted">
      <p className="figures" data-testid="search-facts">
        {facts.join(' · ')}
      </p>
      {number !== '' && (
        <p className="max-sm:hidden">
          <kbd className="font-sans font-semibold">Enter</kbd> {t('call')} ·{' '}
          <kbd className="font-sans font-semibold">{textKeys()}</kbd> {t('text')}
        </p>
      )}
    </div>
  );
}

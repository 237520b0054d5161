import { Popover } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useId, useState } from 'react';
import { type CountryOption, findCountries } from '../../lib/countries/find-countries.ts';
import { isolate } from '../../lib/language/i18n.ts';
import { sharedText } from '../../texts/shared.ts';
import { cx } from '../cx.ts';
import { Flag } from '../flag.tsx';

interface CountryListProps {
  /** The `<select>` that it chooses for: it stands at it, and gives it the focus back. */
  field: RefObject<HTMLSelectElement | null>;
  label: string;
  countries: readonly CountryOption[];
  /** What has been typed already. */
  begun: string;
  onChoose: (code: string) => void;
  onClose: () => void;
}

const PAGE = 8;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

/**
 * An open list of countries with a field that searches it (the editable combobox of the ARIA practices): arrows move, Enter
 * chooses, Escape leaves everything as it was.
 */
export function CountryList({ field, label, countries, begun, onChoose, onClose }: CountryListProps) {
  const t = sharedText.useText();
  const id = useId();
  const present = field.current?.value ?? '';
  const { typed, type, found, current, move } = useSearch(countries, { begun, present });
  const currentId = current === undefined ? undefined : optionId(id, current.code);
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const choose = (code: string): void => {
    if (code !== present) onChoose(code);
    onClose();
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Tab') return;
    event.preventDefault();
    if (step !== undefined) move(step);
    else if (event.key === 'Tab') onClose();
    else if (current !== undefined) choose(current.code);
  };
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={field} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={8}
          collisionPadding={12}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            field.current?.focus();
          }}
          className="appearing z-60 flex max-h-[min(24rem,var(--radix-popover-content-available-height))] w-[min(21rem,calc(100vw-1.5rem))] flex-col rounded-card bg-raised p-2 shadow-float outline-none"
          data-testid="country-search"
        >
          <SearchField listId={`${id}-list`} currentId={currentId} typed={typed} onType={type} onKeyDown={press} />
          {/* The field has the focus and its keys; the pointer presses an option itself. */}
          <div id={`${id}-list`} role="listbox" aria-label={label} className="mt-2 min-h-0 flex-1 overflow-y-auto">
            {found.map((country) => (
              <Option
                key={country.code}
                country={country}
                id={optionId(id, country.code)}
                isPresent={country.code === present}
                isCurrent={country.code === current?.code}
                onChoose={choose}
              />
            ))}
          </div>
          <p role="status" className={cx('px-3 text-note text-muted', found.length === 0 && 'py-2')}>
            {found.length === 0 && t('noCountry', { search: typed })}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const optionId = (listId: string, code: string): string => `${listId}-${code}`;

/** What is typed, what it finds, and which of that is current: the present country until something is typed, then the first. */
function useSearch(countries: readonly CountryOption[], { begun, present }: { begun: string; present: string }) {
  const [typed, setTyped] = useState(begun);
  const [active, setActive] = useState<string | null>(begun === '' ? present : null);
  const found = findCountries(countries, useDeferredValue(typed));
  const at = Math.max(
    0,
    found.findIndex(({ code }) => code === active),
  );
  const type = (text: string): void => {
    setTyped(text);
    setActive(null);
  };
  const move = (step: number): void =>
    setActive(found[Math.min(found.length - 1, Math.max(0, at + step))]?.code ?? null);
  return { typed, type, found, current: found[at], move };
}

interface OptionProps {
  country: CountryOption;
  id: string;
  /** It is the one that is chosen already. */
  isPresent: boolean;
  /** It is the one that Enter chooses. */
  isCurrent: boolean;
  onChoose: (code: string) => void;
}

function Option({ country: { code, name, callingCode }, id, isPresent, isCurrent, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isPresent}
      onClick={() => onChoose(code)}
      className={cx(
        'flex min-h-10 w-full items-center gap-3 rounded-control px-3 text-start hover:bg-soft',
        isCurrent && 'bg-soft',
        isPresent && 'font-semibold',
      )}
    >
      {code !== '' && <Flag countryCode={code} />}
      <span className="min-w-0 flex-1">{name}</span>
      {callingCode !== '' && <span className="figures text-note text-muted">{isolate(`+${callingCode}`)}</span>}
    </button>
  );
}

interface SearchFieldProps {
  listId: string;
  currentId: string | undefined;
  typed: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function SearchField({ listId, currentId, typed, onType, onKeyDown }: SearchFieldProps) {
  const t = sharedText.useText();
  return (
    <input
      role="combobox"
      aria-expanded
      aria-controls={listId}
      aria-activedescendant={currentId}
      aria-autocomplete="list"
      aria-label={t('findCountry')}
      placeholder={t('findCountry')}
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
      className="min-h-11 w-full shrink-0 rounded-control border border-edge bg-ground px-3.5 text-body"
    />
  );
}

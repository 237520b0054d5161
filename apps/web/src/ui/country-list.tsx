import { Popover } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useId, useState } from 'react';
import { type CountryOption, findCountries } from '../lib/countries/find-countries.ts';
import { isolate } from '../lib/language/i18n.ts';
import { sharedText } from '../texts/shared.ts';
import { cx } from './cx.ts';
import { Flag } from './flag.tsx';

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
  const [typed, setTyped] = useState(begun);
  const found = findCountries(countries, useDeferredValue(typed));
  const [active, setActive] = useState<string | null>(begun === '' ? present : null);
  const at = Math.max(
    0,
    found.findIndex(({ code }) => code === active),
  );
  const current = found[at];
  const optionId = (code: string) => `${id}-${code}`;
  const currentId = current === undefined ? undefined : optionId(current.code);
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const choose = (code: string): void => {
    if (code !== present) onChoose(code);
    onClose();
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(found[Math.min(found.length - 1, Math.max(0, at + step))]?.code ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (current !== undefined) choose(current.code);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      onClose();
    }
  };
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* Measured when it is shown: by then the field is there. */}
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
          <input
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={currentId}
            aria-autocomplete="list"
            aria-label={t('findCountry')}
            placeholder={t('findCountry')}
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setActive(null);
            }}
            onKeyDown={press}
            className="min-h-11 w-full shrink-0 rounded-control border border-edge bg-ground px-3.5 text-body"
          />
          {/* The field has the focus and its keys; the pointer presses an option itself. */}
          <div id={`${id}-list`} role="listbox" aria-label={label} className="mt-2 min-h-0 flex-1 overflow-y-auto">
            {found.map(({ code, name, callingCode }) => (
              <button
                key={code}
                type="button"
                id={optionId(code)}
                role="option"
                tabIndex={-1}
                aria-selected={code === present}
                onClick={() => choose(code)}
                className={cx(
                  'flex min-h-10 w-full items-center gap-3 rounded-control px-3 text-start hover:bg-soft',
                  code === current?.code && 'bg-soft',
                  code === present && 'font-semibold',
                )}
              >
                {code !== '' && <Flag countryCode={code} />}
                <span className="min-w-0 flex-1">{name}</span>
                {callingCode !== '' && (
                  <span className="figures text-note text-muted">{isolate(`+${callingCode}`)}</span>
                )}
              </button>
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

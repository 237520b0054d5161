import { nameOrNumber } from '../../../lib/calls/use-names.ts';
import type { Recipient } from '../../../lib/calls/find-recipients.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { phoneText } from '../../../texts/phone.ts';

/** People whom the typed text may mean, to choose one of: by arrow keys from the field on, or pressed. */
export function Suggestions({
  people,
  onChoose,
}: {
  people: readonly Recipient[];
  onChoose: (number: string) => void;
}) {
  const t = phoneText.useText();
  return (
    <ul aria-label={t('peopleFound')} className="-mx-2" data-testid="people-found">
      {people.map(({ name, number }) => (
        <li key={number}>
          <button
            type="button"
            data-line
            onClick={() => onChoose(number)}
            className="flex min-h-10 w-full items-center gap-3 rounded-control px-2 text-start transition-colors hover:bg-soft"
          >
            <bdi className="min-w-0 flex-1 truncate font-medium">{nameOrNumber(name, number)}</bdi>
            {name !== null && <span className="phone-number text-note text-muted">{showNumber(number)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

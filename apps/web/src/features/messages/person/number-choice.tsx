import { useId } from 'react';
import { useNavigate } from 'react-router';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { useNumbersOfPerson } from '../../../lib/messages/use-numbers-of-person.ts';
import { threadPath } from '../../../lib/messages/thread-path.ts';
import { messagesText } from '../../../texts/messages.ts';

/** Chooses which of a person's numbers is written to, where they have several: each has a draft of its own. */
export function NumberChoice({ peer }: { peer: string }) {
  const t = messagesText.useText();
  const id = useId();
  const navigate = useNavigate();
  const numbers = useNumbersOfPerson(peer);
  if (numbers.length < 2) return null;
  return (
    <p className="mb-2 flex min-w-0 items-center gap-2 text-note text-muted">
      <label htmlFor={id} className="shrink-0">
        {t('recipient')}
      </label>
      <select
        id={id}
        value={peer}
        onChange={({ target }) => void navigate(threadPath(target.value), { replace: true })}
        className="figures min-h-9 min-w-0 cursor-pointer truncate rounded-small bg-soft px-2 text-note font-medium text-text"
        data-testid="recipient"
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {showNumber(number)}
          </option>
        ))}
      </select>
    </p>
  );
}

import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { useNumbersOfPerson } from '../../../lib/messages/use-numbers-of-person.ts';
import { threadPath } from '../../../lib/messages/thread-path.ts';
import { messagesText } from '../../../texts/messages.ts';
import { moveDraft } from '../drafts.ts';
import { CHOOSING_NUMBER, useIsChoosingNumber } from './choosing-number.ts';

/**
 * Chooses which of a person's numbers is written to, where they have several. Each has a draft of its own; what is written moves along to one
 * that has none. The arrow keys choose at once, so the focus stays here in the thread that they lead to.
 */
export function NumberChoice({ peer }: { peer: string }) {
  const t = messagesText.useText();
  const id = useId();
  const navigate = useNavigate();
  const numbers = useNumbersOfPerson(peer);
  const field = useRef<HTMLSelectElement>(null);
  const isChoosing = useIsChoosingNumber();
  const isShown = numbers.length > 1;
  useEffect(() => {
    if (isChoosing && isShown) field.current?.focus({ preventScroll: true });
  }, [isChoosing, isShown]);
  if (!isShown) return null;
  const choose = (number: string): void => {
    moveDraft(peer, number);
    void navigate(threadPath(number), { replace: true, state: CHOOSING_NUMBER });
  };
  return (
    <p className="mb-2 flex min-w-0 items-center gap-2 text-note text-muted">
      <label htmlFor={id} className="shrink-0">
        {t('recipient')}
      </label>
      <select
        ref={field}
        id={id}
        value={peer}
        onChange={({ target }) => choose(target.value)}
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
